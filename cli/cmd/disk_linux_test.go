package cmd

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/deploy/devstack"
)

// In the night of a full disk the first commands that anybody gives say so, and call no plugin broken that only they cannot start.
func TestStatusAndDoctorTellOfAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, 0)) })
	t.Setenv("KONTOR_STATE_DIR", dir)
	programs := t.TempDir()
	t.Setenv("KONTOR_PLUGINS_DIR", programs)
	require.NoError(t, os.MkdirAll(filepath.Join(programs, "payment"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(programs, "payment", "offline"), make([]byte, 2<<20), 0o755))
	state, err := devstack.Own(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, state.Release()) })
	require.NoError(t, state.Publish(devstack.Info{
		PID: os.Getpid(), Parts: []devstack.PartInfo{{Name: "PostgreSQL"}}, Env: map[string]string{"KONTOR_DATABASE_URL": "postgres://here"},
	}))
	var told bytes.Buffer
	(&session{}).printError(&told, fault.Wrap(io.ErrUnexpectedEOF, fault.Unavailable, "database_unavailable"))
	require.Contains(t, told.String(), "PostgreSQL does not answer, since only 0.0 GB are free at "+dir)
	t.Setenv("KONTOR_DATABASE_URL", "") // nothing listens there
	for _, command := range []string{"status", "doctor"} {
		var out bytes.Buffer
		root := newRoot(&session{out: printer{out: &out}})
		root.SetArgs([]string{command})
		require.ErrorAs(t, root.ExecuteContext(t.Context()), new(exitCode))
		require.Contains(t, out.String(), "only 0.0 GB are free at "+dir, command)
		require.NotContains(t, out.String(), "are not offered", command)
	}
}
