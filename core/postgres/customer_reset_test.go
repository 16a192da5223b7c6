package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
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

func TestResetLinkWorksOnceAndEndsSessions(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	for _, email := range []string{"erika@example.org", "nobody@example.org"} {
		require.NoError(t, a.service.RequestReset(a.ctx, a.visit(), email))
	}
	require.Equal(t, 1, a.count(`select count(*) from outbox where payload ->> 'template' = $1`, mail.ResetPassword))
	token := a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):]

	require.Equal(t, "password_change_failed", fault.ReasonOf(a.service.Reset(a.ctx, a.visit(), token, "Passwort1")))
	require.ErrorIs(t, a.service.Reset(a.ctx, a.visit(), "made-up", "Neu7Haus"), customer.ErrWrongLink)
	require.NoError(t, a.service.Reset(a.ctx, a.visit(), token, "Neu7Haus"))
	require.ErrorIs(t, a.service.Reset(a.ctx, a.visit(), token, "Neu7Haus"), customer.ErrWrongLink)
	a.dead(entry.Token)
	_, err := a.service.Login(a.ctx, a.visit(), "erika@example.org", password)
	require.ErrorIs(t, err, customer.ErrWrongCredentials)
	_, err = a.service.Login(a.ctx, a.visit(), "erika@example.org", "Neu7Haus")
	require.NoError(t, err)

	for range customer.ResetsHour + 2 {
		require.NoError(t, a.service.RequestReset(a.ctx, a.visit(), "erika@example.org"))
	}
	require.Equal(t, 1+customer.ResetsHour, a.count(`select count(*) from outbox where payload ->> 'template' = $1`, mail.ResetPassword))
	token = a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):]
	a.later(time.Hour)
	require.ErrorIs(t, a.service.Reset(a.ctx, a.visit(), token, "Spaet7er"), customer.ErrWrongLink)
	require.NoError(t, a.service.RequestReset(a.ctx, a.visit(), "erika@example.org"))
	require.Equal(t, 2+customer.ResetsHour, a.count(`select count(*) from outbox where payload ->> 'template' = $1`, mail.ResetPassword))
}
