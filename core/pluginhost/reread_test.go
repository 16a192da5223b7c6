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

	settings(t, file, "TEST_WEBHOOK_SECRET")
	eventually(t, "mended again", func() bool { return status(t, h, "fake").Problem == "" && status(t, h, "fake").PID != pid })
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
