package postgres_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
)

func (a *accounts) proven(id int64) bool {
	a.Helper()
	c, err := a.service.Customer(a.ctx, id)
	require.NoError(a, err)
	return c.Proven
}

// prove logs in with the code that is mailed.
func (a *accounts) prove(email string) {
	a.Helper()
	v := a.visit()
	_, err := a.service.Login(a.ctx, v, email, password)
	require.NoError(a, err)
	_, err = a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	require.NoError(a, err)
}

func TestAnAddressIsProvenByWhatIsMailedToIt(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	id := entry.Customer.ID
	require.False(t, a.proven(id), "anybody can register with it")
	v := a.visit()
	_, err := a.service.Login(a.ctx, v, "erika@example.org", password)
	require.NoError(t, err)
	_, err = a.service.Confirm(a.ctx, v, "wrong")
	require.ErrorIs(t, err, customer.ErrWrongCode)
	require.False(t, a.proven(id))
	code := a.mailed(mail.LoginCode).Code

	_, err = a.service.ChangeEmail(a.ctx, as(entry), "stranger@example.org", password)
	require.NoError(t, err)
	_, err = a.service.Confirm(a.ctx, v, code)
	require.ErrorIs(t, err, customer.ErrWrongCode, "it was mailed to the address before")
	require.False(t, a.proven(id))

	a.prove("stranger@example.org")
	require.True(t, a.proven(id))
	change, err := customer.CorrectEmail("other@example.org", a.now.Now())
	require.NoError(t, err)
	_, err = postgres.NewCustomers(a.pool).Change(a.ctx, id, change)
	require.NoError(t, err)
	require.False(t, a.proven(id))

	require.NoError(t, a.service.RequestReset(a.ctx, a.visit(), "other@example.org"))
	require.NoError(t, a.service.Reset(a.ctx, a.visit(), a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):], "Neu7Haus"))
	require.True(t, a.proven(id))
}

// reads makes the address one that gets the newsletter and waits for goods, as somebody without an account does.
func (a *accounts) reads(email string) {
	a.Helper()
	_, err := a.pool.Exec(a.ctx, `
		with n as (
		    insert into newsletter_subscription (id, email, lang, source, state, requested_at, requested_from, confirmed_at, unsubscribe_token)
		    values ($1, $2, 'de', 'footer', $3, $4, '192.0.2.77', $4, 'token-' || $2))
		insert into restock_alert (id, product_id, email, lang, digest, asked_at, confirmed_at, due_at)
		select $1, min(id), $2, 'de', 'digest', $4, $4, $4::timestamptz + interval '90 days' from product`, ident.New(), email, newsletter.Active, march)
	require.NoError(a, err)
}

// Who registers with somebody else's address is neither told what its reader wished for, nor ends it.
func TestAnAddressAloneOpensNothing(t *testing.T) {
	for name, c := range map[string]struct {
		prove bool
		left  int
	}{"registered": {false, 1}, "proven": {true, 0}} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.reads("erika@example.org")
			id := a.register("erika@example.org").Customer.ID
			if c.prove {
				a.prove("erika@example.org")
			}
			requests := a.requests()
			require.NoError(t, requests.Ask(a.ctx, id, privacy.Export, "192.0.2.1"))
			_, err := requests.Advance(a.ctx, a.latest(privacy.Export))
			require.NoError(t, err)
			content, err := requests.Fetch(a.ctx, id)
			require.NoError(t, err)
			files := unpack(t, content)
			require.Equal(t, c.prove, strings.Contains(files["newsletter"], "192.0.2.77"))
			require.Equal(t, c.prove, strings.Contains(files["restock_alerts"], "erika@example.org"))

			require.NoError(t, requests.Ask(a.ctx, id, privacy.Deletion, "192.0.2.1"))
			_, err = requests.Advance(a.ctx, a.latest(privacy.Deletion))
			require.NoError(t, err)
			for _, table := range []string{"newsletter_subscription", "restock_alert"} {
				require.Equal(t, c.left, a.count(`select count(*) from `+table), table)
			}
		})
	}
}

// Nor do the mails about goods follow the account to another address.
func TestAlertsOfAStrangerStay(t *testing.T) {
	a := newAccounts(t)
	a.reads("erika@example.org")
	entry := a.register("erika@example.org")
	_, err := a.service.ChangeEmail(a.ctx, as(entry), "stranger@example.org", password)
	require.NoError(t, err)
	require.Equal(t, 1, a.count(`select count(*) from restock_alert where email = 'erika@example.org'`))
}
