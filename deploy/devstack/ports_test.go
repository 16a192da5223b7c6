package devstack_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

const asksForPorts = "KONTOR_TEST_ASKS_FOR_PORTS" // makes the test below the other process

// Environments that start at once, in one process or in several, get ports of their own: who was given one listens only later.
func TestFreePortsAreGivenOnce(t *testing.T) {
	given := map[int]bool{}
	ask := func() (mine []int) {
		for range 30 {
			ports, err := devstack.FreePorts(9)
			require.NoError(t, err)
			mine = append(mine, ports...)
		}
		return mine
	}
	if os.Getenv(asksForPorts) != "" {
		require.NoError(t, json.NewEncoder(os.Stdout).Encode(ask()))
		_, _ = os.Stdin.Read(make([]byte, 1)) // lives until it is not asked any more
		os.Exit(0)
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFreePortsAreGivenOnce$")
	other.Env = append(os.Environ(), asksForPorts+"=yes")
	lives, err := other.StdinPipe()
	require.NoError(t, err)
	says, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	var theirs []int
	require.NoError(t, json.NewDecoder(says).Decode(&theirs))
	for _, port := range append(theirs, ask()...) {
		require.False(t, given[port], "port %d was given twice", port)
		given[port] = true
	}
	require.NoError(t, lives.Close())
	require.NoError(t, other.Wait())
}
