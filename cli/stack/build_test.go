package stack

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// built makes a folder of builds, each used an hour after the one before.
func built(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i, name := range names {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Join(path, "node_modules"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(path, "server.js"), nil, 0o644))
		used := time.Now().Add(time.Duration(i-100) * time.Hour)
		require.NoError(t, os.Chtimes(path, used, used))
	}
	return dir
}

func builds(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestABuildInUseStays(t *testing.T) {
	dir := built(t, "a", "b", "c", "d", "e", "f")
	one, there, err := useBuild(filepath.Join(dir, "a"))
	require.NoError(t, err)
	require.True(t, there)
	other, _, err := useBuild(filepath.Join(dir, "a"))
	require.NoError(t, err)
	long := time.Now().AddDate(-1, 0, 0)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "a"), long, long)) // it has been running for a year

	require.NoError(t, forgetOldBuilds(dir))
	require.Equal(t, []string{"a", "d", "e", "f"}, builds(t, dir))
	require.NoError(t, one(t.Context()))
	require.NoError(t, forgetOldBuilds(dir))
	require.Contains(t, builds(t, dir), "a", "the other shop still runs from it")
	require.FileExists(t, filepath.Join(dir, "a", "server.js"))
	require.NoError(t, other(t.Context()))
	require.NoError(t, forgetOldBuilds(dir))
	require.Equal(t, []string{"d", "e", "f"}, builds(t, dir))
}

func TestTheBuildsUsedLastStay(t *testing.T) {
	dir := built(t, "a", "b", "c", "d")
	release, _, err := useBuild(filepath.Join(dir, "a"))
	require.NoError(t, err)
	require.NoError(t, release(t.Context()))
	require.NoError(t, forgetOldBuilds(dir))
	require.Equal(t, []string{"a", "c", "d"}, builds(t, dir))
}

// What a shop left that was killed while it built or forgot is no build, and goes.
func TestWhatWasCutShortIsNoBuild(t *testing.T) {
	dir := built(t, "a", "b", "c", "d.new", "e.old")
	require.NoError(t, forgetOldBuilds(dir))
	require.Equal(t, []string{"a", "b", "c"}, builds(t, dir))
	_, there, err := useBuild(filepath.Join(dir, "d"))
	require.NoError(t, err)
	require.False(t, there)
}

// A shop that comes while another forgets the build sees that it is gone.
func TestABuildThatGoesIsNotUsed(t *testing.T) {
	for range 20 {
		dir := built(t, "a")
		path := filepath.Join(dir, "a")
		forgetting, err := os.Open(path)
		require.NoError(t, err)
		require.NoError(t, syscall.Flock(int(forgetting.Fd()), syscall.LOCK_EX))
		used := make(chan error)
		go func() {
			_, there, err := useBuild(path)
			if there {
				err = fmt.Errorf("%s is used", path)
			}
			used <- err
		}()
		require.NoError(t, os.Rename(path, path+goneBuild))
		require.NoError(t, forgetting.Close())
		require.NoError(t, <-used)
	}
}
