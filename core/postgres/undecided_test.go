package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

// An attempt that is over, and of which its provider still decides, is an operator's to see until that is withdrawn there; it then keeps
// that the customer came too late.
func TestWhatIsToBeWithdrawnIsListed(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	desk := postgres.NewDesk(s.pool)
	listed := func() int {
		t.Helper()
		list, _, err := desk.Cases(s.ctx, checkout.CaseFilter{Open: true}, page.Page{})
		require.NoError(t, err)
		return len(list)
	}
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: "APP-1"})
	require.True(t, s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonLeft, Open: true}).Compensate)
	require.Equal(t, 1, listed())
	is, err := s.attempts.Attempt(s.ctx, a.ID)
	require.NoError(t, err)
	require.True(t, is.Payment.Open)
	require.False(t, is.Payment.Late)
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeVoided, Reference: "APP-1"})
	require.Zero(t, listed())
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "APP-1"})
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeVoided, Reference: "APP-1"})
	is, err = s.attempts.Attempt(s.ctx, a.ID)
	require.NoError(t, err)
	require.True(t, is.Payment.Late)
	require.True(t, is.Ended())
	require.Equal(t, checkout.ReasonLeft, is.Payment.Reason)
}
