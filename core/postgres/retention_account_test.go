package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/retention"
	"kontor.dev/kontor/core/session"
)

// Whoever does not use an account is told in time, once, and loses it when the time is over; whoever uses it keeps it.
func TestUnusedAccountsEndAfterAMail(t *testing.T) {
	a := newAccounts(t)
	gone, back := a.register("gone@example.org").Customer.ID, a.register("back@example.org")
	_, err := a.pool.Exec(a.ctx, `update customer set seen_at = $1`, a.now.Now())
	require.NoError(t, err)
	keeper := postgres.NewRetention(a.pool).Unused(24)
	run := func(dry bool) int {
		t.Helper()
		list, err := keeper.Run(a.ctx, a.now.Now(), dry)
		require.NoError(t, err)
		last := list[len(list)-1]
		require.Equal(t, "unused_account", last.Rule)
		return last.Rows
	}
	told := func() int {
		return a.count(`select count(*) from outbox where payload ->> 'template' = $1`, mail.AccountUnused)
	}
	begun := func() int {
		return a.count(`select count(*) from privacy_request where kind = 'deletion' and state = 'asked'`)
	}

	a.now.Advance(a.now.Now().AddDate(0, 24, 0).Sub(a.now.Now()) - time.Hour)
	require.Zero(t, run(false))
	require.Zero(t, told())
	a.now.Advance(2 * time.Hour)
	list, err := keeper.Run(a.ctx, a.now.Now(), true)
	require.NoError(t, err)
	require.Equal(t, retention.Forgotten{Rule: "unused_account", Mails: 2}, list[len(list)-1], "it says whom it would tell")
	require.Zero(t, told(), "the dry run told nobody")
	for range 2 {
		require.Zero(t, run(false))
		require.Equal(t, 2, told(), "once each")
	}
	a.now.Advance(29 * 24 * time.Hour)
	require.Zero(t, run(false))
	a.enter("back@example.org")
	a.now.Advance(24 * time.Hour)
	require.Equal(t, 1, run(true))
	require.Equal(t, 1, run(false))
	require.Zero(t, run(false), "asked for once")
	require.Equal(t, 1, begun())
	require.Equal(t, 1, a.count(`select count(*) from privacy_request where customer_id = $1`, gone))
	require.Equal(t, 1, a.count(`select count(*) from outbox where topic = 'privacy.requested'`), "its workflow hears of it")
	require.Equal(t, 2, told())

	a.now.Advance(a.now.Now().AddDate(0, 24, 0).Sub(a.now.Now()))
	require.Zero(t, run(false))
	require.Equal(t, 3, told(), "who came back, and stayed away again, is told again")
	require.Equal(t, back.Customer.ID, int64(a.count(`select id from customer where email = 'back@example.org'`)))
	require.NotContains(t, postgres.NewRetention(a.pool).Rules(), keeper.Rules()[len(keeper.Rules())-1], "no shop has it that did not ask for it")
}

// Looking around while the log-in is still known is use as well, and is written down once a day.
func TestAnAccountIsUsedByItsSession(t *testing.T) {
	a := newAccounts(t)
	e := a.register("erika@example.org")
	seen := func() (at time.Time) {
		t.Helper()
		require.NoError(t, a.pool.QueryRow(a.ctx, `select seen_at from customer where id = $1`, e.Customer.ID).Scan(&at))
		return at.UTC()
	}
	began := a.now.Now().Truncate(time.Microsecond)
	_, err := a.pool.Exec(a.ctx, `update customer set seen_at = $1`, began)
	require.NoError(t, err)
	visit := func(after time.Duration) {
		t.Helper()
		a.now.Advance(after)
		_, err := a.sessions.Fresh(a.ctx, e.Token)
		require.NoError(t, err)
	}
	visit(23 * time.Hour)
	require.Equal(t, began, seen())
	visit(2 * time.Hour)
	require.WithinDuration(t, a.now.Now(), seen(), time.Millisecond)
	visit(session.Idle - time.Hour)
	require.WithinDuration(t, a.now.Now(), seen(), time.Millisecond)
}
