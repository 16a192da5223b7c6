package pluginhost

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

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

// A full file that cannot be put aside is not written on; that is said once, and is over with its cause.
func TestAJournalThatCannotBeTurnedDoesNotGrow(t *testing.T) {
	dir, said := t.TempDir(), &bytes.Buffer{}
	j := &journal{path: filepath.Join(dir, "fake-1.log"), log: slog.New(slog.NewTextHandler(said, nil))}
	require.NoError(t, os.MkdirAll(filepath.Join(j.path+".1", "not empty"), 0o700))
	line := append(bytes.Repeat([]byte("x"), 64<<10), '\n')
	lost := 0
	for range journalSize/len(line) + 20 {
		if _, err := j.Write(line); err != nil {
			lost++
		}
		if lost == 5 {
			require.NoError(t, j.Close(), "nor does a file that is opened again")
		}
	}
	require.Equal(t, 20, lost)
	info, err := os.Stat(j.path)
	require.NoError(t, err)
	require.LessOrEqual(t, info.Size(), int64(journalSize))
	require.Equal(t, 1, bytes.Count(said.Bytes(), []byte("cannot be put aside")))

	require.NoError(t, os.RemoveAll(j.path+".1"))
	_, err = j.Write(line)
	require.NoError(t, err)
	info, err = os.Stat(j.path)
	require.NoError(t, err)
	require.Equal(t, int64(len(line)), info.Size())
	require.NoError(t, j.Close())
}

// The host's log has what operators asked for; the plugin's own file has all of it, and is nobody else's to read.
func TestAPluginHasALogOfItsOwn(t *testing.T) {
	dir, main := filepath.Join(t.TempDir(), "logs"), &bytes.Buffer{}
	h := New(nil, Options{LogDir: dir, Process: "kontor serve", Log: slog.New(slog.NewTextHandler(main, &slog.HandlerOptions{Level: slog.LevelInfo}))})
	log := h.logOf("fake").With("sha256", "abc").WithGroup("call")
	log.Debug("a detail", "took", 1500*time.Millisecond)
	log.Info("a fact")
	kept := h.kept["fake"]
	h.logOf("fake")
	require.Same(t, kept, h.kept["fake"], "one file, that knows how long it is")
	require.NotContains(t, main.String(), "a detail")
	require.Contains(t, main.String(), "a fact")
	require.Contains(t, main.String(), "plugin=fake")
	require.Contains(t, main.String(), "sha256=abc")

	old, odd := filepath.Join(dir, "gone-1.log.1"), filepath.Join(dir, "gone-1.txt")
	for _, f := range []string{old, odd} {
		require.NoError(t, os.WriteFile(f, nil, 0o600))
		require.NoError(t, os.Chtimes(f, time.Time{}, time.Now().Add(-journalLife-time.Hour)))
	}
	require.NoError(t, h.Close())
	body, err := os.ReadFile(kept.path)
	require.NoError(t, err, "it outlives the host")
	for _, part := range []string{`"a detail"`, `"a fact"`, `"process":"kontor serve"`, `"sha256":"abc"`, `"took":"1.5s"`} {
		require.Contains(t, string(body), part)
	}
	info, err := os.Stat(kept.path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoFileExists(t, old)
	require.FileExists(t, odd, "nor is what no plugin wrote removed")
}
