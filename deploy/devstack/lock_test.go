package devstack_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

func TestWhoWaitsForALockIsToldAndCanBeStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "builds", "one.lock")
	said := make(chan string, 1)
	say := func(format string, _ ...any) { said <- format }
	unlock, err := devstack.Lock(t.Context(), path, say)
	require.NoError(t, err)
	require.Empty(t, said, "it is free")
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := devstack.Lock(ctx, path, say)
		stopped <- err
	}()
	require.Contains(t, <-said, "waiting")
	stop()
	require.ErrorIs(t, <-stopped, context.Canceled)

	unlock()
	unlock, err = devstack.Lock(t.Context(), path, say)
	require.NoError(t, err)
	unlock()
}
