package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestInTxRollsBackOnError(t *testing.T) {
	ctx, pool := context.Background(), pgtest.New(t)
	_, err := pool.Exec(ctx, "create table n (v int)")
	require.NoError(t, err)

	boom := errors.New("boom")
	require.ErrorIs(t, postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "insert into n values (1)"); err != nil {
			return err
		}
		return boom
	}), boom)

	var rows int
	require.NoError(t, pool.QueryRow(ctx, "select count(*) from n").Scan(&rows))
	require.Zero(t, rows)
}

// Two transactions that lock the same two rows in opposite order deadlock; the loser must be run again.
func TestInTxRepeatsAfterADeadlock(t *testing.T) {
	ctx, pool := context.Background(), pgtest.New(t)
	_, err := pool.Exec(ctx, "create table n (id int primary key, v int); insert into n values (1, 0), (2, 0)")
	require.NoError(t, err)

	var both, wg sync.WaitGroup
	both.Add(2)
	runs := make(chan struct{}, 10)
	work := func(first, second int) {
		defer wg.Done()
		var once sync.Once
		err := postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
			runs <- struct{}{}
			if _, err := tx.Exec(ctx, "update n set v = v + 1 where id = $1", first); err != nil {
				return err
			}
			once.Do(func() { both.Done(); both.Wait() }) // each holds its first row before asking for the second
			_, err := tx.Exec(ctx, "update n set v = v + 1 where id = $1", second)
			return err
		})
		assert.NoError(t, err)
	}
	wg.Add(2)
	go work(1, 2)
	go work(2, 1)
	wg.Wait()

	var sum int
	require.NoError(t, pool.QueryRow(ctx, "select sum(v) from n").Scan(&sum))
	require.Equal(t, 4, sum)
	require.GreaterOrEqual(t, len(runs), 3, "the loser ran again; on a busy machine it may lose more than once")
}
