package pluginhost_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/rollout"
)

// settings writes plugins.yaml with the webhook secret from that variable.
func settings(t *testing.T, file, variable string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(`plugins:
  - name: fake
    path: `+fakeV1+`
    secrets:
      api_key: {env: TEST_API_KEY}
      webhook_secret: {env: `+variable+`}
`), 0o600))
}

// An operator who mends a setting need not stop the shop, and one who spoils it does not.
func TestSettingsAreTakenOverWhileTheHostRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plugins.yaml")
	settings(t, file, "TEST_NOTHING")
	entries, err := pluginhost.Load(file, "")
	require.NoError(t, err)
	h, log := startWith(t, pluginhost.Options{Rollouts: &desk{}, File: file}, entries...)
	require.Equal(t, pluginhost.StateRefused, status(t, h, "fake").State)

	settings(t, file, "TEST_WEBHOOK_SECRET")
	eventually(t, "the mended setting is taken", func() bool { return status(t, h, "fake").State == pluginhost.StateRunning })
	pid := status(t, h, "fake").PID

	settings(t, file, "TEST_NOTHING_EITHER")
	eventually(t, "the spoilt one is refused", func() bool { return contains(status(t, h, "fake").Problem, "webhook_secret") })
	require.Equal(t, pid, status(t, h, "fake").PID, "what ran goes on")

	require.NoError(t, os.WriteFile(file, []byte("plugins: ["), 0o600))
	eventually(t, "the garbled file is told of", func() bool { return contains(log.String(), "not read again") })
	require.Equal(t, pid, status(t, h, "fake").PID)
	require.Contains(t, status(t, h, "fake").Problem, "not read again", "where operators look")

	settings(t, file, "TEST_WEBHOOK_SECRET")
	eventually(t, "mended again", func() bool { return status(t, h, "fake").Problem == "" && status(t, h, "fake").PID != pid })
}

// A key that is changed where it lies is taken over as a changed setting is, and one that is gone is told of.
func TestASecretsFileIsTakenOverWhileTheHostRuns(t *testing.T) {
	file, key := filepath.Join(t.TempDir(), "plugins.yaml"), filepath.Join(t.TempDir(), "key")
	write := func(text string) { require.NoError(t, os.WriteFile(key, []byte(text), 0o600)) }
	write("hush-1\n")
	require.NoError(t, os.WriteFile(file, []byte("plugins:\n  - name: fake\n    path: "+fakeV1+
		"\n    secrets:\n      api_key: {env: TEST_API_KEY}\n      webhook_secret: {file: "+key+"}\n"), 0o600))
	entries, err := pluginhost.Load(file, "")
	require.NoError(t, err)
	h, _ := startWith(t, pluginhost.Options{Rollouts: &desk{}, File: file}, entries...)
	pid := status(t, h, "fake").PID
	write("hush-2, which is longer\n")
	eventually(t, "the new key is taken", func() bool { s := status(t, h, "fake"); return s.PID != pid && s.State == pluginhost.StateRunning })
	pid = status(t, h, "fake").PID
	require.NoError(t, os.Remove(key))
	eventually(t, "a missing one is told of", func() bool { return contains(status(t, h, "fake").Problem, "webhook_secret") })
	require.Equal(t, pid, status(t, h, "fake").PID, "what ran goes on")
	write("hush-3\n")
	eventually(t, "and is there again", func() bool { s := status(t, h, "fake"); return s.Problem == "" && s.PID != pid })
}

// A plugin that dies after its new settings were refused is started again with those that it ran with.
func TestRefusedSettingsAreNotStartedAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plugins.yaml")
	settings(t, file, "TEST_WEBHOOK_SECRET")
	entries, err := pluginhost.Load(file, "")
	require.NoError(t, err)
	h, _ := startWith(t, pluginhost.Options{Rollouts: &desk{}, File: file}, entries...)
	pid := status(t, h, "fake").PID
	settings(t, file, "TEST_NOTHING")
	eventually(t, "the spoilt one is refused", func() bool { return contains(status(t, h, "fake").Problem, "webhook_secret") })
	for range 2 {
		kill(t, pid)
		eventually(t, "what ran is started again", func() bool {
			s := status(t, h, "fake")
			return s.State == pluginhost.StateRunning && s.PID != pid && contains(s.Problem, "webhook_secret")
		})
		pid = status(t, h, "fake").PID
	}

	settings(t, file, "TEST_WEBHOOK_SECRET")
	eventually(t, "mended", func() bool { return status(t, h, "fake").Problem == "" && status(t, h, "fake").PID != pid })
}

// What is refused after a crash, because nobody looked before, keeps the plugin from nothing either: neither settings nor a program.
func TestWhatRanIsStartedAgainWhereTheNewIsRefused(t *testing.T) {
	path := copyOf(t, fakeV1)
	h, _ := start(t, entry("fake", path))
	pid := status(t, h, "fake").PID
	install(t, otherV1, path)
	eventually(t, "it is refused", func() bool { return contains(status(t, h, "fake").Problem, "calls itself") })
	require.Equal(t, pid, status(t, h, "fake").PID)
	kill(t, pid)
	eventually(t, "what ran is started again", func() bool {
		s := status(t, h, "fake")
		return s.State == pluginhost.StateRunning && s.PID != pid && contains(s.Problem, "calls itself")
	})
	pid = status(t, h, "fake").PID
	require.NoError(t, os.Remove(path))
	kill(t, pid)
	eventually(t, "a program that is gone is not missed", func() bool {
		s := status(t, h, "fake")
		return s.State == pluginhost.StateRunning && s.PID != pid
	})
	install(t, fakeV2, path)
	eventually(t, "a sound one is taken", func() bool {
		s := status(t, h, "fake")
		return s.State == pluginhost.StateRunning && s.Version == "2.0.0" && s.Problem == ""
	})
}

// The same of a plugin that only the plugins folder knows, which is put to work before its settings are right.
func TestSettingsOfAnInstalledPluginAreTakenOver(t *testing.T) {
	folder, d := t.TempDir(), &desk{}
	release, err := pluginhost.Install(t.Context(), fakeV1, folder, pins{}.pin)
	require.NoError(t, err)
	d.desired.Releases = []rollout.Release{release}
	d.rolls(rollout.Rollout{Stable: "1.0.0"}, nil)
	h, _ := startWith(t, pluginhost.Options{Rollouts: d, Installed: folder})
	awaitVersions(t, h, "1.0.0 refused 100")

	require.NoError(t, os.WriteFile(filepath.Join(folder, "fake", "plugin.yaml"), []byte(`name: fake
secrets:
  api_key: {env: TEST_API_KEY}
  webhook_secret: {env: TEST_WEBHOOK_SECRET}
`), 0o600))
	awaitVersions(t, h, "1.0.0 running 100")
}

// A plugin.yaml that cannot be read keeps a plugin from starting, and from nothing where it runs. Its operator hears of it either way.
func TestAGarbledFileOfAnInstalledPluginIsTold(t *testing.T) {
	folder, d := t.TempDir(), &desk{}
	release, err := pluginhost.Install(t.Context(), fakeV1, folder, pins{}.pin)
	require.NoError(t, err)
	d.desired.Releases = []rollout.Release{release}
	d.rolls(rollout.Rollout{Stable: "1.0.0"}, nil)
	write := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "fake", "plugin.yaml"), []byte(text), 0o600))
	}
	const right = "secrets:\n  api_key: {env: TEST_API_KEY}\n  webhook_secret: {env: TEST_WEBHOOK_SECRET}\n"
	write("konfig: {}\n")
	h, log := startWith(t, pluginhost.Options{Rollouts: d, Installed: folder})
	awaitVersions(t, h, "1.0.0 refused 100")
	require.Contains(t, status(t, h, "fake").Problem, "konfig")

	write(right)
	eventually(t, "it is mended", func() bool {
		s := status(t, h, "fake")
		return s.State == pluginhost.StateRunning && s.Problem == ""
	})
	pid := status(t, h, "fake").PID

	write("secrets: [\n")
	eventually(t, "the garbled file is told of", func() bool { return contains(status(t, h, "fake").Problem, "plugin.yaml") })
	require.Contains(t, log.String(), "not read again")
	write(right)
	eventually(t, "no more", func() bool { return status(t, h, "fake").Problem == "" })
	require.Equal(t, pid, status(t, h, "fake").PID, "what is the same is not started anew")
}

// Who puts a plugin to work before it was told anything reads what is missing, and where that is written.
func TestAPluginThatWasToldNothingNamesWhatItNeeds(t *testing.T) {
	folder, d := t.TempDir(), &desk{}
	release, err := pluginhost.Install(t.Context(), fakeV1, folder, pins{}.pin)
	require.NoError(t, err)
	d.desired.Releases = []rollout.Release{release}
	d.rolls(rollout.Rollout{Stable: "1.0.0"}, nil)
	h, _ := startWith(t, pluginhost.Options{Rollouts: d, Installed: folder})
	awaitVersions(t, h, "1.0.0 refused 100")
	problem := status(t, h, "fake").Problem
	require.Contains(t, problem, "its settings in "+filepath.Join(folder, "fake", "plugin.yaml")+" do not fit: api_key is missing, webhook_secret is missing")
	require.Contains(t, problem, "`kontor plugin settings fake`")
}

// A value that stands beside a real secret does not count: who wrote it must not be left with "required".
func TestAValueThatDoesNotCountIsNamed(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Secrets = map[string]pluginhost.Source{"api_key": {Value: "simulator"}, "webhook_secret": {Env: "TEST_WEBHOOK_SECRET"}}
	h, _ := start(t, e)
	require.Equal(t, pluginhost.StateRefused, status(t, h, "fake").State)
	require.Contains(t, status(t, h, "fake").Problem, "api_key is missing: its value does not count")
}

// A secret that comes from nowhere is named with where it was to come from. What the plugin does not miss is not spoken of.
func TestASecretThatIsNotThereIsNamedWithItsSource(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(empty, []byte("\n"), 0o600))
	e := entry("fake", fakeV1)
	e.Secrets = map[string]pluginhost.Source{"api_key": {Env: "TEST_NOBODY_SET"}, "webhook_secret": {File: empty}, "other": {Env: "TEST_NOBODY_SET"}}
	h, _ := start(t, e)
	problem := status(t, h, "fake").Problem
	require.Contains(t, problem, "api_key is missing: the variable TEST_NOBODY_SET is not set")
	require.Contains(t, problem, "webhook_secret is missing: the file "+empty+" is empty")
	require.NotContains(t, problem, "other is")
}
