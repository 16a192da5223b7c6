package client_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/client"
)

// What the database knows is told while Temporal is away, and without a wait that nobody understands.
func TestLookSaysWhenTemporalIsAway(t *testing.T) {
	temporal, err := client.DialLazy("127.0.0.1:1", "kontor", nil)
	require.NoError(t, err)
	t.Cleanup(temporal.Close)
	began := time.Now()
	_, err = client.NewDesk(temporal, "kontor", "kontor", nil, converter.GetDefaultDataConverter()).Look(t.Context(), "0199f3c1-5f8e-7c21-9d5c-0f3b8d6c9a11")
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	t.Log(time.Since(began))
}
