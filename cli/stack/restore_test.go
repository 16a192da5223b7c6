package stack

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// A shop comes back on another machine with what it had, and the demo catalogue does not come over that.
func TestARestoredShopIsTheOneThatWasLost(t *testing.T) {
	lost, err := config.Read(config.Options{})
	require.NoError(t, err)
	lost.Database.URL = ""
	lost.State.Dir = t.TempDir()
	lost.Media.Dir, lost.Plugins.Dir = filepath.Join(lost.State.Dir, "media"), filepath.Join(lost.State.Dir, "plugins")
	require.NoError(t, os.MkdirAll(lost.Media.Dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(lost.Media.Dir, "1.webp"), []byte("picture"), 0o600))
	dir := backedUp(t, lost)

	found := lost
	found.State.Dir = t.TempDir()
	found.Media.Dir, found.Plugins.Dir = filepath.Join(found.State.Dir, "media"), filepath.Join(found.State.Dir, "plugins")
	found.Search.Dir = filepath.Join(found.State.Dir, "search")
	var said []string
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	elsewhere := found
	elsewhere.Database.URL = "postgres://db.example/kontor"
	require.ErrorContains(t, Restore(t.Context(), elsewhere, dir, say), "database.url", "nothing would run what is restored")
	other := ofAnotherServer(t, dir)
	require.ErrorContains(t, Restore(t.Context(), found, other, say), "PostgreSQL 17.6")
	_, err = Drill(t.Context(), found, other, say)
	require.ErrorContains(t, err, "PostgreSQL 17.6")
	require.NoDirExists(t, filepath.Join(found.State.Dir, postgresFolder), "nothing was touched")
	require.NoError(t, Restore(t.Context(), found, dir, say))
	for _, d := range []demo{demoCatalogue(found), demoContent(found)} {
		require.NotEmpty(t, d.files)
		require.NoError(t, d.once(func() error {
			t.Errorf("%s would be imported over what the shop has", d.files[0])
			return nil
		}))
	}
	picture, err := os.ReadFile(filepath.Join(found.Media.Dir, "1.webp"))
	require.NoError(t, err)
	require.Equal(t, "picture", string(picture))
	require.Equal(t, "ours", pageOf(t, found))
	require.NotContains(t, strings.Join(said, "\n"), "stays as it is")
	for sql, least := range map[string]int64{
		`select nextval(pg_get_serial_sequence('shop_order', 'id'))`: 100_001, `select nextval(pg_get_serial_sequence('withdrawal', 'id'))`: 5_001,
		`select last from invoice_series where year = extract(year from now() at time zone 'Europe/Berlin')`: 7,
	} {
		require.GreaterOrEqual(t, numberOf(t, found, sql), least+backup.Skipped, "what came after the backup has had the numbers up to there")
	}

	require.NoError(t, os.WriteFile(filepath.Join(found.Media.Dir, "2.webp"), []byte("newer"), 0o600))
	index := filepath.Join(found.State.Dir, meilisearchFolder)
	for _, folder := range []string{index, found.Search.Dir} {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, "of-before"), 0o755))
	}
	require.NoError(t, Restore(t.Context(), found, dir, say))
	require.FileExists(t, filepath.Join(found.Media.Dir, "2.webp"))
	require.Contains(t, said, found.Media.Dir+" stays as it is; the backup's is in "+filepath.Join(dir, "media.tar.gz"))
	require.Contains(t, strings.Join(said, "\n"), "what was there is in ")
	require.NoDirExists(t, index, "it has the goods of before")
	require.DirExists(t, filepath.Join(found.Search.Dir, "of-before"), "the shop keeps nothing there, so that it is somebody else's")
}

// Who tries something with a copy of a shop that goes on does not have the warehouse send everything twice.
func TestACopyBesideTheShopTellsNobody(t *testing.T) {
	dir := backedUp(t, on(t, t.TempDir()))
	told := func(more ...string) (n int64) {
		copied := on(t, t.TempDir())
		require.NoError(t, Restore(t.Context(), copied, dir, t.Logf, more...))
		require.EqualValues(t, 1, numberOf(t, copied, `select count(*) from outbox where topic = 'order.placed'`), "it goes on all the same")
		return numberOf(t, copied, `select (select count(*) from endpoint) + (select count(*) from outbox where topic <> 'order.placed')`)
	}
	require.EqualValues(t, 3, told(), "the shop itself, back again, does")
	require.Zero(t, told(backup.Beside()...))
}

// Media and plugins do not follow state.dir: a copy that was given that alone would have upgraded the shop's own plugins.
func TestACopyBesideTheShopHasFoldersOfItsOwn(t *testing.T) {
	shop := t.TempDir()
	copied := config.Config{State: config.State{Dir: filepath.Join(t.TempDir(), "copy")}, Media: config.Media{Dir: filepath.Join(shop, "media")}}
	copied.Plugins.Dir = filepath.Join(shop, "plugins")
	err := Apart(copied)
	require.ErrorContains(t, err, "KONTOR_MEDIA_DIR="+filepath.Join(copied.State.Dir, "media"))
	require.ErrorContains(t, err, "KONTOR_PLUGINS_DIR="+filepath.Join(copied.State.Dir, "plugins"))
	require.NotContains(t, err.Error(), "KONTOR_PLUGINS_INSTALLED", "it is below plugins.dir unless it is set")

	copied.Media.Dir, copied.Plugins.Dir = filepath.Join(copied.State.Dir, "media"), filepath.Join(copied.State.Dir, "plugins")
	require.NoError(t, Apart(copied))
	copied.Plugins.Installed = filepath.Join(shop, "plugins", "installed")
	require.ErrorContains(t, Apart(copied), "KONTOR_PLUGINS_INSTALLED="+filepath.Join(copied.State.Dir, "installed"))
}

func postgresOf(t *testing.T, c config.Config) *pgserver.Server {
	t.Helper()
	ports, err := devstack.FreePorts(1)
	require.NoError(t, err)
	s, err := pgserver.Start(t.Context(), pgserver.Options{
		Dir: filepath.Join(c.State.Dir, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), LogDir: filepath.Join(c.State.Dir, "log"),
		Port: ports[0], Databases: []string{database}, Say: t.Logf, Note: t.Logf,
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Stop(context.Background()) })
	return s
}

// backedUp makes a shop with a page of its own, and gives its backup.
func backedUp(t *testing.T, c config.Config) string {
	t.Helper()
	server := postgresOf(t, c)
	conn, err := pgx.Connect(t.Context(), server.URL(database))
	require.NoError(t, err)
	require.NoError(t, postgres.Migrate(t.Context(), conn, postgres.Contract))
	_, err = conn.Exec(t.Context(), `create table own_page (text text)`)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), `insert into own_page values ('ours')`)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), `insert into invoice_series values (extract(year from now() at time zone 'Europe/Berlin'), 7)`)
	require.NoError(t, err)
	for _, topic := range []string{"mail.requested", "endpoint.warehouse", "order.placed"} {
		_, err = conn.Exec(t.Context(), `insert into outbox (id, topic, key, payload) values ($1, $1, '', '{}')`, topic)
		require.NoError(t, err)
	}
	_, err = conn.Exec(t.Context(), `insert into endpoint (name, url, kinds, key_id) values ('warehouse', 'https://warehouse.example.com', '{order.placed}', '1')`)
	require.NoError(t, err)
	require.NoError(t, conn.Close(t.Context()))
	dir, _, err := backup.Create(t.Context(), backup.Source{Database: server.URL(database), Folders: BackupFolders(c)}, t.TempDir(), time.Now())
	require.NoError(t, err)
	require.NoError(t, server.Stop(t.Context()))
	return dir
}

// ofAnotherServer is the same backup, which says that it was taken from an older server.
func ofAnotherServer(t *testing.T, dir string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
	file := filepath.Join(copied, "backup.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	text = regexp.MustCompile(`"server": "[^"]*"`).ReplaceAll(text, []byte(`"server": "17.6"`))
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return copied
}

func numberOf(t *testing.T, c config.Config, sql string) (n int64) {
	t.Helper()
	server := postgresOf(t, c)
	conn, err := pgx.Connect(t.Context(), server.URL(database))
	require.NoError(t, err)
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&n))
	require.NoError(t, conn.Close(t.Context()))
	require.NoError(t, server.Stop(t.Context()))
	return n
}

func pageOf(t *testing.T, c config.Config) (text string) {
	t.Helper()
	server := postgresOf(t, c)
	conn, err := pgx.Connect(t.Context(), server.URL(database))
	require.NoError(t, err)
	require.NoError(t, conn.QueryRow(t.Context(), `select text from own_page`).Scan(&text))
	require.NoError(t, conn.Close(t.Context()))
	require.NoError(t, server.Stop(t.Context()))
	return text
}

// Who restores is told what the shop would be told here that it was not where it ran; machines' own addresses are no news.
func TestOtherSettingsAreSaid(t *testing.T) {
	told := BackupSettings([]config.Setting{
		{Key: "http.publicURL", Value: "https://shop.example", Default: "http://localhost:8080"}, {Key: "market.withdrawalDays", Value: 14, Default: 14},
		{Key: "customer.sealKey", Value: "********", Default: "", Secret: true}, {Key: "http.addr", Value: "0.0.0.0:80", Default: ""},
		{Key: "database.url", Value: "postgres://db", Default: ""}, {Key: "state.dir", Value: "/srv", Default: ".kontor"},
	})
	require.Equal(t, map[string]string{"http.publicURL": "https://shop.example"}, told)

	dir := t.TempDir()
	here := filepath.Join(t.TempDir(), "plugins.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plugins.yaml"), []byte("plugins: [paypal]"), 0o600))
	require.NoError(t, os.WriteFile(here, []byte("plugins: [paypal]"), 0o600))
	d := backup.Description{Settings: told}
	files := map[string]string{"plugins.yaml": here}
	require.Empty(t, backup.OtherSettings(dir, d, told, files))
	require.NoError(t, os.WriteFile(here, []byte("plugins: []"), 0o600))
	require.Equal(t, []string{
		`http.publicURL is the default here, it was "https://shop.example"`, `vat.requester is "DE1" here, it was the default`,
		here + " is not " + filepath.Join(dir, "plugins.yaml") + ", with which the shop ran",
	}, backup.OtherSettings(dir, d, map[string]string{"vat.requester": "DE1"}, files))
	require.Empty(t, backup.OtherSettings(dir, backup.Description{}, told, files), "a backup of before says nothing")
}

// A drill leaves no copy of a shop behind for long, even if it is killed, and takes none from one that runs.
func TestADrillRemovesWhatAKilledOneLeft(t *testing.T) {
	temp := t.TempDir()
	var said []string
	say := func(format string, a ...any) { said = append(said, fmt.Sprintf(format, a...)) }
	running, end, err := drillFolder(temp, say)
	require.NoError(t, err)
	killed := filepath.Join(temp, "kontor-drill-killed")
	require.NoError(t, os.MkdirAll(filepath.Join(killed, postgresFolder), 0o700))

	next, endNext, err := drillFolder(temp, say)
	require.NoError(t, err)
	require.NoDirExists(t, killed)
	require.DirExists(t, running)
	require.Equal(t, []string{"removing " + killed + ", which a drill left that was killed"}, said)
	require.NoError(t, endNext())
	require.NoError(t, end())
	require.NoDirExists(t, running)
	require.NoDirExists(t, next)
}
