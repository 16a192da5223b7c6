package httpapi

import (
	"context"
	"net/http"

	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/site/icon"
)

// icons are the forms of a site's icon, by path: what pages name, what is asked for where none is named, what phones of Apple put on
// their home screen, and what is shown of a page without a photograph where somebody passes it on: no SVG is there.
var icons = map[string]struct {
	mediaType string
	draw      func(site.Site) ([]byte, error)
}{
	"/icon.svg":       {"image/svg+xml", func(s site.Site) ([]byte, error) { return icon.SVG(s), nil }},
	"/favicon.ico":    {"image/x-icon", func(s site.Site) ([]byte, error) { return icon.ICO(s, 48) }},
	"/apple-icon.png": {"image/png", func(s site.Site) ([]byte, error) { return icon.PNG(s, 180) }},
	"/preview.png":    {"image/png", func(s site.Site) ([]byte, error) { return icon.PNG(s, 600) }},
}

// serveIcon answers with the icon of the site that is visited.
func (s *Server) serveIcon(w http.ResponseWriter, r *http.Request) {
	kind, own := icons[r.URL.Path], siteOf(r.Context())
	drawn, err := s.answers.file(r.Context(), "icon "+own.Key+" "+r.URL.Path, func(context.Context) ([]byte, bool, error) {
		picture, err := kind.draw(own)
		return picture, true, err
	})
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind.mediaType)
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(drawn.plain)
}
