package httpapi

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzhttp"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// compressed sends what is long and written in letters in gzip: a drawn picture is an eighth of itself then. Photographs pass as they
// are.
var compressed = func() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.ContentTypes([]string{"image/svg+xml", "application/openapi+json"}), gzhttp.EnableZstd(false))
	if err != nil {
		panic(err) // these options do not go together
	}
	return wrap
}()

// serveImage shows a product image, and an empty frame for a product whose key is empty, as it has none. A key's picture never changes,
// so that caches may keep it for ever.
func (s *Server) serveImage(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.Atoi(r.PathValue("size"))
	if err != nil || !slices.Contains(catalog.ImageSizes, size) {
		writeProblem(w, r, fault.New(fault.NotFound, "image_not_found"))
		return
	}
	mediaType, data, err := s.deps.Image(r.PathValue("key"), size)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	writeImage(w, mediaType, data, "public, max-age=31536000, immutable")
}

// serveLogo shows a payment method's logo, as its plugin gave it.
func (s *Server) serveLogo(w http.ResponseWriter, r *http.Request) {
	mediaType, data, err := s.deps.Logo(r.Context(), r.PathValue("code"))
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	writeImage(w, mediaType, data, "public, max-age=3600")
}

// writeImage sends a picture. The content security policy of calls keeps an SVG from running or loading anything.
func writeImage(w http.ResponseWriter, mediaType string, data []byte, cache string) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", cache)
	_, _ = w.Write(data)
}
