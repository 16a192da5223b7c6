package app

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/customer"
)

// Front door and worker of one machine start at once: the one that makes the key must not show the other a half of it.
func TestTheKeyOfCardsIsOneForAllWhoStartAtOnce(t *testing.T) {
	for range 50 {
		p := &parts{cfg: config.Config{State: config.State{Dir: t.TempDir()}}}
		keys := make([][]byte, 8)
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				var err error
				keys[i], err = p.sealKey()
				assert.NoError(t, err)
			})
		}
		all.Wait()
		for _, key := range keys {
			require.Len(t, key, customer.SealKeyBytes)
			require.Equal(t, keys[0], key)
		}
		left, err := os.ReadDir(p.cfg.State.Dir)
		require.NoError(t, err)
		require.Len(t, left, 1)
		info, err := os.Stat(filepath.Join(p.cfg.State.Dir, "seal.key"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}
