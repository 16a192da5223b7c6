package pluginhost

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who writes the file of a plugin has not read this program: its types are no answer to a slip of the pen.
func TestMistakesInAPluginsFileAreToldInWords(t *testing.T) {
	for text, want := range map[string]string{
		"secret:\n  key: {env: A}\n":         `line 1: there is no "secret" here, but name, path, sha256, args, env, config, secrets, limits, disabled`,
		"secrets:\n  key: {envi: A}\n":       `line 2: there is no "envi" here, but env, file, value`,
		"limits:\n  calls: 3\n":              `line 2: there is no "calls" here, but concurrency, timeout, max_answer`,
		"limits:\n  timeout: 20\n":           "line 2: a whole number (`20`) does not belong here; a time is written with its unit, as 20s",
		"secrets:\n  key: hush\n":            "line 2: a text (`hush`) does not belong here",
		"env: A\n":                           "line 1: a text (`A`) does not belong here",
		"config:\n  a: {b: c}\n":             "line 2: a setting is a text, a number, a truth value or a list of them",
		"secret: 1\nlimit: 2\n":              `line 2: there is no "limit" here`,
		"config:\n  a: b\n---\nconfig: {}\n": "has a second part below a line of ---, which would be lost",
	} {
		err := DecodeYAML([]byte(text), &Entry{})
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "pluginhost", text)
		require.NotContains(t, err.Error(), "!!", text)
	}
}

func TestAPluginsFileMayBeEmpty(t *testing.T) {
	for _, text := range []string{"", "# to be written\n"} {
		folder := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(folder, "acme"), 0o700))
		require.NoError(t, os.WriteFile(entryFile(folder, "acme"), []byte(text), 0o600))
		e, err := folderEntry(folder, "acme")
		require.NoError(t, err)
		require.Equal(t, "acme", e.Name)

		list := filepath.Join(folder, "plugins.yaml")
		require.NoError(t, os.WriteFile(list, []byte(text), 0o600))
		_, err = Load(list, folder)
		require.ErrorContains(t, err, "plugins.yaml: it is empty; no plugins at all are written as plugins: []")
	}
}
