package app

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/customer"
)

// Front door and worker start at once with a state folder of theirs: they seal with one key. What a full disk left of a
// key keeps no shop from starting.
func TestProcessesMakeOneSealKey(t *testing.T) {
	for range 200 {
		cfg := config.Config{State: config.State{Dir: t.TempDir()}}
		keys := make([][]byte, 4)
		var started sync.WaitGroup
		for i := range keys {
			started.Go(func() { keys[i], _, _ = sealKeys(cfg) })
		}
		started.Wait()
		require.Len(t, keys[0], customer.SealKeyBytes)
		for _, key := range keys {
			require.Equal(t, hex.EncodeToString(keys[0]), hex.EncodeToString(key))
		}
		left, err := os.ReadDir(cfg.State.Dir)
		require.NoError(t, err)
		require.Len(t, left, 1)
	}
	cfg := config.Config{State: config.State{Dir: t.TempDir()}}
	require.NoError(t, os.WriteFile(filepath.Join(cfg.State.Dir, "seal.key"), nil, 0o600))
	key, _, err := sealKeys(cfg)
	require.NoError(t, err)
	require.Len(t, key, customer.SealKeyBytes)
}
