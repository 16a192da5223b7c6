package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestBacklogTellsOfEachTopic(t *testing.T) {
	pool := pgtest.New(t)
	_, err := pool.Exec(t.Context(), `
		insert into outbox (id, topic, key, payload, created_at, due_at, last_error, delivered_at, dead_at) values
		  ('1', 'attempt.waits', '1', '{}', $1::timestamptz, $1::timestamptz + interval '20 seconds', 'away', null, null),
		  ('2', 'attempt.waits', '2', '{}', $1::timestamptz + interval '1 second', $1::timestamptz + interval '10 seconds', 'away for long', null, null),
		  ('3', 'attempt.waits', '3', '{}', $1::timestamptz - interval '1 day', $1, '', $1, null),
		  ('4', 'attempt.waits', '4', '{}', $1::timestamptz + interval '2 seconds', $1, '', null, null),
		  ('5', 'mail.requested', '5', '{}', $1::timestamptz - interval '1 day', $1, 'no such mailbox', null, $1),
		  ('6', 'order.placed', '6', '{}', $1, $1, '', $1, null),
		  ('7', 'order.owes', '7', '{}', $1, $1, '', null, null)`, march)
	require.NoError(t, err)
	box := postgres.NewOutbox(pool)
	backlog, err := box.Backlog(t.Context())
	require.NoError(t, err)
	glance, err := box.Glance(t.Context())
	require.NoError(t, err)
	require.Equal(t, backlog, glance)
	for i := range backlog {
		for _, at := range []*time.Time{&backlog[i].Oldest, &backlog[i].Retry} {
			*at = at.UTC()
		}
	}
	require.Equal(t, []outbox.Backlog{
		{Topic: outbox.AttemptWaits, Waiting: 3, Failing: 2, Oldest: march, Retry: march.Add(10 * time.Second), LastError: "away"},
		{Topic: outbox.MailRequested, Dead: 1, LastError: "no such mailbox"},
		{Topic: outbox.OrderOwes, Waiting: 1, Oldest: march},
	}, backlog)
}

// Operators look while very much waits, and while PostgreSQL has counted none of it yet.
func TestAGlanceReadsLittleOfWhatWaits(t *testing.T) {
	const events = 20_000
	url := pgtest.URL(t)
	do := func(run func(*pgxpool.Pool)) (read int) {
		before := readOfOutbox(t, url)
		pool, err := postgres.Open(t.Context(), url, postgres.Options{})
		require.NoError(t, err)
		run(pool)
		pool.Close() // a connection that ends tells what it read
		return readOfOutbox(t, url) - before
	}
	glance := func(pool *pgxpool.Pool) {
		found, err := postgres.NewOutbox(pool).Glance(t.Context())
		require.NoError(t, err)
		require.Len(t, found, 1)
		require.Equal(t, []int{outbox.GlanceAt, outbox.GlanceAt, outbox.GlanceAt}, []int{found[0].Waiting, found[0].Failing, found[0].Dead})
	}
	do(func(pool *pgxpool.Pool) {
		_, err := pool.Exec(t.Context(), `alter table outbox set (autovacuum_enabled = false)`)
		require.NoError(t, err)
		for _, state := range []string{"delivered_at", "dead_at", "created_at"} {
			_, err = pool.Exec(t.Context(), `analyze outbox`)
			require.NoError(t, err)
			_, err = pool.Exec(t.Context(), `
				insert into outbox (id, topic, key, payload, last_error, `+state+`)
				select $1 || n, $2, n, '{}', 'away', now() from generate_series(1, $3::int) n`, state, topic, events)
			require.NoError(t, err)
		}
	})
	require.Less(t, do(glance), 3*outbox.GlanceAt)
	do(func(pool *pgxpool.Pool) {
		_, err := pool.Exec(t.Context(), `analyze outbox`)
		require.NoError(t, err)
	})
	require.Less(t, do(glance), 3*outbox.GlanceAt)
}

// readOfOutbox gives how many rows and entries of indexes have been read.
func readOfOutbox(t *testing.T, url string) (rows int) {
	t.Helper()
	pool, err := postgres.Open(t.Context(), url, postgres.Options{})
	require.NoError(t, err)
	defer pool.Close()
	require.NoError(t, pool.QueryRow(t.Context(), `
		select seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid)
		from pg_stat_user_tables t where relname = 'outbox'`).Scan(&rows))
	return rows
}
