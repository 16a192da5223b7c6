package pluginhost

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOriginSaysNoMoreThanAnOrigin(t *testing.T) {
	for _, good := range []string{"https://x.klarnacdn.net", "https://*.klarna.com", "http://127.0.0.1:8090"} {
		require.True(t, isOrigin(good), good)
	}
	for _, bad := range []string{
		"", "https:", "https://", "*", "'unsafe-inline'", "data:", "ftp://a", "https://a/path", "https://a b", "https://a;script-src *",
		"https://*.com", "https://*", "https://a.*.com", "https://*.*.com", "https://user@a", "https://a?x", "//a",
	} {
		require.False(t, isOrigin(bad), bad)
	}
}
