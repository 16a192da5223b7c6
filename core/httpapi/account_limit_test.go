package httpapi_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

// An account costs nothing, so who has one must neither ask by it which addresses are registered nor mail to each of them.
func TestChangesThatMailHaveTheLimitOfForms(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	sessions := session.NewService(postgres.NewSessions(s.pool), clock.System{})
	s.Server = httpapi.New(httpapi.Deps{
		Sessions: sessions, Limits: httpapi.Limits{Form: 2},
		Customers: customer.NewService(postgres.NewCustomers(s.pool), sessions, clock.System{}, address.BilledCountry),
	})
	email := func(i int) string {
		return fmt.Sprintf(`{"email": "somebody%d@example.org", "confirmationPassword": "Zug7Berg"}`, i)
	}
	var o httpapi.Outcome
	for i := range 2 {
		s.post("/account/email/change", email(i), &o)
		require.True(t, o.Successful, o.Error)
	}
	require.Equal(t, http.StatusTooManyRequests, s.do("POST", "/account/email/change", email(3), nil).Code)
	change := `{"currentPassword": "Zug7Berg", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`
	refused := s.do("POST", "/account/password/change", change, nil)
	require.Equal(t, http.StatusTooManyRequests, refused.Code)
	wait, err := strconv.Atoi(refused.Header().Get("Retry-After"))
	require.NoError(t, err, "it says when there is a try again")
	require.True(t, wait > 0 && wait <= 30, "of two in a minute: %d", wait)
}

// A session is kept for weeks: who brings none along again and again is given no more.
func TestSessionsAreNotBegunWithoutEnd(t *testing.T) {
	s := newCheckout(t)
	sessions := session.NewService(postgres.NewSessions(s.pool), clock.System{})
	s.Server = httpapi.New(httpapi.Deps{
		Sessions: sessions, Limits: httpapi.Limits{Session: 2},
		Customers: customer.NewService(postgres.NewCustomers(s.pool), sessions, clock.System{}, address.BilledCountry),
	})
	login := func() int {
		return s.do("POST", "/auth/login", `{"email": "nobody@example.org", "password": "Zug7Berg"}`, nil).Code
	}
	for range 2 {
		s.cookies = map[string]*http.Cookie{}
		require.Equal(t, http.StatusOK, login())
	}
	require.Equal(t, http.StatusOK, login(), "in the session that there is")
	s.cookies = map[string]*http.Cookie{}
	require.Equal(t, http.StatusTooManyRequests, login())
}
