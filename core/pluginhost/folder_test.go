package pluginhost_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/pluginhost"
)

// temporary gives this process a folder for temporary files that is empty, and whose name leaves room for a socket's.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "kt-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	t.Setenv("TMPDIR", dir)
	return dir
}

// in gives what a pattern matches below a folder.
func in(t *testing.T, dir, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	return found
}

// However often a plugin dies, it has one folder for its socket, and after the host none.
func TestPluginsThatDieLeaveNothing(t *testing.T) {
	dir := temporary(t)
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("not a program"), 0o755))
	t.Cleanup(func() { require.Empty(t, in(t, dir, "kontor-plugins-*")) }) // after the host's end, which start sees to
	h, _ := start(t, entry("fake", fakeV1), entry("text", text))
	for range 4 {
		pid := signal(t, h, "fake", syscall.SIGKILL)
		eventually(t, "it runs again", func() bool { now := status(t, h, "fake").PID; return now > 1 && now != pid })
		eventually(t, "what it left is removed", func() bool { return len(in(t, dir, "kontor-plugins-*/*")) == 1 })
	}
	require.Len(t, in(t, dir, "kontor-plugins-*"), 1)
}

// A host sweeps after those that died, and leaves a live one what it has.
func TestHostsLeaveEachOtherAlone(t *testing.T) {
	dir, copies := temporary(t), t.TempDir()
	dead := filepath.Join(dir, "kontor-plugins-1")
	require.NoError(t, os.MkdirAll(filepath.Join(dead, "plugin-dir1"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(copies, "host-1-1"), 0o700)) // of a container, where every host is process 1

	live := pluginhost.New([]pluginhost.Entry{entry("fake", fakeV1)}, pluginhost.Options{Dir: copies, Getenv: func(string) string { return "any" }})
	require.NoError(t, live.Start(t.Context()))
	closed := false
	t.Cleanup(func() {
		if !closed {
			_ = live.Close()
		}
	})
	require.NoDirExists(t, dead)
	require.Len(t, in(t, copies, "host-*"), 1)

	next := pluginhost.New(nil, pluginhost.Options{Dir: copies})
	require.NoError(t, next.Start(t.Context()))
	require.Len(t, in(t, copies, "host-*"), 2)
	require.NoError(t, next.Close())
	require.Len(t, in(t, copies, "host-*/*-fake-1.0.0"), 1)
	require.Len(t, in(t, dir, "kontor-plugins-*/plugin-dir*/*"), 1)
	_, err := live.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)

	require.NoError(t, live.Close())
	closed = true
	require.Empty(t, in(t, copies, "*"))
	require.Empty(t, in(t, dir, "kontor-plugins-*"))
}

func TestASocketNeedsAShortName(t *testing.T) {
	dir := temporary(t)
	long := filepath.Join(dir, "a-folder-with-a-name-that-is-much-longer-than-the-address-of-a-socket-may-be")
	require.NoError(t, os.Mkdir(long, 0o700))
	t.Setenv("TMPDIR", long)
	h := pluginhost.New(nil, pluginhost.Options{Dir: t.TempDir()})
	require.ErrorContains(t, h.Start(t.Context()), "set TMPDIR to a shorter one")
	require.NoError(t, h.Close())
	require.Empty(t, in(t, long, "kontor-plugins-*"))
}
