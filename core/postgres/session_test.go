package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/session"
)

var errNoSession = fault.New(fault.Unauthenticated, "session_missing")

func TestSessionLivesFromStartToEnd(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	token, made, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	elsewhere := session.NewService(store, now)
	found, err := elsewhere.Resolve(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, made, found)

	require.NoError(t, elsewhere.End(t.Context(), token))
	_, err = service.Fresh(t.Context(), token)
	require.ErrorIs(t, err, errNoSession, "an ended session is dead at once where it matters")
	_, err = service.Resolve(t.Context(), "made-up")
	require.ErrorIs(t, err, errNoSession)
	_, err = service.Resolve(t.Context(), "")
	require.ErrorIs(t, err, errNoSession)
}

func TestSessionIsTrustedForSecondsOnly(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	token, _, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	require.NoError(t, session.NewService(store, now).End(t.Context(), token))
	_, err = service.Resolve(t.Context(), token)
	require.NoError(t, err)
	now.Advance(6 * time.Second)
	_, err = service.Resolve(t.Context(), token)
	require.ErrorIs(t, err, errNoSession)
}

func TestSessionExpires(t *testing.T) {
	begun := time.Now().Add(-session.Absolute - session.Idle)
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(begun)
	service := session.NewService(store, now)
	idle, _, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	visited, _, err := service.Start(t.Context(), catalog.English)
	require.NoError(t, err)
	for now.Now().Before(begun.Add(session.Absolute - time.Hour)) {
		_, err = service.Resolve(t.Context(), visited)
		require.NoError(t, err, "visits keep it alive")
		now.Advance(session.Idle - time.Hour)
	}
	_, err = service.Resolve(t.Context(), idle)
	require.ErrorIs(t, err, errNoSession)
	now.Advance(session.Idle)
	_, err = service.Resolve(t.Context(), visited)
	require.ErrorIs(t, err, errNoSession, "but not for ever")
	n, err := service.Prune(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// What is over is forgotten, and nothing before: who is blocked stays so.
func TestPruningForgetsWhatIsOver(t *testing.T) {
	a := newAccounts(t)
	a.now.Advance(time.Since(march))
	a.register("erika@example.org")
	store := postgres.NewSessions(a.pool)
	for _, c := range []struct {
		table, insert string // of a row as of the time $1
		kept          time.Duration
	}{
		{"session", `(digest, id, cart_id, lang, created_at, seen_at)
			values (sha256('seen'), gen_random_uuid(), gen_random_uuid(), 'de', $1, $1)`, session.Idle},
		{"session", `(digest, id, cart_id, lang, created_at, seen_at)
			values (sha256('old'), gen_random_uuid(), gen_random_uuid(), 'de', $1, $1::timestamptz + interval '170 days')`, session.Absolute},
		{"session_successor", `(digest, salt, made_at) values ('a', 'b', $1)`, session.Idle},
		{"cart", `(id, updated_at) values (gen_random_uuid(), $1)`, session.Absolute},
		{"login_challenge", `(session_id, customer_id, code_digest, expires_at)
			select id, customer_id, 'a', $1 from session where customer_id is not null`, 0},
		{"password_reset", `(digest, customer_id, created_at, expires_at) select 'a', id, $1, $1 from customer`, 0},
		{"login_throttle", `(key, tried_at) values ('a', $1)`, customer.ForgetTries},
		{"login_throttle", `(key, tried_at, blocked_until) values ('a', $1::timestamptz - interval '2 days', $1)`, 0},
		{"login_throttle", `(key, tried_at, good_at) values ('a', $1, $1)`, customer.KeepGood},
		{"security_event", `(kind, customer_id, client, at) values ('login', 1, '', $1)`, customer.KeepEvents},
	} {
		for _, more := range []time.Duration{time.Minute, -time.Minute} {
			_, err := a.pool.Exec(a.ctx, `insert into `+c.table+c.insert, time.Now().Add(-c.kept-more))
			require.NoError(t, err, c.insert)
			before := a.count(`select count(*) from ` + c.table)
			_, err = store.Prune(a.ctx)
			require.NoError(t, err)
			gone := 0
			if more > 0 {
				gone = 1
			}
			require.Equal(t, before-gone, a.count(`select count(*) from `+c.table), c.table+c.insert)
		}
		if c.table == "login_throttle" {
			_, err := a.pool.Exec(a.ctx, `delete from login_throttle`)
			require.NoError(t, err)
		}
	}
	_, err := a.pool.Exec(a.ctx, `insert into cart (id, updated_at, frozen_by) values (gen_random_uuid(), '-infinity', gen_random_uuid())`)
	require.NoError(t, err)
	carts := a.count(`select count(*) from cart`)
	_, err = store.Prune(a.ctx)
	require.NoError(t, err)
	require.Equal(t, carts, a.count(`select count(*) from cart`), "a payment is under way")
}

// A token that was replaced without a salt, as by a log-in in another tab, leads on by a secret all the same.
func TestNoTokenFollowsWithoutASecret(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	token, _, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	_, err = service.Rotate(t.Context(), token)
	require.NoError(t, err)
	for _, salt := range []string{"first", "second"} {
		kept, err := store.Salt(t.Context(), ident.Digest(token), []byte(salt))
		require.NoError(t, err)
		require.Equal(t, "first", string(kept))
	}
}
