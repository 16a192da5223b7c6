package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/mail"
)

// Who has forgotten the password has tried others before: with the new one nobody waits for the end of that block.
func TestANewPasswordEndsTheBlockWhereItWasSet(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	v, elsewhere := a.visit(), a.visit()
	elsewhere.Client = "192.0.2.2"
	for _, from := range []customer.Visit{v, elsewhere} {
		for range 8 {
			_, err := a.service.Login(a.ctx, from, "erika@example.org", "Falsch1x")
			require.Error(t, err)
		}
	}
	require.NoError(t, a.service.RequestReset(a.ctx, v, "erika@example.org"))
	token := a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):]
	require.ErrorIs(t, a.service.Reset(a.ctx, v, token+"x", "Neu8Wort"), customer.ErrWrongLink)
	_, err := a.service.Login(a.ctx, v, "erika@example.org", "Neu8Wort")
	require.ErrorAs(t, err, new(*customer.Blocked), "not by a link that is none")
	require.NoError(t, a.service.Reset(a.ctx, v, token, "Neu8Wort"))
	_, err = a.service.Login(a.ctx, v, "erika@example.org", "Neu8Wort")
	require.NoError(t, err)
	_, err = a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	require.NoError(t, err)
	_, err = a.service.Login(a.ctx, elsewhere, "erika@example.org", "Neu8Wort")
	require.ErrorAs(t, err, new(*customer.Blocked), "who guesses somewhere else goes on waiting")
}
