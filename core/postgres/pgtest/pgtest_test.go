package pgtest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestEachTestHasItsOwnMigratedDatabase(t *testing.T) {
	ctx := context.Background()
	one, two := pgtest.New(t), pgtest.New(t)
	_, err := one.Exec(ctx, "create table mine (id int)")
	require.NoError(t, err)

	var there bool
	require.NoError(t, two.QueryRow(ctx, "select exists (select from pg_tables where tablename = 'mine')").Scan(&there))
	require.False(t, there, "a table of one test shows up in another's database")

	conn, err := two.Acquire(ctx)
	require.NoError(t, err)
	defer conn.Release()
	pending, err := postgres.Pending(ctx, conn.Conn(), postgres.Contract)
	require.NoError(t, err)
	require.Empty(t, pending)
}

func TestTheDatabaseIsGoneAfterwards(t *testing.T) {
	ctx := context.Background()
	var name string
	t.Run("use one", func(t *testing.T) {
		require.NoError(t, pgtest.New(t).QueryRow(ctx, "select current_database()").Scan(&name))
	})
	var there bool
	err := pgtest.New(t).QueryRow(ctx, "select exists (select from pg_database where datname = $1)", name).Scan(&there)
	require.NoError(t, err)
	require.False(t, there)
}
