package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres/pgtest"
)

func runContent(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	root := newRoot(s)
	root.SetArgs(append([]string{"content"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestContentImportIsAllOrNothing(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	put("pages/hilfe.de.md", "---\ntitle: Hilfe\n---\nRuf an.\n")
	put("pages/hilfe.en.md", "---\ntitle: Help\n---\nCall.\n")
	put("deals.yaml", "deals: [NB-1]\nmore: 1\n")
	out, err := runContent(t, "import", dir)
	require.ErrorIs(t, err, exitCode(1))
	require.Contains(t, out, "deals.yaml:2: field more not found")
	out, err = runContent(t, "list")
	require.NoError(t, err)
	require.NotContains(t, out, "hilfe")

	put("deals.yaml", "deals: [NB-1]\n")
	out, err = runContent(t, "preview", dir)
	require.NoError(t, err)
	require.Regexp(t, `pages/hilfe.de\s+page\s+created`, out)
	out, err = runContent(t, "import", dir)
	require.NoError(t, err)
	require.Regexp(t, `deals\s+deals\s+created`, out)
	out, err = runContent(t, "list")
	require.NoError(t, err)
	require.Contains(t, out, "pages/hilfe.en")
	out, err = runContent(t, "preview", dir, "pages/hilfe.de")
	require.NoError(t, err)
	require.Contains(t, out, "Hilfe\n=====\n\nRuf an.")
	_, err = runContent(t, "preview", dir, "pages/unknown")
	require.ErrorAs(t, err, &usageError{})

	require.NoError(t, os.Remove(filepath.Join(dir, "deals.yaml")))
	out, err = runContent(t, "import", "--prune", dir)
	require.NoError(t, err)
	require.Regexp(t, `deals\s+deals\s+removed`, out)
}
