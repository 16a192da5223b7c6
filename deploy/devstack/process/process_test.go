package process_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack/process"
)

// asParent makes this test binary act as a stack's process: it starts a child, prints its pid and waits to be killed.
const asParent = "KONTOR_TEST_ACT_AS_PARENT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asParent); dir != "" {
		p, err := process.Start(context.Background(), sleeper(dir))
		if err != nil {
			panic(err)
		}
		fmt.Println(p.PID())
		select {}
	}
	os.Exit(m.Run())
}

func sleeper(dir string) process.Spec {
	return process.Spec{Name: "sleeper", Command: []string{"sleep", "1000"}, LogDir: dir}
}

func TestNothingOutlivesAKilledParent(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), asParent+"="+t.TempDir())
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	var pid int
	_, err = fmt.Fscan(out, &pid)
	require.NoError(t, err)
	require.True(t, alive(pid))

	require.NoError(t, parent.Process.Kill())
	_, _ = io.Copy(io.Discard, out)
	_ = parent.Wait()
	require.Eventually(t, func() bool { return !alive(pid) }, 10*time.Second, 10*time.Millisecond, "the child survived")
}

func TestCrashedChildIsRestarted(t *testing.T) {
	p, err := process.Start(context.Background(), sleeper(t.TempDir()))
	require.NoError(t, err)
	first := p.PID()
	require.NoError(t, syscall.Kill(first, syscall.SIGKILL))
	require.Eventually(t, func() bool { return p.PID() != 0 && p.PID() != first }, 10*time.Second, 10*time.Millisecond)
	require.Equal(t, 1, p.Restarts())

	second := p.PID()
	require.NoError(t, p.Stop(context.Background()))
	require.False(t, alive(second))
	require.NoError(t, p.Stop(context.Background()), "stopping twice")
}

// A shop that runs for weeks does not fill the disk with what its processes say.
func TestALogIsBounded(t *testing.T) {
	dir := t.TempDir()
	for _, round := range []string{"first", "second"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, round), []byte(strings.Repeat(round+" line\n", 2000)), 0o600))
	}
	logs := filepath.Join(dir, "log")
	script := `for round in first second; do cat $round; while [ -s log/talker.log ]; do sleep 0.02; done; done; echo last; exec sleep 1000`
	p, err := process.Start(t.Context(), process.Spec{Name: "talker", Command: []string{"sh", "-c", script}, Dir: dir, LogDir: logs, LogSize: 16 << 10})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Stop(context.WithoutCancel(t.Context()))) })
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(filepath.Join(logs, "talker.log"))
		return err == nil && string(text) == "last\n"
	}, 30*time.Second, 10*time.Millisecond)
	files, err := os.ReadDir(logs)
	require.NoError(t, err)
	require.Len(t, files, 2)
	aside, err := os.ReadFile(filepath.Join(logs, "talker.log.1"))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("second line\n", 2000), string(aside))
	info, err := os.Stat(filepath.Join(logs, "talker.log.1"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestRestartOnRequestIsNoCrash(t *testing.T) {
	spec := sleeper(t.TempDir())
	spec.Note = func(format string, args ...any) { t.Errorf(format, args...) }
	p, err := process.Start(context.Background(), spec)
	require.NoError(t, err)
	first := p.PID()
	p.Restart()
	require.Eventually(t, func() bool { return p.PID() != 0 && p.PID() != first }, 10*time.Second, 10*time.Millisecond)
	require.Zero(t, p.Restarts())
	require.NoError(t, p.Stop(context.Background()))
}

// The child ignores the request to stop, and has a child of its own: both must go.
func TestStopKillsWhatDoesNotEnd(t *testing.T) {
	dir := t.TempDir()
	ready := filepath.Join(dir, "grandchild")
	p, err := process.Start(context.Background(), process.Spec{
		Name: "stubborn", LogDir: dir, StopWithin: 200 * time.Millisecond,
		Command: []string{"sh", "-c", `trap "" TERM; sleep 1000 & echo $! > ` + ready + `.new; mv ` + ready + `.new ` + ready + `; while :; do wait; done`},
		Ready:   func(context.Context) error { _, err := os.Stat(ready); return err },
	})
	require.NoError(t, err)
	body, err := os.ReadFile(ready)
	require.NoError(t, err)
	grandchild, err := strconv.Atoi(strings.TrimSpace(string(body)))
	require.NoError(t, err)
	child := p.PID()
	require.NoError(t, p.Stop(context.Background()))
	require.False(t, alive(child))
	require.Eventually(t, func() bool { return !alive(grandchild) }, 10*time.Second, 10*time.Millisecond)
}

func TestFailedStartShowsTheLog(t *testing.T) {
	_, err := process.Start(context.Background(), process.Spec{
		Name: "broken", LogDir: t.TempDir(), Command: []string{"sh", "-c", "echo 'no such table: cart' >&2; exit 3"},
		Ready: func(context.Context) error { return errors.New("never") },
	})
	require.ErrorContains(t, err, "broken ended before it was ready: exit status 3")
	require.ErrorContains(t, err, "no such table: cart")
}

// Temporal's last words begin with the reason, and end with a stack of several kB.
func TestFailedStartShowsWhereALongLineBegins(t *testing.T) {
	_, err := process.Start(context.Background(), process.Spec{
		Name: "broken", LogDir: t.TempDir(), Command: []string{"sh", "-c", "printf 'address already in use %06000d\\n' 1 >&2; exit 3"},
		Ready: func(context.Context) error { return errors.New("never") },
	})
	require.ErrorContains(t, err, "address already in use")
}

func TestChildThatNeverGetsReadyIsStopped(t *testing.T) {
	spec := sleeper(t.TempDir())
	spec.ReadyWithin = 100 * time.Millisecond
	var seen int
	spec.Ready = func(context.Context) error { seen++; return errors.New("still loading") }
	_, err := process.Start(context.Background(), spec)
	require.ErrorContains(t, err, "still loading")
	require.Positive(t, seen)
}

// alive reports whether a process runs; one that has ended and waits for its parent to notice does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return err == nil && !strings.HasPrefix(after, "Z")
}
