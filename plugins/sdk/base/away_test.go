package base

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABrowserGoesOnlyWhereNobodyListensIn(t *testing.T) {
	for _, good := range []string{"https://pay.example/a?b=c#d", "https://pay.example:8443", "HTTPS://pay.example", "http://127.0.0.1:8090/x", "http://127.9.9.9/",
		"http://[::1]:8090/x", "http://localhost:8090", "http://simulator.localhost:8090/x"} {
		require.NoError(t, CheckAway(good), good)
	}
	for _, bad := range []string{"", "/account", "//evil.example", "https:///x", "https://:443/x", "javascript:alert(1)", "data:text/html,x", "ftp://a.example",
		"https://a.example/\r\nSet-Cookie: x", "%zz", "http://pay.example/a", "http://127.0.0.1.pay.example/", "http://notlocalhost/", "http://10.0.0.1/", "http://[fe80::1]/",
		"https://shop:secret@pay.example/", "https://shop@pay.example/", "https://pay.example@evil.example/", "http://u:p@127.0.0.1/", "https:pay.example"} {
		err := CheckAway(bad)
		require.Error(t, err, bad)
		require.NotContains(t, err.Error(), "secret")
	}
}

func TestOriginIsSchemeAndHost(t *testing.T) {
	require.Equal(t, "https://pay.example:8443", Origin("https://pay.example:8443/js/v1?a=b"))
	require.Empty(t, Origin("/js/v1"), "no address of its own")
	require.Empty(t, Origin("https://pay example"))
}
