package app

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

// Nobody is sent to look for another program where there is none.
func TestAnAddressThatIsNotOfThisMachineIsNotTaken(t *testing.T) {
	_, err := listen(t.Context(), "http", "203.0.113.9:8080")
	require.Equal(t, "http_addr_unusable", fault.ReasonOf(err))

	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, other.Close()) }()
	_, err = listen(t.Context(), "admin", other.Addr().String())
	require.Equal(t, "admin_addr_taken", fault.ReasonOf(err))
}
