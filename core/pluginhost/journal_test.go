package pluginhost

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A plugin that logs without end fills two files and no more, and its last lines are kept whole.
func TestJournalIsBounded(t *testing.T) {
	dir := t.TempDir()
	j := &journal{path: filepath.Join(dir, "fake-1.log")}
	line := append(bytes.Repeat([]byte("x"), 64<<10), '\n')
	for range 3*journalSize/len(line) + 5 {
		n, err := j.Write(line)
		require.NoError(t, err)
		require.Equal(t, len(line), n)
	}
	last := []byte("the last line\n")
	_, err := j.Write(last)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		info, err := f.Info()
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(journalSize))
	}
	body, err := os.ReadFile(j.path)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(body, last))

	_, err = j.Write(last) // a line after the host closed, from a plugin that is still ending, is kept as well
	require.NoError(t, err)
	require.NoError(t, j.Close())
	again, err := os.ReadFile(j.path)
	require.NoError(t, err)
	require.Len(t, again, len(body)+len(last))
}
