package postgres_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

// Who changes a password because somebody else is logged in must not find that it changed and the other stayed: the old
// password does not do it once more.
func TestOtherSessionsEndWithTheChangeItself(t *testing.T) {
	for name, change := range map[string]func(*customer.Service, customer.Visit) (string, error){
		"password": func(s *customer.Service, v customer.Visit) (string, error) {
			return s.ChangePassword(t.Context(), v, password, "Neu8Wort")
		},
		"email": func(s *customer.Service, v customer.Visit) (string, error) {
			return s.ChangeEmail(t.Context(), v, "neu@example.org", password)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			own := a.register("erika@example.org")
			other := a.enter("erika@example.org")
			failing := session.NewService(&failingSessions{Store: postgres.NewSessions(a.pool)}, a.now)
			_, err := change(customer.NewService(a.store, failing, a.now, address.BilledCountry), as(own))
			require.ErrorIs(t, err, errSessions)
			a.dead(other.Token)
			_, err = a.sessions.Fresh(a.ctx, own.Token)
			require.NoError(t, err)
		})
	}
}

// Two who know the password change it at once: it holds for the first alone, as it would in turn.
func TestAPasswordThatIsNoLongerTrueChangesNothing(t *testing.T) {
	a := newAccounts(t)
	own := a.register("erika@example.org")
	next := []string{"Neu8Wort", "Neu9Wort"}
	var errs [2]error
	var all sync.WaitGroup
	for i := range next {
		all.Go(func() { _, errs[i] = a.service.ChangePassword(a.ctx, as(own), password, next[i]) })
	}
	all.Wait()
	if errs[0] != nil {
		errs[0], errs[1], next[0] = errs[1], errs[0], next[1]
	}
	require.NoError(t, errs[0])
	require.ErrorIs(t, errs[1], customer.ErrWrongOldPassword)
	v := a.visit()
	_, err := a.service.Login(a.ctx, v, "erika@example.org", next[0])
	assert.NoError(t, err, "the one that was told so holds")
}
