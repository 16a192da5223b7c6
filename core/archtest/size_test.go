package archtest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxLines is the ceiling of a Go file; around 100 is the aim.
const maxLines = 500

func TestFilesStayReadable(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", ".git", ".kontor", ".next", "gen":
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if lines := bytes.Count(body, []byte("\n")); lines > maxLines && !bytes.HasPrefix(body, []byte("// Code generated")) {
			t.Errorf("%s has %d lines, more than %d: split it by what its parts are about", path, lines, maxLines)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 100, "the walk must see the tree")
}
