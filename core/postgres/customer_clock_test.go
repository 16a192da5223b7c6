package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

// later lets time go by, for the shop and for what the database dates.
func (a *accounts) later(d time.Duration) {
	a.Helper()
	a.now.Advance(d)
	for table, dates := range map[string][]string{
		"login_challenge": {"expires_at"}, "password_reset": {"created_at", "expires_at"}, "session_successor": {"made_at"},
		"login_throttle": {"tried_at", "blocked_until", "good_at"},
	} {
		for _, date := range dates {
			_, err := a.pool.Exec(a.ctx, `update `+table+` set `+date+` = `+date+` - $1::interval`, d)
			require.NoError(a, err)
		}
	}
}

// A try that waits for another, which began after it and was counted before it, is not blocked until the moment in which that was counted.
func TestATryThatWaitsForALaterOneIsNotBlocked(t *testing.T) {
	a := newAccounts(t)
	limit := customer.Limit{Key: []byte("key"), Free: 5, First: time.Minute, Most: 15 * time.Minute}
	_, err := a.store.Try(a.ctx, []customer.Limit{limit})
	require.NoError(t, err)
	later, err := a.pool.Begin(a.ctx)
	require.NoError(t, err)
	defer func() { _ = later.Rollback(a.ctx) }()
	_, err = later.Exec(a.ctx, `select from login_throttle where key = $1 for update`, limit.Key)
	require.NoError(t, err)
	tried := make(chan error, 1)
	go func() {
		_, err := a.store.Try(a.ctx, []customer.Limit{limit})
		tried <- err
	}()
	require.Eventually(t, func() bool {
		return a.count(`select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`) == 1
	}, 20*time.Second, 10*time.Millisecond)
	_, err = later.Exec(a.ctx, `update login_throttle set tries = 2, tried_at = clock_timestamp(), blocked_until = clock_timestamp()`)
	require.NoError(t, err)
	require.NoError(t, later.Commit(a.ctx))
	require.NoError(t, <-tried)
}

// Of two processes, one's clock is two hours behind the database's and the other's ahead: what one begins, the other takes, and what is
// over for one is over for both.
func TestCodesLinksAndBlocksDoNotDependOnAProcessesClock(t *testing.T) {
	const off = 2 * time.Hour
	a := newAccounts(t)
	a.register("erika@example.org")
	at := func(d time.Duration) *accounts {
		other := &accounts{shop: a.shop, now: clock.NewFixed(time.Now().Add(d)), store: a.store}
		other.restart()
		return other
	}
	for name, pair := range map[string][2]*accounts{"ahead": {at(-off), at(off)}, "behind": {at(off), at(-off)}} {
		t.Run(name, func(t *testing.T) {
			one, other := pair[0], pair[1]
			v := one.visit()
			_, err := one.service.Login(a.ctx, v, "erika@example.org", password)
			require.NoError(t, err)
			awaits, err := other.service.Awaits(a.ctx, v)
			require.NoError(t, err)
			require.True(t, awaits)
			_, err = other.sessions.Prune(a.ctx)
			require.NoError(t, err)
			_, err = other.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
			require.NoError(t, err)
			_, _, err = other.sessions.Successor(a.ctx, v.Token)
			require.ErrorIs(t, err, session.ErrRenewed)
			a.later(session.Renewal)
			_, _, err = one.sessions.Successor(a.ctx, v.Token)
			require.ErrorIs(t, err, errNoSession)

			require.NoError(t, one.service.RequestReset(a.ctx, v, "erika@example.org"))
			token := a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):]
			require.NoError(t, other.service.Reset(a.ctx, v, token, password))
			require.NoError(t, one.service.RequestReset(a.ctx, v, "erika@example.org"))
			token = a.mailed(mail.ResetPassword).Path[len(customer.ResetPath):]
			a.later(customer.ResetLife)
			require.ErrorIs(t, other.service.Reset(a.ctx, v, token, password), customer.ErrWrongLink)

			guess := one.visit()
			var blocked *customer.Blocked
			for range 5 {
				_, err = one.service.Login(a.ctx, guess, "erika@example.org", "Falsch1x")
			}
			require.ErrorAs(t, err, &blocked)
			require.WithinDuration(t, time.Now().Add(time.Minute), blocked.Until, 30*time.Second)
			_, err = other.service.Login(a.ctx, guess, "erika@example.org", password)
			require.ErrorAs(t, err, &blocked)
			a.later(time.Minute)
			v = other.visit()
			_, err = other.service.Login(a.ctx, v, "erika@example.org", password)
			require.NoError(t, err)
			a.later(customer.CodeLife)
			_, err = one.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
			require.ErrorIs(t, err, customer.ErrWrongCode)
			a.later(customer.ForgetTries)
		})
	}
}

// A block that the database made while its own clock was years ahead keeps nobody out until then.
func TestABlockOfAWrongClockHoldsNobody(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	for range 5 {
		_, err := a.service.Login(a.ctx, a.visit(), "erika@example.org", "Falsch1x")
		require.Error(t, err)
	}
	_, err := a.pool.Exec(a.ctx, `update login_throttle set tried_at = tried_at + interval '3 years', blocked_until = blocked_until + interval '3 years'`)
	require.NoError(t, err)
	_, err = a.service.Login(a.ctx, a.visit(), "erika@example.org", password)
	require.NoError(t, err)
}

// A process whose clock is a year ahead takes no session that lives, and no cart.
func TestPruningGoesByTheDatabasesClock(t *testing.T) {
	a := newAccounts(t)
	a.now.Advance(time.Since(march))
	entry := a.register("erika@example.org")
	ahead := session.NewService(postgres.NewSessions(a.pool), clock.NewFixed(time.Now().AddDate(1, 0, 0)))
	n, err := ahead.Prune(a.ctx)
	require.NoError(t, err)
	require.Zero(t, n)
	_, err = a.sessions.Fresh(a.ctx, entry.Token)
	require.NoError(t, err)
}
