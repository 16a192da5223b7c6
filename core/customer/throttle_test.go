package customer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
)

func TestNetworkOfAClient(t *testing.T) {
	for client, network := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"fe80::1%eth0": "fe80::/64", "::1": "::/64", "": "", "no address": "no address",
	} {
		require.Equal(t, network, customer.Network(client), client)
	}
}
