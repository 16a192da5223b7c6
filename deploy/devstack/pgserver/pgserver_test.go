package pgserver_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Covers the whole life: installed, created, started, stopped, started again with its data.
func TestServerKeepsItsData(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	state := t.TempDir() // closed to others, so that as root the data must go elsewhere
	opts := pgserver.Options{
		Dir: filepath.Join(state, "postgres"), ToolsDir: filepath.Join(state, "tools"), LogDir: filepath.Join(state, "log"),
		Port: freePort(t), Databases: []string{"shop"}, Say: t.Logf, Note: t.Logf,
	}
	t.Cleanup(func() {
		require.NoError(t, pgserver.Remove(opts.Dir))
		require.NoError(t, pgserver.Remove(opts.ToolsDir))
	})

	s, err := pgserver.Start(ctx, opts)
	require.NoError(t, err)
	query(ctx, t, s.URL("shop"), "create table kept as select lower('ÄRGER') as word")
	require.NoError(t, s.Stop(ctx))
	require.Zero(t, s.PID())

	s, err = pgserver.Start(ctx, opts)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Stop(ctx)) }()
	require.Equal(t, "ärger", query(ctx, t, s.URL("shop"), "select word from kept"))
	require.Equal(t, "on", query(ctx, t, s.URL("shop"), "show fsync"))

	conn, err := pgx.Connect(ctx, s.URL("shop"))
	require.NoError(t, err)
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "create table person as select $1::text as email", "erika@example.org")
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "create unique index person_email on person (lower(email))")
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "insert into person select $1", "Erika@example.org")
	require.ErrorContains(t, err, "person_email")
	_, err = conn.Exec(ctx, "select pg_sleep(0.6), $1::text", "erika@example.org")
	require.NoError(t, err)
	log, err := os.ReadFile(filepath.Join(opts.LogDir, "postgres.log"))
	require.NoError(t, err)
	require.Contains(t, string(log), "person_email")
	require.Contains(t, string(log), "pg_sleep", "it took long")
	require.NotContains(t, string(log), "erika", "the log holds nobody's data")
}

func query(ctx context.Context, t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	defer conn.Close(ctx)
	var out string
	if err := conn.QueryRow(ctx, sql).Scan(&out); err != nil {
		require.ErrorIs(t, err, pgx.ErrNoRows)
	}
	return out
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
