package httpapi

import (
	"context"
	"net/http"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/datasheet"
	"kontor.dev/kontor/core/search"
)

// serveDataSheet makes the data sheet of the product with an article number: /datasheets/MO-101234.pdf.
func (s *Server) serveDataSheet(w http.ResponseWriter, r *http.Request) {
	number, ok := strings.CutSuffix(r.PathValue("file"), ".pdf")
	if !ok {
		writeProblem(w, r, errNoProduct)
		return
	}
	p, err := s.byArticleNumber(r.Context(), number)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	t, err := s.tree(r.Context())
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	var defs []catalog.AttributeDef
	if c := t.Category(p.CategoryID); c != nil {
		defs = c.Attributes
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="`+p.ArticleNumber+`.pdf"`)
	w.Header().Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(datasheet.PDF(p, defs, language(r.Context())))
}

// byArticleNumber finds a product by the engine, which knows article numbers.
func (s *Server) byArticleNumber(ctx context.Context, number string) (*catalog.Product, error) {
	answer, err := s.deps.Engine.Search(ctx, search.Query{Text: number})
	if err != nil {
		return nil, err
	}
	for _, c := range answer.Cards {
		if c.ArticleNumber == number {
			return s.deps.Catalog.Product(ctx, c.ID)
		}
	}
	return nil, errNoProduct
}
