package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/session"
)

func apiConfig() huma.Config {
	huma.DefaultArrayNullable = false // lists are never null here
	cfg := huma.DefaultConfig("Kontor", "1")
	cfg.Info.Description = "The HTTP API of the shop, as its storefront uses it."
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.CreateHooks = nil
	return cfg
}

// object is a JSON object that somebody else made, handed on as it is.
type object json.RawMessage

func (o object) MarshalJSON() ([]byte, error) { return json.RawMessage(o).MarshalJSON() }

// Schema implements huma.SchemaProvider.
func (object) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// describeVisitor adds to the document what all calls have in common: where they go, who makes them, and in which language.
func (s *Server) describeVisitor(api huma.API) {
	doc := api.OpenAPI()
	doc.Servers = []*huma.Server{{URL: "/", Description: "The shop that gives this document: http.publicURL of its settings"}}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"session": {
		Type: "apiKey", In: "cookie", Name: session.CookieName,
		Description: "A visitor, logged in or not. The first call that needs one sets it: keep cookies, one jar for each visitor.",
	}}
	doc.Security = []map[string][]string{{}, {"session": {}}}
	doc.Components.Parameters = map[string]*huma.Param{"lang": {
		Name: "X-Lang", In: "header", Description: "language of the answer; else that of the cookie lang, else of Accept-Language, else German",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{catalog.German, catalog.English}},
	}}
	for _, item := range doc.Paths {
		item.Parameters = append(item.Parameters, &huma.Param{Ref: "#/components/parameters/lang"})
	}
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
