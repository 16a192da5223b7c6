package kit_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/kit"
)

// What crosses Temporal is the same fault on the other side, said once, with its cause where it has one.
func TestAFaultComesBackAsItWas(t *testing.T) {
	plain := fault.New(fault.Conflict, "order_dispatched")
	require.Equal(t, plain, kit.FaultOf(kit.ErrorOf(plain)))
	caused := fault.Wrap(errors.New("DHL would refuse it"), fault.Invalid, "invalid_shipment")
	back := kit.FaultOf(kit.ErrorOf(caused))
	require.ErrorIs(t, back, fault.New(fault.Invalid, "invalid_shipment"))
	require.ErrorContains(t, back, "DHL would refuse it")
	again := fault.New(fault.Unknown, "plugin_bad_answer")
	require.Equal(t, again, kit.FaultOf(kit.Final(again)))
	for _, c := range []struct {
		err   error
		final bool
	}{{kit.ErrorOf(plain), true}, {kit.ErrorOf(again), false}, {kit.Final(again), true}} {
		var e *temporal.ApplicationError
		require.ErrorAs(t, c.err, &e)
		require.Equal(t, c.final, e.NonRetryable())
	}
}
