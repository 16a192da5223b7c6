package cmd

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/deploy/devstack"
)

// Nobody is told to start a shop that runs: it starts its servers again by itself.
func TestAServerOfARunningShopThatDoesNotAnswer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KONTOR_STATE_DIR", dir)
	told := func(reason string) string {
		var out bytes.Buffer
		(&session{}).printError(&out, fault.Wrap(io.ErrUnexpectedEOF, fault.Unavailable, reason))
		return out.String()
	}
	require.Contains(t, told("database_unavailable"), "start it with `kontor up`", "nothing runs")

	state, err := devstack.Own(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, state.Release()) })
	require.Contains(t, told("database_unavailable"), "PostgreSQL does not answer yet: `kontor up` is still starting")

	require.NoError(t, state.Publish(devstack.Info{
		PID: os.Getpid(), Parts: []devstack.PartInfo{{Name: "PostgreSQL"}, {Name: "Temporal"}},
		Env: map[string]string{"KONTOR_DATABASE_URL": "postgres://here", "KONTOR_TEMPORAL_ADDRESS": "127.0.0.1:1"},
	}))
	for reason, log := range map[string]string{"database_unavailable": "postgres.log", "temporal_unavailable": "temporal.log"} {
		text := told(reason)
		require.Contains(t, text, "starts it again by itself")
		require.Contains(t, text, filepath.Join(dir, "log", log))
		require.NotContains(t, text, "start it with")
		require.Contains(t, text, "unexpected EOF", "the cause is for the operator too")
	}
	t.Setenv("KONTOR_DATABASE_URL", "postgres://elsewhere")
	require.Contains(t, told("database_unavailable"), "or set database.url", "it is not the running shop's")
}

// While the first `kontor up` builds the plugins, those that are not there yet are not broken.
func TestDoctorLeavesPluginsAloneThatAreBeingBuilt(t *testing.T) {
	t.Setenv("KONTOR_STATE_DIR", t.TempDir())
	programs := t.TempDir()
	t.Setenv("KONTOR_PLUGINS_DIR", programs)
	require.NoError(t, os.MkdirAll(filepath.Join(programs, "payment"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(programs, "payment", "offline"), []byte("half of it"), 0o755))
	state, err := devstack.Own(os.Getenv("KONTOR_STATE_DIR"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, state.Release()) })
	var out bytes.Buffer
	root := newRoot(&session{out: printer{out: &out}})
	root.SetArgs([]string{"doctor"})
	_ = root.ExecuteContext(t.Context()) // what it finds of this machine is not asked
	require.Contains(t, out.String(), "`kontor up` is still starting")
	require.NotContains(t, out.String(), "are not offered")
}

// Its shop's process may run already, but where its database is nobody tells before all is there.
func TestPluginsOfAShopThatIsStarting(t *testing.T) {
	t.Setenv("KONTOR_STATE_DIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "plugins.yaml")
	require.NoError(t, os.WriteFile(file, []byte("plugins: []\n"), 0o600))
	t.Setenv("KONTOR_PLUGINS_FILE", file)
	list := func() string {
		var out bytes.Buffer
		root := newRoot(&session{out: printer{out: &out}})
		root.SetArgs([]string{"plugin", "list"})
		require.NoError(t, root.ExecuteContext(t.Context()))
		return out.String()
	}
	require.Contains(t, list(), "No process of the shop runs; the plugins were started here")
	state, err := devstack.Own(os.Getenv("KONTOR_STATE_DIR"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, state.Release()) })
	require.Contains(t, list(), "`kontor up` is still starting, and cannot be asked yet; the plugins were started here")
}
