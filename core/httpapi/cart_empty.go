package httpapi

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"html/template"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
)

//go:embed emptycart.html
var emptyCartHTML string

var emptyCartTemplate = template.Must(template.New("emptycart").Parse(emptyCartHTML))

// emptyCart is what emptycart.html shows.
type emptyCart struct{ lang catalog.Lang }

// Home is the home page in the visitor's language.
func (e emptyCart) Home() string { return cmp.Or(e.lang.Prefix(), "/") }

// Text gives one of the API's texts in the visitor's language.
func (e emptyCart) Text(key string) string { return texts[key].In(e.lang) }

func (s *Server) registerEmptyCart(api huma.API) {
	op := get("cart", "cartEmptyTemplate", "/cart/get-empty-cart-template/", "What the cart's page shows once it is empty, as HTML")
	op.Responses = map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	huma.Register(api, op, func(ctx context.Context, _ *none) (*raw, error) {
		var b bytes.Buffer
		if err := emptyCartTemplate.Execute(&b, emptyCart{language(ctx)}); err != nil {
			return nil, problemOf(ctx, err)
		}
		return &raw{ContentType: "text/html; charset=utf-8", Body: b.Bytes()}, nil
	})
}
