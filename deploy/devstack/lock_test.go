package devstack_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

func TestWhoWaitsForALockCanBeStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "builds", "one.lock")
	unlock, err := devstack.Lock(t.Context(), path)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := devstack.Lock(ctx, path)
		stopped <- err
	}()
	stop()
	require.ErrorIs(t, <-stopped, context.Canceled)

	unlock()
	unlock, err = devstack.Lock(t.Context(), path)
	require.NoError(t, err)
	unlock()
}
