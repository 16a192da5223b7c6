package faulttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakePlugins is a shop's plugins.yaml with the scripted plugin alone, for payment and shipping.
const fakePlugins = `
plugins:
  - name: fake
    path: fake
    secrets: {api_key: {value: any-key-of-the-test}, webhook_secret: {value: any-secret-of-the-test}}
`

// buildFake compiles a version of the scripted plugin.
func buildFake(t *testing.T, version, to string) {
	t.Helper()
	build := exec.Command("go", "build", "-ldflags", "-s -w -X main.version="+version, "-o", to, "./plugins/fake")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
}

// startWithFake opens a shop that pays by the fake, version 1.0.0, and gives the program of version 2.0.0. The fake
// remembers a payment in its process only, so that none but the process that began it can finish it, unless the settings
// say otherwise.
func startWithFake(t *testing.T, settings string) (s *shop, second string) {
	t.Helper()
	s = prepare(t)
	folder := filepath.Join(s.dir, "plugins")
	require.NoError(t, os.Mkdir(folder, 0o755))
	file := filepath.Join(folder, "plugins.yaml")
	require.NoError(t, os.WriteFile(file, []byte(fakePlugins+settings), 0o600))
	second = filepath.Join(folder, "second")
	buildFake(t, "1.0.0", filepath.Join(folder, "fake"))
	buildFake(t, "2.0.0", second)
	s.set("KONTOR_PLUGINS_FILE", file)
	s.set("KONTOR_PLUGINS_DIR", folder)
	s.worker.start()
	s.api.start()
	return s, second
}

// set changes a variable of the shop's processes.
func (s *shop) set(name, value string) {
	s.env = append(slices.DeleteFunc(s.env, func(v string) bool { return strings.HasPrefix(v, name+"=") }), name+"="+value)
	s.worker.env, s.api.env = s.env, s.env
}

// leave submits for guests at once, who are then at the fake's page.
func (s *shop) leave(n int) []*guest {
	s.Helper()
	guests := make([]*guest, n)
	for i := range guests {
		guests[i] = s.guest()
		guests[i].email = fmt.Sprintf("redirect@gast-%d.example.org", s.guests) // tells the fake what to do
		guests[i].add()
		guests[i].choose("fakelater")
	}
	together(n, func(i int) {
		a, err := guests[i].patiently()
		if assert.NoError(s, err) && assert.Equal(s, http.StatusOK, a.Status, a.Error.Reason) {
			guests[i].attempt, guests[i].toPay = a.AttemptID, a.RedirectURL
		}
	})
	for _, g := range guests {
		require.NotEmpty(s, g.attempt)
		if g.toPay == "" {
			g.sentToPay()
		}
	}
	return guests
}

// comeBack lets guests return, paid, and waits for their orders.
func (s *shop) comeBack(guests []*guest) {
	s.Helper()
	together(len(guests), func(i int) {
		_, err := guests[i].open(s.base + "/kasse/zahlung/" + guests[i].attempt + "?result=paid")
		assert.NoError(s, err)
	})
	for _, g := range guests {
		g.ordered("confirmed")
	}
}

// begun counts attempts by the version that began them.
func (s *shop) begun() map[string]int {
	s.Helper()
	var counts map[string]int
	require.NoError(s, json.Unmarshal([]byte(query[string](s, `
		select coalesce(json_object_agg(plugin_version, n), '{}')::text
		from (select plugin_version, count(*) as n from checkout_attempt group by plugin_version) v`)), &counts))
	return counts
}

// share gives the versions of the fake that run everywhere, as the operator sees them: "1.0.0 100".
func (s *shop) share() []string {
	s.Helper()
	cmd := exec.Command(s.api.command[0], "plugin", "list", "-o", "json")
	cmd.Dir, cmd.Env = root, append(os.Environ(), s.env...)
	out, err := cmd.Output()
	require.NoError(s, err)
	var lines []struct {
		Version   string
		Share     int
		State     string
		Processes []json.RawMessage
	}
	require.NoError(s, json.Unmarshal(out, &lines), string(out))
	var list []string
	for _, l := range lines {
		if l.State == "running" && len(l.Processes) == 2 {
			list = append(list, fmt.Sprintf("%s %d", l.Version, l.Share))
		}
	}
	return list
}

// shares waits until both processes run these versions with these shares; the operator's command has waited before.
func (s *shop) shares(want ...string) {
	s.Helper()
	eventually(s, fmt.Sprintf("both processes run %v", want), func() bool { return slices.Equal(s.share(), want) })
}

// A plugin is upgraded and rolled back while hundreds of customers are at the provider: all of them finish, each with
// the version that began their payment, in both processes of the shop and without a restart.
func TestPluginUpgradedWhileCustomersPay(t *testing.T) {
	t.Parallel()
	shop, second := startWithFake(t, "")
	shop.stocked(1000)
	first := shop.leave(200)
	require.Equal(t, map[string]int{"1.0.0": 200}, shop.begun())

	shop.kontor("plugin", "upgrade", "fake", second)
	shop.shares("2.0.0 100", "1.0.0 0")
	upgraded := shop.leave(200)
	require.Equal(t, map[string]int{"1.0.0": 200, "2.0.0": 200}, shop.begun())
	shop.comeBack(first[:100])

	shop.kontor("plugin", "rollback", "fake")
	shop.shares("1.0.0 100", "2.0.0 0")
	back := shop.leave(20)
	require.Equal(t, map[string]int{"1.0.0": 220, "2.0.0": 200}, shop.begun())
	shop.comeBack(upgraded)
	shop.comeBack(first[100:])
	shop.comeBack(back)
	require.Equal(t, []int{420, 420, 580}, []int{shop.orders(), shop.attempts(), shop.available()})
	shop.shares("1.0.0 100") // the version that no attempt needs any more has stopped
}

// A worker that dies after an upgrade comes back with the versions that open payments need, whatever it had begun with.
func TestWorkerKilledAfterAnUpgrade(t *testing.T) {
	t.Parallel()
	shop, second := startWithFake(t, "    config: {state_dir: "+t.TempDir()+"}\n")
	guests := shop.leave(3)
	shop.kontor("plugin", "upgrade", "fake", second)
	shop.shares("2.0.0 100", "1.0.0 0")
	guests = append(guests, shop.leave(2)...)
	shop.killWorker()
	shop.shares("2.0.0 100", "1.0.0 0")
	shop.comeBack(guests)
	require.Equal(t, map[string]int{"1.0.0": 3, "2.0.0": 2}, shop.begun())
	require.Equal(t, 5, shop.orders())
}

// A canary gets its share of new payments, and what it began it finishes after it is taken out of work.
func TestCanaryIsTakenBack(t *testing.T) {
	t.Parallel()
	shop, second := startWithFake(t, "")
	shop.kontor("plugin", "upgrade", "fake", second, "--canary", "50")
	shop.shares("1.0.0 50", "2.0.0 50")
	guests := shop.leave(30)
	begun := shop.begun()
	require.Greater(t, begun["1.0.0"], 3, "%v", begun)
	require.Greater(t, begun["2.0.0"], 3, "%v", begun)
	shop.kontor("plugin", "rollback", "fake")
	eventually(t, "new payments go to the one", func() bool { return slices.Contains(shop.share(), "1.0.0 100") })
	guests = append(guests, shop.leave(3)...)
	require.Equal(t, begun["2.0.0"], shop.begun()["2.0.0"])
	shop.comeBack(guests)
	require.Equal(t, 33, shop.orders())
}

// A version that does not run in every process of the shop is not put to work, and the operator is told why.
func TestUpgradeThatCannotRunChangesNothing(t *testing.T) {
	t.Parallel()
	shop, second := startWithFake(t, "")
	// The worker's machine has another program under that version: the checksum tells.
	shop.kontor("plugin", "install", second)
	installed := filepath.Join(shop.dir, "plugins", "installed", "fake", "2.0.0", "fake")
	program, err := os.ReadFile(installed)
	require.NoError(t, err)
	require.NoError(t, os.Remove(installed))
	require.NoError(t, os.WriteFile(installed, append(program, 0), 0o755))
	cmd := exec.Command(shop.api.command[0], "plugin", "upgrade", "fake", "2.0.0")
	cmd.Dir, cmd.Env = root, append(os.Environ(), shop.env...)
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "everything is as it was")
	require.Contains(t, string(out), "checksum")
	require.Equal(t, []string{"1.0.0 100"}, shop.share())
	shop.comeBack(shop.leave(2))
	require.Equal(t, map[string]int{"1.0.0": 2}, shop.begun())
}
