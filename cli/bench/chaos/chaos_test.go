package chaos_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/bench/chaos"
	"kontor.dev/kontor/deploy/devstack/testenv"
)

// needsServers gives the repository's folder to a test that starts a shop of its own.
func needsServers(t *testing.T) (root string) {
	t.Helper()
	if os.Getenv(testenv.EnvTemporal) == "" {
		t.Fatalf("%s is not set: run the tests with `make test`, or these alone with `kontor testenv -- go test ./...`", testenv.EnvTemporal)
	}
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	return root
}

// Sixty customers buy while everything dies around them. `kontor bench chaos` is the same with a thousand.
func TestNothingIsLostInChaos(t *testing.T) {
	root := needsServers(t)
	r, err := chaos.Run(t.Context(), chaos.Options{
		Orders: 60, Guests: 6, Seed: 7, Root: root, State: filepath.Join(root, ".kontor", "chaos-test"), Tools: filepath.Join(root, ".kontor", "tools"), Say: t.Logf,
	})
	require.NoError(t, err)
	t.Logf("%d guests, %d attempts, killed %v, %s", r.Guests, r.Attempts, r.Kills, r.Took)
	for _, c := range r.Checks {
		require.Equal(t, c.Want, c.Have, c.Name)
	}
	require.True(t, r.Kept())
	for _, victim := range []string{"API", "worker", "plugin", "Temporal", "PostgreSQL", "providers", "line to providers"} {
		require.Positive(t, r.Kills[victim], "%s died", victim)
	}
}
