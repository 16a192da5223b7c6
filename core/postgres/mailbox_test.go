package postgres_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/mail"
)

// mails counts those that were asked for an address.
func (a *accounts) mails(template, to string) int {
	a.Helper()
	return a.count(`select count(*) from outbox where payload ->> 'template' = $1 and lower(payload ->> 'to') = $2`, template, to)
}

// Anybody can make an account with anybody's address, and change its password again and again.
func TestAnAccountFillsNobodysMailbox(t *testing.T) {
	const victim = "victim@example.org"
	a := newAccounts(t)
	entry := a.register(victim)
	token, old := entry.Token, password
	change := func(n int) {
		t.Helper()
		next := fmt.Sprintf("Neu7Haus%d", n)
		var err error
		token, err = a.service.ChangePassword(a.ctx, customer.Visit{Token: token, Session: entry.Session, Client: "192.0.2.1"}, old, next)
		require.NoError(t, err)
		old = next
	}
	for n := range mail.ShareHour + 2 {
		change(n)
	}
	require.Equal(t, mail.ShareHour, a.mails(mail.Welcome, victim)+a.mails(mail.PasswordChanged, victim))

	v := a.visit()
	_, err := a.service.Login(a.ctx, v, victim, old)
	require.NoError(t, err)
	require.Equal(t, 1, a.mails(mail.LoginCode, victim), "what somebody waits for comes all the same")

	_, err = a.pool.Exec(a.ctx, `update login_throttle set tried_at = tried_at - interval '1 hour' where tries = $1`, mail.ShareHour)
	require.NoError(t, err)
	change(100)
	require.Equal(t, mail.ShareHour+1, a.mails(mail.Welcome, victim)+a.mails(mail.PasswordChanged, victim), "an hour later")

	_, err = a.pool.Exec(a.ctx, `update customer set email_proven = true`)
	require.NoError(t, err)
	for n := range mail.ShareHour {
		change(200 + n)
	}
	require.Equal(t, 2*mail.ShareHour+1, a.mails(mail.Welcome, victim)+a.mails(mail.PasswordChanged, victim), "an owner is told of each change")
}

// The share is the address's, whoever's account it is at the time and however it is written.
func TestManyAccountsFillNobodysMailbox(t *testing.T) {
	const victim = "victim@example.org"
	a := newAccounts(t)
	for n := range mail.ShareHour + 2 {
		e := a.register([]string{victim, "Victim@Example.org"}[n%2])
		v := customer.Visit{Token: e.Token, Session: e.Session, Client: "192.0.2.1"}
		_, err := a.service.ChangeEmail(a.ctx, v, fmt.Sprintf("away%d@example.org", n), password)
		require.NoError(t, err)
	}
	require.Equal(t, mail.ShareHour, a.mails(mail.Welcome, victim)+a.mails(mail.EmailChanged, victim))
}
