package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/site"
)

// maxFacts is how many products one call describes: more than a cart has lines.
const maxFacts = 100

// ProductFacts is what the law wants to stand beside a product where it is bought, too.
type ProductFacts struct {
	ID          int64              `json:"id"`
	Highlights  []string           `json:"highlights" doc:"essential characteristics"`
	EnergyClass string             `json:"energyClass,omitempty"`
	EnergyScale string             `json:"energyScale,omitempty"`
	Guarantee   *catalog.Guarantee `json:"guarantee,omitempty" doc:"the producer's, for longer than two years"`
}

// FactList has one entry for each product that the site still sells.
type FactList struct {
	Products []ProductFacts `json:"products"`
}

type factsRequest struct {
	IDs []int64 `query:"ids,explode" required:"true" minItems:"1" maxItems:"100" doc:"of the products"`
}

func (s *Server) registerFacts(api huma.API) {
	register(api, get("product", "productFacts", "/api/product-facts", "What the law wants said of products where they are bought"), s.facts)
}

func (s *Server) facts(ctx context.Context, in *factsRequest) (FactList, error) {
	answer := FactList{Products: []ProductFacts{}}
	ids := slices.Compact(slices.Sorted(slices.Values(in.IDs[:min(len(in.IDs), maxFacts)])))
	products, err := s.deps.Catalog.Products(ctx, ids)
	if err != nil || len(products) == 0 {
		return answer, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return answer, err
	}
	lang := language(ctx)
	for _, p := range t.sold(products) {
		document := t.builder.Document(p)
		card := cardOf(&document.Card, lang)
		if state := stateText(p.Condition, lang); state != "" {
			card.Highlights = slices.Concat([]string{state}, card.Highlights)
		}
		if slices.Contains(s.deps.Hides, site.OrderFacts) {
			card.Highlights = []string{}
		}
		answer.Products = append(answer.Products, ProductFacts{
			ID: p.ID, Highlights: card.Highlights, EnergyClass: card.EnergyClass, EnergyScale: card.EnergyScale, Guarantee: p.Guarantee,
		})
	}
	return answer, nil
}

var errNoPicture = fault.New(fault.NotFound, "image_not_found")

// Artwork changes with a setting, so that browsers ask again after an hour.
const artworkCache = "public, max-age=3600"

// serveNotice shows the notice on the legal guarantee of conformity: Regulation (EU) 2025/1960, annex I.
func (s *Server) serveNotice(w http.ResponseWriter, r *http.Request) {
	lang := catalog.Lang(r.PathValue("lang"))
	if s.deps.Notice == nil || lang != catalog.German && lang != catalog.English {
		writeProblem(w, r, errNoPicture)
		return
	}
	mediaType, data := s.deps.Notice(lang)
	writeImage(w, mediaType, data, artworkCache)
}

// serveGuarantee shows the label of a product's producer's guarantee: annex II.
func (s *Server) serveGuarantee(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || s.deps.Guarantee == nil {
		writeProblem(w, r, errNoPicture)
		return
	}
	if err := s.refuseUnsold(r.Context(), id); err != nil {
		writeProblem(w, r, err)
		return
	}
	p, err := s.deps.Catalog.Product(r.Context(), id)
	if err == nil && p.Guarantee == nil {
		err = errNoPicture
	}
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	mediaType, data := s.deps.Guarantee(*p.Guarantee)
	writeImage(w, mediaType, data, artworkCache)
}
