package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

func apiConfig() huma.Config {
	huma.DefaultArrayNullable = false // lists are never null here
	cfg := huma.DefaultConfig("Kontor", "1")
	cfg.Info.Description = "The HTTP API of the shop, as its storefront uses it."
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.CreateHooks = nil
	return cfg
}

// Document gives the OpenAPI 3.1 document of the API, indented, ending in a line break.
func Document() ([]byte, error) {
	doc, err := json.MarshalIndent(New(Deps{}).api.OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}

func (s *Server) serveDocument(w http.ResponseWriter, r *http.Request) {
	doc, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/openapi+json")
	_, _ = w.Write(doc)
}
