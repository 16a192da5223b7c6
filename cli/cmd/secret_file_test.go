package cmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
)

// A key that everybody on the machine can read is no key; nothing else tells of it.
func TestSecretsThatEverybodyCanReadAreTold(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	key, webhook := write("acme-key", "x"), write("webhook-key", "x")
	sealKey := write("state/seal.key", "x")
	list := write("plugins.yaml", "plugins:\n  - {name: acme, path: acme, secrets: {key: {file: "+key+"}}}\n")
	write("installed/late/plugin.yaml", "secrets:\n  key: {file: "+webhook+"}\n")
	settings := write("configs/kontor.yaml", "search:\n  meili:\n    key: hush\n")
	o := config.Options{File: settings, Set: []string{
		"state.dir=" + filepath.Join(dir, "state"), "plugins.file=" + list, "plugins.installed=" + filepath.Join(dir, "installed"),
	}}
	warnings := func() []finding { return validate(o, nil) }
	require.Empty(t, warnings())

	for _, file := range []string{key, webhook, sealKey, settings} {
		require.NoError(t, os.Chmod(file, 0o644))
		require.Equal(t, []finding{{"warning", file + " holds a secret, and every user of this machine can read it: `chmod o= " + file + "`"}}, warnings())
		require.NoError(t, os.Chmod(filepath.Dir(file), 0o700))
		require.Empty(t, warnings(), "nobody else gets into its folder")
		require.NoError(t, os.Chmod(filepath.Dir(file), 0o755))
		require.NoError(t, os.Chmod(file, 0o600))
	}
}

// Files that set what nothing reads any more still load.
func TestASettingThatNothingReadsIsNamed(t *testing.T) {
	file := write(t, "kontor.yaml", "search:\n  dir: index\nplugins:\n  file: /none.yaml\n")
	found := validate(config.Options{File: file}, nil)
	require.Len(t, found, 1)
	require.Equal(t, "warning", found[0].Level)
	require.Contains(t, found[0].Text, "search.dir ("+file+") has no meaning")
	require.Empty(t, validate(config.Options{File: write(t, "kontor.yaml", "plugins:\n  file: /none.yaml\n")}, nil))

	dir := t.TempDir()
	state, err := devstack.Own(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, state.Release()) })
	require.NoError(t, state.Publish(devstack.Info{Env: map[string]string{"KONTOR_SEARCH_DIR": filepath.Join(dir, "search")}}))
	o := config.Options{File: write(t, "kontor.yaml", "plugins:\n  file: /none.yaml\n"), Set: []string{"state.dir=" + dir}}
	require.Empty(t, validate(o, nil), "nobody set what the running shop has")
}
