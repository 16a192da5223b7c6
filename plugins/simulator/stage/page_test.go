package stage

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestAPageStandsInTheFrameOfAllPages(t *testing.T) {
	pages := Pages(fstest.MapFS{"page/pay.html": {Data: []byte(
		`{{template "head" (page "Bezahlen" "Bank & Co")}}<p>{{german .Sum}}, {{cents .Cents}}, {{.Said}}</p>{{template "foot"}}`)}},
		Look{Ink: "#111", Soft: "#222", Line: "#333", Ground: "#444", Deep: "#555", Hover: "#666"})
	w := httptest.NewRecorder()
	Show(w, pages, "pay.html", http.StatusNotFound, map[string]any{"Sum": "1299.00", "Cents": int64(129905), "Said": "<script>"})
	require.Equal(t, http.StatusNotFound, w.Code)
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	page := w.Body.String()
	require.Contains(t, page, "<title>Bezahlen (Simulator)</title>")
	require.Contains(t, page, `<span class="name">Bank &amp; Co</span>`)
	require.Contains(t, page, "--ink: #111; --soft: #222; --line: #333; --ground: #444; --deep: #555; --hover: #666")
	require.Contains(t, page, "<p>1.299,00, 1.299,05, &lt;script&gt;</p>")
	require.Contains(t, page, "</html>")
}
