package httpapi

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDrawnPicturesAreSentCompressed(t *testing.T) {
	drawn, photograph := strings.Repeat("<path/>", 500), strings.Repeat("\xff\xd8", 500)
	s := New(Deps{Image: func(key string, _ int) (string, []byte, error) {
		if key == "photograph" {
			return "image/jpeg", []byte(photograph), nil
		}
		return "image/svg+xml", []byte(drawn), nil
	}})
	packed := visitPage(s, "/images/600/drawing", "Accept-Encoding", "gzip, deflate, br, zstd")
	require.Equal(t, http.StatusOK, packed.Code)
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	require.Equal(t, "image/svg+xml", packed.Header().Get("Content-Type"))
	require.Less(t, packed.Body.Len(), len(drawn)/8)
	reader, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	body, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.Equal(t, drawn, string(body))

	for path, want := range map[string]string{"/images/600/photograph": photograph, "/images/600/drawing": drawn} {
		takes := map[string]string{photograph: "gzip", drawn: "br"}[want]
		plain := visitPage(s, path, "Accept-Encoding", takes)
		require.Empty(t, plain.Header().Get("Content-Encoding"), path)
		require.Equal(t, want, plain.Body.String(), path)
		require.Contains(t, plain.Header().Values("Vary"), "Accept-Encoding")
	}
	require.Equal(t, "gzip", visitPage(s, "/openapi.json", "Accept-Encoding", "gzip").Header().Get("Content-Encoding"))
}
