package backup_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search/searchtest"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// server is a PostgreSQL server in a folder of its own.
func server(t *testing.T, dir string) *pgserver.Server {
	t.Helper()
	s, err := pgserver.Start(t.Context(), options(t, dir))
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Stop(context.Background()) })
	return s
}

func options(t *testing.T, dir string) pgserver.Options {
	t.Helper()
	cfg, err := config.Read(config.Options{})
	require.NoError(t, err)
	ports, err := devstack.FreePorts(1)
	require.NoError(t, err)
	return pgserver.Options{
		Dir: filepath.Join(dir, "postgres"), ToolsDir: filepath.Join(cfg.State.Tools, "postgres"), LogDir: filepath.Join(dir, "log"),
		Port: ports[0], Databases: []string{"kontor", "temporal"}, Say: t.Logf, Note: t.Logf,
	}
}

// stocked makes a shop's database with products, and one of Temporal's with a row.
func stocked(t *testing.T, s *pgserver.Server) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("kontor"))
	require.NoError(t, err)
	require.NoError(t, postgres.Migrate(t.Context(), conn, postgres.Contract))
	require.NoError(t, conn.Close(t.Context()))
	pool, err := postgres.Open(t.Context(), s.URL("kontor"), postgres.Options{})
	require.NoError(t, err)
	defer pool.Close()
	_, err = postgres.NewCatalog(pool, clock.System{}).Apply(t.Context(), searchtest.Batch(120))
	require.NoError(t, err)
	exec(t, s.URL("temporal"), `create table executions (id int)`, `insert into executions values (42)`)
}

func exec(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	for _, s := range statements {
		_, err := conn.Exec(t.Context(), s)
		require.NoError(t, err)
	}
}

// The drill: a shop is lost with its machine, and runs again from its backup, with everything that was sold.
func TestRestoreDrill(t *testing.T) {
	shop := server(t, t.TempDir())
	stocked(t, shop)
	media := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.MkdirAll(filepath.Join(media, "a"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(media, "a", "1.svg"), []byte("<svg/>"), 0o644))
	folder := t.TempDir()
	dir, made, err := backup.Create(t.Context(), backup.Source{
		Database: shop.URL("kontor"), Folders: map[string]string{"media": media, "plugins": filepath.Join(folder, "none")},
		Keys: map[string]string{"campus.key": "secret", "customer.sealKey": ""},
	}, folder, time.Now())
	require.NoError(t, err)
	require.EqualValues(t, 120, made.Rows["product"])
	require.Equal(t, []string{"media"}, made.Folders)
	twice(t, shop.URL("kontor"))
	exec(t, shop.URL("kontor"), `delete from product`) // after the backup, and so no part of it
	require.NoError(t, shop.Stop(t.Context()))

	d, err := backup.Verify(t.Context(), dir)
	require.NoError(t, err)
	require.Empty(t, backup.OtherKeys(d, map[string]string{"campus.key": "secret"}))
	require.Equal(t, []string{"campus.key"}, backup.OtherKeys(d, map[string]string{"campus.key": "another"}))

	elsewhere := t.TempDir()
	before, err := pgserver.Adopt(t.Context(), options(t, elsewhere), func(data string) error {
		return backup.Unpack(t.Context(), dir, data, map[string]string{"media": filepath.Join(elsewhere, "media")})
	})
	require.NoError(t, err)
	require.Empty(t, before)
	restored := server(t, elsewhere)
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = backup.Verify(ended, dir)
	require.ErrorIs(t, err, context.Canceled, "who ends a command does not wait until all is read")
	require.ErrorIs(t, backup.Unpack(ended, dir, filepath.Join(elsewhere, "ended"), nil), context.Canceled)
	require.NoDirExists(t, filepath.Join(elsewhere, "ended"))
	have, err := backup.Check(t.Context(), d, restored.URL("kontor"))
	require.NoError(t, err)
	require.EqualValues(t, 120, have["product"])
	conn, err := pgx.Connect(t.Context(), restored.URL("temporal"))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	var id int
	require.NoError(t, conn.QueryRow(t.Context(), `select id from executions`).Scan(&id), "Temporal's database is of the same moment")
	require.Equal(t, 42, id)
	image, err := os.ReadFile(filepath.Join(elsewhere, "media", "a", "1.svg"))
	require.NoError(t, err)
	require.Equal(t, "<svg/>", string(image))

	exec(t, restored.URL("kontor"), `delete from product`)
	_, err = backup.Check(t.Context(), d, restored.URL("kontor"))
	require.ErrorContains(t, err, "product", "a restore that lost something is noticed")

	for name, harm := range map[string]func(file string) error{
		"base.tar.gz":   func(f string) error { return os.Truncate(f, 1000) },
		"manifest.json": os.Remove,
		"media.tar.gz":  func(f string) error { return os.WriteFile(f, []byte("x"), 0o600) },
	} {
		copied := filepath.Join(t.TempDir(), "copy")
		require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
		require.NoError(t, harm(filepath.Join(copied, name)))
		_, err := backup.Verify(t.Context(), copied)
		require.ErrorContains(t, err, name)
	}
}

// twice takes two backups in one second, as two operators or two machines' timers do: neither takes anything from the other.
func twice(t *testing.T, url string) {
	t.Helper()
	folder, at := filepath.Join(t.TempDir(), "backups"), time.Now()
	var group errgroup.Group
	for range 2 {
		group.Go(func() error {
			dir, _, err := backup.Create(t.Context(), backup.Source{Database: url}, folder, at)
			if err == nil {
				_, err = backup.Verify(t.Context(), dir)
			}
			return err
		})
	}
	require.NoError(t, group.Wait())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, entries[0].Name()+"-2", entries[1].Name())
}

// A backup that is killed can clear up nothing: the next one does, and takes nothing from one that is under way.
func TestBackupThatFailsLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	killed, running := filepath.Join(folder, "kontor-20260301T020000Z.new"), filepath.Join(folder, "kontor-20260302T020000Z.new")
	require.NoError(t, os.Mkdir(killed, 0o700))
	require.NoError(t, os.Mkdir(running, 0o700))
	held, err := devstack.LockFolder(running)
	require.NoError(t, err)
	nowhere := url.URL{Scheme: "postgres", Host: "127.0.0.1:1", Path: "/kontor"}
	_, _, err = backup.Create(t.Context(), backup.Source{Database: nowhere.String()}, folder, time.Now())
	require.Equal(t, "database_unavailable", fault.ReasonOf(err), "the operator is told what to start, as by every other command")
	require.NoDirExists(t, killed)
	require.DirExists(t, running)
	require.NoError(t, held.Close())
	_, _, err = backup.Create(t.Context(), backup.Source{Database: nowhere.String()}, folder, time.Now())
	require.Error(t, err)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
	_, err = backup.Verify(t.Context(), folder)
	require.ErrorContains(t, err, "is no backup")
}
