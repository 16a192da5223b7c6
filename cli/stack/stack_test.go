package stack

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
)

func TestHashTreeSeesSourcesOnly(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	hash := func() string {
		sum, err := hashTree(root, notSources...)
		require.NoError(t, err)
		return sum
	}
	write("src/app/page.tsx", "one")
	first := hash()
	write("node_modules/next/index.js", "x")
	write(".next/build", "x")
	require.Equal(t, first, hash(), "what is installed or built is no source")
	write("src/node_modules/page.tsx", "x")
	require.NotEqual(t, first, hash(), "only the folder's own node_modules is left out")
	second := hash()
	write("src/app/page.tsx", "two")
	require.NotEqual(t, second, hash())
	write("src/app/page.tsx", "one")
	elsewhere := t.TempDir()
	require.NoError(t, os.CopyFS(elsewhere, os.DirFS(root)))
	moved, err := hashTree(elsewhere, notSources...)
	require.NoError(t, err)
	require.Equal(t, second, moved, "two trees of the same sources share a build")
}

func TestPartsLeaveOutWhatIsConfigured(t *testing.T) {
	names := func(c config.Config) string {
		var list []string
		for _, p := range (&Stack{cfg: c}).list() {
			list = append(list, p.Name)
		}
		return strings.Join(list, ",")
	}
	all := names(config.Config{Search: config.Search{Engine: "bleve"}})
	for _, part := range []string{"PostgreSQL", "Temporal", "Mail", "Shop", "Storefront build"} {
		require.Contains(t, all, part)
	}
	some := names(config.Config{
		Database: config.Database{URL: "postgres://db"}, Temporal: config.Temporal{Address: "t:7233"}, Mail: config.Mail{SMTP: "m:25"},
	})
	for _, part := range []string{"PostgreSQL", "Temporal", "Mail"} {
		require.NotContains(t, some, part)
	}
	require.Contains(t, some, "Shop")
}

func TestMeilisearchIsStartedWhereItIs(t *testing.T) {
	folder := t.TempDir()
	onPath, elsewhere := filepath.Join(folder, "meilisearch"), filepath.Join(t.TempDir(), "meili-1.50")
	for _, program := range []string{onPath, elsewhere} {
		require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755))
	}
	for name, test := range map[string]struct {
		path    string
		search  config.Search
		program string
		want    string
		fails   string
	}{
		"on PATH":                 {path: folder, want: onPath},
		"on PATH, not wanted":     {path: folder, search: config.Search{Engine: "bleve"}},
		"on PATH, a server named": {path: folder, search: config.Search{Meili: config.Meili{URL: "http://meili"}}},
		"named":                   {path: folder, program: elsewhere, want: elsewhere},
		"named and missing":       {path: folder, program: elsewhere + ".gone", fails: "devstack.meiliProgram"},
		"nowhere":                 {},
		"nowhere, and wanted":     {search: config.Search{Engine: "meili"}, fails: "search.engine is meili"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PATH", test.path)
			c := config.Config{Search: test.search, Devstack: config.Devstack{MeiliProgram: test.program}}
			program, err := meilisearch(c)
			require.Equal(t, test.want, program)
			if test.fails == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.fails)
			require.ErrorContains(t, checkMachine(t.Context(), c), test.fails, "before anything is started")
		})
	}
}

// Next listens at the name localhost alone: that is to be the address at which the front door looks for it.
func TestTheStorefrontListensWhereItIsLookedFor(t *testing.T) {
	both, four := []string{"127.0.0.1", "::1"}, []string{"127.0.0.1"}
	for _, c := range []struct {
		addr                string
		named               []string
		host, resolve, says string
	}{
		{"127.0.0.1:3000", both, "localhost", "ipv4first", ""},
		{"[::1]:3000", both, "localhost", "ipv6first", ""},
		{"[::1]:3000", four, "", "", "localhost alone, which is 127.0.0.1 on this machine"},
		{"127.0.0.2:3000", both, "", "", "localhost alone, which is 127.0.0.1 or ::1 on this machine"},
		{"10.0.0.1:3000", four, "10.0.0.1", "ipv4first", ""},
		{"shop:3000", four, "shop", "ipv4first", ""},
	} {
		host, port, resolve, err := nextListens(t.Context(), c.addr, func(context.Context, string) ([]string, error) { return c.named, nil })
		if c.says != "" {
			require.ErrorContains(t, err, c.says, c.addr)
			continue
		}
		require.NoError(t, err, c.addr)
		require.Equal(t, []string{c.host, "3000", "--dns-result-order=" + c.resolve}, []string{host, port, resolve}, c.addr)
	}
}

func TestThePortsOfAShopThatRunsByHandAreNoOtherPrograms(t *testing.T) {
	c, err := Isolated(config.Config{State: config.State{Dir: t.TempDir()}})
	require.NoError(t, err)
	taken := []string{c.HTTP.Addr, c.Storefront.Addr, devstack.Loopback(c.Devstack.PostgresPort)}
	for _, address := range taken {
		l, err := net.Listen("tcp", address)
		require.NoError(t, err)
		defer l.Close()
	}
	wrong := func(by string) (list []string) {
		for _, check := range Checks(t.Context(), c, by) {
			address, port := strings.CutPrefix(check.Name, "Port ")
			if port && !check.OK {
				list = append(list, address)
			}
			if by != "" && address == c.HTTP.Addr {
				require.Equal(t, "used, for the shop: kontor serve (process 7) runs on these settings", check.Detail)
			}
		}
		return list
	}
	require.Equal(t, taken, wrong(""))
	require.Equal(t, taken[2:], wrong("kontor serve (process 7)"))
}

func TestIsolatedSharesNothingWithTheDevelopmentStack(t *testing.T) {
	dir := t.TempDir()
	running := config.Config{
		State: config.State{Dir: dir, Tools: filepath.Join(dir, "tools")}, Database: config.Database{URL: "postgres://customers"},
		Temporal: config.Temporal{Address: "t:7233", Namespace: "kontor"}, Mail: config.Mail{SMTP: "real:25"},
		Search: config.Search{Meili: config.Meili{URL: "http://meili"}},
	}
	c, err := Isolated(running)
	require.NoError(t, err)
	require.Empty(t, c.Database.URL)
	require.Empty(t, c.Temporal.Address)
	require.Empty(t, c.Mail.SMTP)
	require.Empty(t, c.Search.Meili.URL)
	require.Equal(t, running.State.Tools, c.State.Tools)
	require.NotEqual(t, running.State.Dir, c.State.Dir)
	addresses := map[string]bool{}
	for _, p := range ports(c) {
		require.False(t, addresses[p.Address], "%s twice", p.Address)
		addresses[p.Address] = true
	}
	require.NoError(t, devstack.CheckPorts(ports(c)))
}

func TestResetKeepsToolsAndRunningStacks(t *testing.T) {
	dir := t.TempDir()
	c := config.Config{State: config.State{Dir: dir, Tools: filepath.Join(dir, "tools")}}
	for _, name := range []string{"tools/temporal/server", "postgres/data/PG_VERSION", "log/shop.log", "demo-catalogue", providersFile, "test/log/x"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o644))
	}
	running, err := devstack.Own(dir)
	require.NoError(t, err)
	require.ErrorContains(t, Reset(c, false), "kontor down")
	require.FileExists(t, filepath.Join(dir, "log/shop.log"))
	require.NoError(t, running.Release())

	inTest, err := devstack.Own(filepath.Join(dir, "test"))
	require.NoError(t, err)
	require.ErrorContains(t, Reset(c, false), "in use by a test")
	require.DirExists(t, filepath.Join(dir, "test"))
	require.NoError(t, inTest.Release())

	require.NoError(t, Reset(c, false))
	require.FileExists(t, filepath.Join(dir, "tools/temporal/server"))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2, "the lock and the tools")

	require.NoError(t, Reset(c, true))
	require.NoDirExists(t, c.State.Tools)
}

// Who starts afresh may want to go back: backups stay, and the keys without which nobody can read all of them.
func TestResetKeepsBackups(t *testing.T) {
	dir := t.TempDir()
	c := config.Config{State: config.State{Dir: dir, Tools: filepath.Join(dir, "tools")}}
	for _, name := range []string{"postgres/data/PG_VERSION", "backups/kontor-20260301T020000Z/backup.json", "campus.key", "seal.key"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o644))
	}
	require.NoError(t, Reset(c, true))
	require.NoDirExists(t, filepath.Join(dir, "postgres"))
	for _, name := range []string{"backups/kontor-20260301T020000Z/backup.json", "campus.key", "seal.key"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "backups")))
	require.NoError(t, Reset(c, true))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "the lock")
}

func TestToolChecksSayWhatToDo(t *testing.T) {
	ctx := context.Background()
	missing := tool(ctx, "Go", []string{"no-such-program"}, 1, 26, "install it")
	require.False(t, missing.OK)
	require.Equal(t, `Go is missing (no "no-such-program" on PATH): install it`, missing.Advice)

	old := tool(ctx, "Node.js", []string{"echo", "v18.20.4"}, 20, 19, "install it")
	require.False(t, old.OK)
	require.Equal(t, "Node.js 18.20.4 is too old, 20.19 or newer is needed: install it", old.Advice)

	for _, version := range []string{"v20.19.0", "v20.20.2", "v24.0.1"} {
		require.True(t, tool(ctx, "Node.js", []string{"echo", version}, 20, 19, "").OK, version)
	}
}

// Whoever starts the shop in another folder is told so before anything is made there.
func TestTheShopIsBuiltWhereItsSourcesAre(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	require.True(t, sources(root).OK)

	elsewhere := t.TempDir()
	_, err = Start(t.Context(), Options{Config: config.Config{Root: elsewhere, State: config.State{Dir: elsewhere}}})
	require.ErrorContains(t, err, "from its sources, which are not in "+elsewhere)
	left, err := os.ReadDir(elsewhere)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestFailedCommandShowsHowItBegan(t *testing.T) {
	err := run(context.Background(), t.TempDir(), nil, "sh", "-c", "echo wrong here; seq 100; exit 2")
	require.ErrorContains(t, err, "exit status 2\nwrong here")
	require.ErrorContains(t, err, "(and 81 more lines)")
}

// npm's build is a grandchild, which neither hears that npm was ended nor lets go of what npm wrote to: the shop that was told to stop
// waited for the whole build.
func TestACommandThatNobodyWaitsForEndsWithWhatItStarted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, dir, nil, "sh", "-c", "sh -c 'echo $$ > new && mv new pid; while :; do sleep 1; done'; true")
	}()
	var grandchild int
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(filepath.Join(dir, "pid")) // not there yet
		grandchild, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return grandchild > 0
	}, time.Minute, 10*time.Millisecond)
	t.Cleanup(func() { _ = syscall.Kill(grandchild, syscall.SIGKILL) })
	cancel()
	select {
	case err := <-ended:
		require.ErrorIs(t, err, context.Canceled)
	case <-time.After(time.Minute):
		require.Fail(t, "it is waited for all the same")
	}
	require.Eventually(t, func() bool { return syscall.Kill(grandchild, 0) != nil }, time.Minute, 10*time.Millisecond)
}
