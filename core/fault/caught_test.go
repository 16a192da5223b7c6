package fault_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func TestAPanicIsAFault(t *testing.T) {
	act := func(do func() error) (err error) {
		defer fault.Caught(&err)
		return do()
	}
	require.NoError(t, act(func() error { return nil }))
	plain := errors.New("no")
	require.Equal(t, plain, act(func() error { return plain }))
	var none map[string]int
	err := act(func() error { none["x"] = 1; return nil })
	require.ErrorIs(t, err, fault.New(fault.Internal, "error_internal"))
	require.ErrorContains(t, err, "nil map")
}
