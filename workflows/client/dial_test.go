package client

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

// Temporal's own client would ask 127.0.0.1:7233, where another shop's server may be.
func TestNoAddressIsNoAddressOfThisMachine(t *testing.T) {
	unavailable := fault.New(fault.Unavailable, "temporal_unavailable")
	_, err := Dial(t.Context(), "", "kontor", nil)
	require.ErrorIs(t, err, unavailable)
	require.ErrorContains(t, err, "temporal.address is empty")
	_, err = DialLazy("", "kontor", nil)
	require.ErrorIs(t, err, unavailable)
}
