package chaos_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/bench/chaos"
)

// Guests buy while both APIs and both workers are replaced, as in an upgrade; the version before is this one, for want of another
// that is always there. `kontor bench rolling` is the same with more guests.
func TestReplacingEveryProcessLosesNoCall(t *testing.T) {
	root := needsServers(t)
	r, err := chaos.Rolling(t.Context(), chaos.Options{
		Orders: 16, Guests: 3, Seed: 3, Root: root, From: root, State: filepath.Join(root, ".kontor", "rolling-test"), Tools: filepath.Join(root, ".kontor", "tools"), Say: t.Logf,
	})
	require.NoError(t, err)
	t.Logf("%d guests, %d calls, replaced %d APIs and %d workers, %s", r.Guests, r.Calls, r.APIs, r.Workers, r.Took)
	require.Empty(t, r.FirstFailed)
	for _, c := range r.Checks {
		require.Equal(t, c.Want, c.Have, c.Name)
	}
	require.True(t, r.Kept())
	require.GreaterOrEqual(t, r.APIs, 2)
	require.GreaterOrEqual(t, r.Workers, 2)
	require.Greater(t, r.Calls, int64(16*6))
}
