package devstack_test

import (
	"context"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

func TestSecondStackIsRefusedAndSeesTheFirst(t *testing.T) {
	dir := t.TempDir()
	_, running := devstack.Running(dir)
	require.False(t, running)

	first, err := devstack.Own(dir)
	require.NoError(t, err)
	info := devstack.Info{PID: os.Getpid(), Started: time.Now(), Parts: []devstack.PartInfo{{Name: "shop", Address: "http://localhost:8080"}}}
	require.NoError(t, first.Publish(info))

	_, err = devstack.Own(dir)
	refused := &devstack.RunningError{}
	require.ErrorAs(t, err, &refused)
	require.Equal(t, info.Parts, refused.Info.Parts)

	require.NoError(t, first.Release())
	_, running = devstack.Running(dir)
	require.False(t, running)
	again, err := devstack.Own(dir)
	require.NoError(t, err)
	require.NoError(t, again.Release())
}

func TestStoppingWhatDoesNotRun(t *testing.T) {
	stopped, err := devstack.StopRunning(context.Background(), t.TempDir())
	require.NoError(t, err)
	require.False(t, stopped)
}

func TestTakenPortIsNamedWithItsSetting(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	free, err := devstack.FreePorts(1)
	require.NoError(t, err)

	err = devstack.CheckPorts([]devstack.Port{
		{Part: "The shop", Address: l.Addr().String(), Setting: "http.addr"},
		{Part: "PostgreSQL", Address: devstack.Loopback(free[0]), Setting: "devstack.postgresPort"},
	})
	require.EqualError(t, err, "The shop cannot listen on "+l.Addr().String()+
		": another program has that port. Stop it, or choose another port with the setting http.addr")
}
