package httpapi

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
)

// ContentPage is a text that editors wrote, in the visitor's language.
type ContentPage struct {
	Key         string          `json:"key" doc:"its address without the slash at the front"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Content     []content.Block `json:"content"`
}

// checkoutContent is where texts for the checkout lie: kasse/payment and, for business customers, kasse/payment-b2b. Those that
// nobody wrote are empty, not missing.
const checkoutContent = "kasse/"

type contentRequest struct {
	Key string `path:"key" maxLength:"200" doc:"the page's key with each slash replaced by an underscore"`
}

func (s *Server) registerContent(api huma.API) {
	register(api, get("content", "content", "/api/pineberry/{key}", "A page that editors wrote"), s.page)
}

func (s *Server) page(ctx context.Context, in *contentRequest) (ContentPage, error) {
	key := strings.ReplaceAll(in.Key, "_", "/")
	if key == campusTerms && siteOf(ctx).WhiteLabel() {
		return ContentPage{}, errNoContent
	}
	page, err := s.deps.Content.Page(ctx, key, language(ctx))
	if fault.CodeOf(err) == fault.NotFound && strings.HasPrefix(key, checkoutContent) {
		page, err = &content.Page{Key: key, Blocks: []content.Block{}}, nil // editors need not write any, and a customer's browser should not report it as missing
	}
	if err != nil {
		return ContentPage{}, err
	}
	cacheControl(ctx, catalogueLife)
	return ContentPage{Key: page.Key, Title: page.Title, Description: page.Description, Content: page.Blocks}, nil
}
