package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/rollout"
)

func TestPluginLogsOfAllProcessesByTime(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		file, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		require.NoError(t, err)
		_, err = file.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	write("paypal-10.log.1", `{"time":"2026-01-01T10:00:00Z","level":"INFO","msg":"first","process":"kontor serve"}`+"\n")
	write("paypal-10.log", `{"time":"2026-01-01T10:00:03Z","level":"ERROR","msg":"third","code":"timeout"}`+"\nnot json\n")
	write("paypal-11.log", `{"time":"2026-01-01T10:00:02Z","level":"INFO","msg":"second"}`+"\n"+`{"time":"2026-01-01T10:00:04Z","lev`)
	write("paypal-2go-12.log", `{"time":"2026-01-01T10:00:01Z","msg":"of another plugin"}`+"\n")

	files := journals{dir: dir, plugin: "paypal", read: map[string]int64{}}
	list, err := files.next()
	require.NoError(t, err)
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	s.printLog(list)
	require.Regexp(t, `(?s)^2026-01-01 11:00:00\.000 INFO  first process=kontor serve\n[^\n]* INFO  second\n[^\n]* ERROR third code=timeout\n$`, out.String())

	write("paypal-11.log", `el":"WARN","msg":"fourth"}`+"\n")
	list, err = files.next()
	require.NoError(t, err)
	require.Len(t, list, 1, "only what is new, once its line is whole")
	s.out.json = true
	out.Reset()
	s.printLog(list)
	require.Equal(t, `{"time":"2026-01-01T10:00:04Z","level":"WARN","msg":"fourth"}`+"\n", out.String())
}

func TestDoctorNamesBrokenPlugins(t *testing.T) {
	checks := checksOf([]rollout.Line{
		{Name: "offline", Version: "1.0.0", State: rollout.StateRunning},
		{Name: "paypal", Version: "1.0.0", State: rollout.StateCrashed, Problem: "the process ended"},
		{Name: "klarna", State: rollout.StateRefused, Problem: "the program's checksum is not the pinned one"},
		{Name: "old", State: rollout.StateDisabled},
		{Name: "dhl", Version: "2.0.0", State: rollout.StateRunning},
		{Name: "matomo", Version: "1.0.0", State: rollout.StateRunning, Problem: "its last 7 calls of deliver failed"},
	})
	require.Len(t, checks, 4)
	require.Contains(t, checks[3].Advice, "the plugin matomo 1.0.0 runs, and not all is well: its last 7 calls of deliver failed")
	require.True(t, checks[0].OK)
	require.Equal(t, "offline 1.0.0, dhl 2.0.0", checks[0].Detail)
	require.False(t, checks[1].OK)
	require.Equal(t, "Plugin paypal 1.0.0", checks[1].Name)
	require.Contains(t, checks[2].Advice, "klarna")
	require.Contains(t, checks[2].Advice, "checksum")
}

func TestPluginListShowsWhyAMethodIsRetired(t *testing.T) {
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	require.NoError(t, s.printPlugins([]rollout.Line{{
		Name: "giro", Version: "1.0.0", Share: 100, State: rollout.StateRunning,
		Methods: []rollout.Method{{Code: "paydirekt", Retired: "Shut down."}, {Code: "giropay"}},
	}}))
	require.Contains(t, out.String(), "(paydirekt), giropay")
	require.Contains(t, out.String(), "paydirekt of giro is retired: Shut down.")
}

func TestPluginListShowsWhyAMethodCannotBeOffered(t *testing.T) {
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	require.NoError(t, s.printPlugins([]rollout.Line{{
		Name: "acme", Version: "1.0.0", Share: 100, State: rollout.StateRunning,
		Methods: []rollout.Method{{Code: "acme", Misfit: "it does not take euro"}, {Code: "", Misfit: "its code is none"}, {Code: "other"}},
	}}))
	require.Contains(t, out.String(), `(acme), (""), other`)
	require.Contains(t, out.String(), "acme of acme cannot be offered: it does not take euro")
	require.Contains(t, out.String(), `"" of acme cannot be offered: its code is none`)
}

func TestPluginSettingsShowsWhatToWrite(t *testing.T) {
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	d := pluginhost.Description{Name: "acme", Version: "1.2.0", Kinds: []string{"payment"}, Settings: []pluginhost.Setting{
		{Key: "api_url", Type: "url", Required: true, Help: "Where Acme's API is."},
		{Key: "api_key", Type: "text", Secret: true, Required: true, Help: "The key of the contract."},
		{Key: "mode", Type: "text", Required: true, Default: "live", Choices: []string{"live", "test"}, Help: "Which of them."},
	}}
	require.NoError(t, s.printSettings(d, "/srv/plugins/acme/plugin.yaml"))
	require.Regexp(t, `api_key +secret +required +- +The key of the contract\.`, out.String())
	require.Regexp(t, `mode +live\|test +required +live +Which of them\.`, out.String())
	require.Contains(t, out.String(), "/srv/plugins/acme/plugin.yaml")
	file := filepath.Join(t.TempDir(), "plugins.yaml")
	_, entry, _ := strings.Cut(out.String(), ":\n\n")
	require.NoError(t, os.WriteFile(file, []byte("plugins:\n"+entry), 0o600))
	entries, err := pluginhost.Load(file, "/srv")
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, map[string]pluginhost.Source{"api_key": {Env: "ACME_API_KEY"}}, entries[0].Secrets)
	require.Equal(t, map[string]pluginhost.Values{"api_url": ""}, entries[0].Config)
	require.Equal(t, "/srv/payment/acme", entries[0].Path)
}

func TestPluginLogsForProgramsAreOneValue(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "pluginhost", "log")
	require.NoError(t, os.MkdirAll(log, 0o755))
	lines := `{"time":"2026-01-01T00:00:00Z","msg":"a"}` + "\n" + `{"time":"2026-01-01T00:00:01Z","msg":"b"}` + "\n" + `{"time":"2026-01-01T00:00:02Z","msg":"c"}` + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(log, "paypal-1.log"), []byte(lines), 0o600))
	for n, want := range map[string][]string{"2": {"b", "c"}, "0": {}, "9": {"a", "b", "c"}} {
		var out bytes.Buffer
		root := newRoot(&session{out: printer{out: &out}})
		root.SetArgs([]string{"plugin", "logs", "paypal", "-o", "json", "-n", n, "--set", "state.dir=" + dir})
		require.NoError(t, root.Execute())
		var got []struct{ Msg string }
		require.NoError(t, json.Unmarshal(out.Bytes(), &got), out.String())
		said := make([]string, len(got))
		for i, l := range got {
			said[i] = l.Msg
		}
		require.Equal(t, want, said)
	}
}

func TestPluginLogsTakesNoNegativeNumber(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "pluginhost", "log")
	require.NoError(t, os.MkdirAll(log, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(log, "paypal-1.log"), []byte(`{"time":"2026-01-01T00:00:00Z","level":"INFO","msg":"x"}`+"\n"), 0o600))
	require.Equal(t, 2, Execute([]string{"plugin", "logs", "paypal", "-n", "-5", "--set", "state.dir=" + dir}))
	require.Equal(t, 0, Execute([]string{"plugin", "logs", "paypal", "-n", "0", "--set", "state.dir=" + dir}))
}

func TestARolloutSaysWhenNothingTakesItYet(t *testing.T) {
	for _, c := range []struct {
		r       rollout.Rollout
		running int
		says    string
	}{
		{rollout.Rollout{Plugin: "acme", Stable: "1.1.0"}, 2, "acme 1.1.0 takes all that is new. What other versions began they finish.\n"},
		{rollout.Rollout{Plugin: "acme", Stable: "1.1.0"}, 0, "Nothing of the shop runs. Once it is started, acme 1.1.0 takes all that is new. What other versions began they finish.\n"},
		{rollout.Rollout{Plugin: "acme", Stable: "1.0.0", Canary: "1.1.0", Share: 10}, 0, "Nothing of the shop runs. Once it is started, acme 1.1.0 takes 10 % of the new payments, 1.0.0 the rest.\n"},
	} {
		var out bytes.Buffer
		s := &session{out: printer{out: &out}}
		require.NoError(t, s.printRollout(c.r, c.running))
		require.Equal(t, c.says, out.String())
		s.out.json = true
		out.Reset()
		require.NoError(t, s.printRollout(c.r, c.running))
		require.Contains(t, out.String(), fmt.Sprintf(`"processes": %d`, c.running))
		require.Contains(t, out.String(), `"stable": "`+c.r.Stable)
	}
}

func TestAnUpgradeSaysWhatIsOfferedNoMore(t *testing.T) {
	lines := []rollout.Line{
		{Name: "acme", Version: "1.0.0", Kinds: []string{"payment"}, Methods: []rollout.Method{{Code: "acmepay"}}},
		{Name: "acme", Version: "1.1.0", Kinds: []string{"payment"}},
	}
	for _, c := range []struct {
		r    rollout.Rollout
		says string
	}{
		{rollout.Rollout{Plugin: "acme", Stable: "1.1.0", Previous: "1.0.0"}, "acme 1.1.0 does not offer what 1.0.0 does: acmepay. `kontor plugin rollback acme`"},
		{rollout.Rollout{Plugin: "acme", Stable: "1.0.0", Canary: "1.1.0", Share: 10}, "acme 1.1.0 does not offer what 1.0.0 does: acmepay."},
		{rollout.Rollout{Plugin: "acme", Stable: "1.0.0", Previous: "1.1.0"}, ""},
		{rollout.Rollout{Plugin: "acme", Stable: "1.0.0"}, ""},
	} {
		var out bytes.Buffer
		warnOfLost(&out, c.r, lines)
		if c.says == "" {
			require.Empty(t, out.String())
			continue
		}
		require.Contains(t, out.String(), c.says)
	}
}
