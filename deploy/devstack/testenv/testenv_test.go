package testenv_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/deploy/devstack/pgserver"
	"kontor.dev/kontor/deploy/devstack/testenv"
)

func greet(_ context.Context, name string) (string, error) { return "hello " + name, nil }

func greeting(ctx workflow.Context, name string) (string, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Second})
	var text string
	err := workflow.ExecuteActivity(ctx, greet, name).Get(ctx, &text)
	return text, err
}

// Both servers work, two environments do not fight, and afterwards nothing is left running.
func TestServersOfTheirOwn(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute) // the first run compiles Temporal
	defer cancel()
	tools := os.Getenv("KONTOR_STATE_TOOLS")
	if tools == "" {
		var err error
		tools, err = filepath.Abs("../../../.kontor/tools")
		require.NoError(t, err)
	}
	opts := testenv.Options{StateDir: t.TempDir(), ToolsDir: tools, Say: t.Logf}
	t.Cleanup(func() {
		for _, name := range []string{"test", "test-2"} {
			require.NoError(t, pgserver.Remove(filepath.Join(opts.StateDir, name, "postgres")))
		}
	})
	env, err := testenv.Start(ctx, opts)
	require.NoError(t, err)
	opts.NoTemporal = true
	second, err := testenv.Start(ctx, opts)
	require.NoError(t, err)
	require.NoError(t, second.Stop(ctx))

	require.Equal(t, "hello Ada", runWorkflow(ctx, t, value(t, env, testenv.EnvTemporal)))
	pids := env.PIDs()
	require.Len(t, pids, 2)
	require.NoError(t, env.Stop(ctx))
	for _, pid := range pids {
		require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "process %d is still there", pid)
	}
	_, err = pgx.Connect(ctx, value(t, env, testenv.EnvDatabase))
	require.Error(t, err)
}

func runWorkflow(ctx context.Context, t *testing.T, address string) string {
	t.Helper()
	c, err := client.DialContext(ctx, client.Options{HostPort: address, Namespace: testenv.Namespace})
	require.NoError(t, err)
	defer c.Close()
	w := worker.New(c, t.Name(), worker.Options{})
	w.RegisterWorkflow(greeting)
	w.RegisterActivity(greet)
	require.NoError(t, w.Start())
	defer w.Stop()
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: t.Name()}, greeting, "Ada")
	require.NoError(t, err)
	var text string
	require.NoError(t, run.Get(ctx, &text))
	return text
}

func value(t *testing.T, env *testenv.Env, name string) string {
	t.Helper()
	for _, v := range env.Vars() {
		if s, ok := strings.CutPrefix(v, name+"="); ok {
			return s
		}
	}
	t.Fatalf("%s is not set", name)
	return ""
}
