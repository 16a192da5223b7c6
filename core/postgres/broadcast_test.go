package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestChangesReachEveryListener(t *testing.T) {
	pool := pgtest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var heard [2]chan postgres.Change
	for i := range heard {
		heard[i] = make(chan postgres.Change, 100)
		go postgres.NewBroadcast(pool).Listen(ctx, func(_ context.Context, c postgres.Change) { heard[i] <- c })
		require.Equal(t, postgres.Change{All: true}, next(t, heard[i]), "a listener begins with everything")
	}
	many := make([]int64, 1000)
	for i := range many {
		many[i] = int64(1_000_000_000 + i)
	}
	require.NoError(t, postgres.NewBroadcast(pool).Publish(ctx, postgres.Change{Products: many}))
	for i := range heard {
		var got []int64
		for len(got) < len(many) {
			got = append(got, next(t, heard[i]).Products...)
		}
		require.Equal(t, many, got)
	}
}

func TestLostConnectionMeansThatAnythingMayHaveChanged(t *testing.T) {
	pool := pgtest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	heard := make(chan postgres.Change, 100)
	go postgres.NewBroadcast(pool).Listen(ctx, func(_ context.Context, c postgres.Change) { heard <- c })
	next(t, heard)
	_, err := pool.Exec(ctx, `
		select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`)
	require.NoError(t, err)
	require.Equal(t, postgres.Change{All: true}, next(t, heard))
}

func next(t *testing.T, heard chan postgres.Change) postgres.Change {
	t.Helper()
	select {
	case c := <-heard:
		return c
	case <-time.After(10 * time.Second):
		require.FailNow(t, "no change was heard")
		return postgres.Change{}
	}
}
