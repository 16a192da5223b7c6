package httpapi

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// The icon is that of the shop that is visited, in each of its forms.
func TestEachSiteHasItsIcon(t *testing.T) {
	s := New(Deps{Sites: partnerSites(t), PublicURL: &url.URL{Scheme: "https", Host: "shop.example"}})
	for path, mediaType := range map[string]string{
		"/icon.svg": "image/svg+xml", "/favicon.ico": "image/x-icon", "/apple-icon.png": "image/png", "/preview.png": "image/png",
	} {
		own, partners := callAt(s, http.MethodGet, "shop.example", path), callAt(s, http.MethodGet, "grafik.example", path)
		require.Equal(t, http.StatusOK, own.Code, path)
		require.Equal(t, mediaType, own.Header().Get("Content-Type"), path)
		require.NotEmpty(t, own.Header().Get("Cache-Control"), path)
		require.NotEqual(t, own.Body.Bytes(), partners.Body.Bytes(), path)
		require.Equal(t, own.Body.Bytes(), callAt(s, http.MethodGet, "shop.example", path).Body.Bytes(), path)
	}
}
