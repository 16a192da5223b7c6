package devstack_test

import (
	"context"
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

// Who runs the shop as root and asks as somebody else is not told that nothing runs, nor that it was stopped.
func TestAStackOfAnotherUserIsNotOverlooked(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be two users")
	}
	dir, err := os.MkdirTemp("", "foreign") // t.TempDir is open to its user alone
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	require.NoError(t, os.Chmod(dir, 0o755))
	state, err := devstack.Own(dir)
	require.NoError(t, err)
	require.NoError(t, devstack.Foreign(dir))

	foreign, stopped, stopErr := asNobody(dir)
	require.EqualError(t, foreign, "the shop in "+dir+" is run by the user root: give the command as that user, or as root")
	require.False(t, stopped)
	require.Equal(t, foreign, stopErr)

	require.NoError(t, state.Release())
	foreign, _, stopErr = asNobody(dir)
	require.NoError(t, foreign)
	require.NoError(t, stopErr)
}

// asNobody asks on a thread that opens files as nobody does, and that ends with it.
func asNobody(dir string) (foreign error, stopped bool, stopErr error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if foreign = syscall.Setfsuid(65534); foreign != nil {
			return
		}
		foreign = devstack.Foreign(dir)
		stopped, stopErr = devstack.StopRunning(context.Background(), dir)
	}()
	<-done
	return foreign, stopped, stopErr
}
