package sdktest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/shipping"
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

// slowCarrier has an option, too late for any shopper.
type slowCarrier struct{ shipping.Unsupported }

func (slowCarrier) Options(context.Context, shipping.OptionsRequest) (shipping.Offer, error) {
	time.Sleep(shopperWaits + 100*time.Millisecond)
	return shipping.Offer{}, nil
}

// The shop leaves a slow carrier out: its merchant would wonder why nothing is offered.
func TestASlowCarrierFails(t *testing.T) {
	err := checkOptions(t.Context(), sdk.Plugin{Shipping: slowCarrier{}}, Target{Shipping: &Shipping{}})
	require.ErrorContains(t, err, "the shop waits 2s")
}
