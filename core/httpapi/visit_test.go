package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rate limits count clients: nobody may choose who is counted, and a proxy in front must not be counted for all.
func TestClientIsWhoTheProxiesSayAndNobodyElse(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct{ remote, forwarded, client string }{
		{"203.0.113.7:5", "", "203.0.113.7"},
		{"203.0.113.7:5", "198.51.100.1", "203.0.113.7"}, // forged by a client that connects itself
		{"10.0.0.2:5", "198.51.100.1", "198.51.100.1"},
		{"10.0.0.2:5", "1.1.1.1, 198.51.100.1", "198.51.100.1"}, // forged before the proxy added
		{"10.0.0.2:5", "198.51.100.1, 10.9.9.9", "198.51.100.1"},
		{"10.0.0.2:5", "garbage", "10.0.0.2"},
		{"10.0.0.2:5", "", "10.0.0.2"},
		{"[fd00::1]:5", "2001:db8::1", "2001:db8::1"},
		{"@", "198.51.100.1", "@"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		require.Equal(t, c.client, clientOf(r, trusted), "%+v", c)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "10.0.0.2:5"
	r.Header.Set("X-Forwarded-For", "198.51.100.1")
	require.Equal(t, "10.0.0.2", clientOf(r, nil), "nobody is believed unless configured")
}
