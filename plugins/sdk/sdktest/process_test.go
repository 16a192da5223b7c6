package sdktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program that is killed cannot remove what it listens on; whoever started it does.
func TestKilledProgramsLeaveNothing(t *testing.T) {
	program := filepath.Join(t.TempDir(), "plugin")
	require.NoError(t, os.WriteFile(program, []byte(`#!/bin/sh
echo "$PLUGIN_UNIX_SOCKET_DIR" >> "$0.folders"
: > "$PLUGIN_UNIX_SOCKET_DIR/socket"
[ -n "$KONTOR_PLUGIN" ] || exit 1
echo "1|1|unix|$PLUGIN_UNIX_SOCKET_DIR/socket|grpc|"
exec /bin/sleep 1000
`), 0o755))
	target := Target{Binary: program}
	require.NoError(t, checkByHand(t.Context(), target))
	line, err := shake(t.Context(), target, "1")
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(line, "/socket|grpc|"), line)

	said, err := os.ReadFile(program + ".folders")
	require.NoError(t, err)
	folders := strings.Fields(string(said))
	require.Len(t, folders, 2)
	for _, folder := range folders {
		require.True(t, filepath.IsAbs(folder), folder)
		require.NoDirExists(t, folder)
	}
}
