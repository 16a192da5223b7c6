package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/session"
)

func apiConfig() huma.Config {
	huma.DefaultArrayNullable = false // lists are never null here
	cfg := huma.DefaultConfig("Kontor", "1")
	cfg.Info.Description = "The HTTP API of the shop, as its storefront uses it. Every call takes the header X-Lang, de or en: the language of " +
		"the answer. Without it that of the cookie lang counts, then Accept-Language, then German."
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.CreateHooks = nil
	return cfg
}

// object is a JSON object that somebody else made, handed on as it is.
type object json.RawMessage

func (o object) MarshalJSON() ([]byte, error) { return json.RawMessage(o).MarshalJSON() }

func (o *object) UnmarshalJSON(given []byte) error { return (*json.RawMessage)(o).UnmarshalJSON(given) }

// Schema implements huma.SchemaProvider.
func (object) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// describeVisitor adds to the document what all calls have in common: where they go, and who makes them.
func (s *Server) describeVisitor(api huma.API) {
	doc := api.OpenAPI()
	doc.Servers = []*huma.Server{{URL: "/", Description: "The shop that gives this document: http.publicURL of its settings"}}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"session": {
		Type: "apiKey", In: "cookie", Name: session.CookieName,
		Description: "A visitor, logged in or not. The first call that needs one sets it: keep cookies, one jar for each visitor.",
	}}
	doc.Security = []map[string][]string{{}, {"session": {}}}
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
