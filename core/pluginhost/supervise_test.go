package pluginhost

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
)

// A plugin sees of the host's environment what it is given and nothing else; what its entry names counts more than what the host
// sets for all, and what go-plugin needs more than that.
func TestAProgramSeesNoOtherEnvironment(t *testing.T) {
	t.Setenv("DATABASE_PASSWORD", "nobody's business")
	spec := exec.Command("true")
	spec.Env = []string{"PLUGIN_CLIENT_CERT=c"}
	p, err := newProcess(t.Context(), spec, "true", nil, []string{"GOMAXPROCS=4", "HTTPS_PROXY=p"}, func(io.Reader) {})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, errors.Join(p.stdout.Close(), p.stderr.Close(), p.pipes[0].Close(), p.pipes[1].Close()))
	}()
	require.Equal(t, []string{"GOMAXPROCS=1", "GOMAXPROCS=4", "HTTPS_PROXY=p", "PLUGIN_CLIENT_CERT=c"}, p.cmd.Env, "the last of a name counts")
	require.Nil(t, p.cmd.Stdin)
	require.True(t, p.cmd.SysProcAttr.Setpgid)
}

// What goes wrong every second is said once, again when it is something else, and again when it comes back.
func TestWhatGoesWrongIsSaidOnce(t *testing.T) {
	said := &bytes.Buffer{}
	h := New(nil, Options{Log: slog.New(slog.NewTextHandler(said, nil))})
	for _, step := range []struct {
		about string
		err   error
		lines int
	}{
		{"a", errors.New("x"), 1}, {"a", errors.New("x"), 1}, {"b", errors.New("x"), 2}, {"a", errors.New("y"), 3}, {"a", errors.New("y"), 3},
		{"a", nil, 3}, {"b", errors.New("x"), 3}, {"a", errors.New("y"), 4},
	} {
		h.complain(step.about, "does not work", step.err)
		require.Equal(t, step.lines, bytes.Count(said.Bytes(), []byte("\n")), "%s %v", step.about, step.err)
	}
}

// Only a plugin that died and is not back is left alone as one that dies again and again; what is wrong with others stays as it is told.
func TestOnlyACrashedPluginIsLeftAlone(t *testing.T) {
	for state, left := range map[State]bool{StateCrashed: true, StateLooping: true, StateRefused: false, StateStopped: false, StateStarting: false} {
		s := hosting(t, sdk.Plugin{}).list()[0].current()
		s.put(nil, state, "why")
		require.Equal(t, left, s.stopLoop(), state)
		if left {
			state = StateLooping
		}
		require.Equal(t, state, s.status().State)
	}
	s := hosting(t, sdk.Plugin{}).list()[0].current()
	s.state = StateCrashed // and replaced since
	require.False(t, s.stopLoop())
}

// The entry and program that ran are known again under another name, and by nothing that makes a difference.
func TestWhatRanIsKnownAgain(t *testing.T) {
	ran := proven{Entry{Name: "fake", Path: "a", Config: map[string]Values{"k": "v"}}, binary{path: "1", sha256: "s"}}
	for name, c := range map[string]struct {
		e       Entry
		program binary
		same    bool
	}{
		"the same":         {ran.entry, ran.program, true},
		"as a release":     {Entry{Name: "fake", Path: "b", SHA256: "s", version: "1", Config: ran.entry.Config}, binary{path: "2", sha256: "s"}, true},
		"other settings":   {Entry{Name: "fake", Path: "a", Config: map[string]Values{"k": "w"}}, ran.program, false},
		"another program":  {ran.entry, binary{path: "1", sha256: "t"}, false},
		"other parameters": {Entry{Name: "fake", Path: "a", Args: []string{"x"}, Config: ran.entry.Config}, ran.program, false},
	} {
		require.Equal(t, c.same, ran.is(c.e, c.program), name)
	}
}
