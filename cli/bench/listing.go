package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// listingMix makes the addresses that listings are asked for by: a category of any level, often with a manufacturer,
// always with a price from a range so wide that two draws are rarely alike.
type listingMix struct {
	categories    []catalog.Category
	manufacturers map[int64][]string // category → values of the manufacturer filter
}

// draw gives a category and the query of a listing of it.
func (m *listingMix) draw() (catalog.Category, url.Values) {
	c := m.categories[rand.IntN(len(m.categories))]
	from := 10 + rand.IntN(300)
	query := url.Values{
		search.FacetPrice + "_min":  {fmt.Sprint(from)},
		search.FacetPrice + "_max":  {fmt.Sprint(from + 100 + rand.IntN(3000))},
		search.FacetPrice + "_slid": {"1"},
	}
	if makers := m.manufacturers[c.ID]; len(makers) > 1 && rand.IntN(2) == 0 {
		query[search.FacetManufacturer+"[]"] = []string{makers[rand.IntN(len(makers))], makers[rand.IntN(len(makers))]}
	}
	return c, query
}

// shown is what visitors see of a category whose filters they have not touched.
type shown struct {
	Total   int    `json:"total"`
	Cards   []card `json:"cards"`
	Filters []struct {
		ID         string `json:"id"`
		Properties []struct {
			Value string `json:"value"`
		} `json:"properties"`
	} `json:"filters"`
}

// newListingMix keeps the categories that have products and, of each, its manufacturers; read looks at one.
func newListingMix(categories []catalog.Category, read func(catalog.Category) (shown, error)) (*listingMix, error) {
	mix := &listingMix{manufacturers: map[int64][]string{}}
	for _, c := range categories {
		listing, err := read(c)
		if err != nil {
			return nil, err
		}
		if listing.Total == 0 {
			continue
		}
		mix.categories = append(mix.categories, c)
		for _, f := range listing.Filters {
			if f.ID != search.FacetManufacturer {
				continue
			}
			for _, p := range f.Properties[:min(len(f.Properties), 8)] {
				mix.manufacturers[c.ID] = append(mix.manufacturers[c.ID], p.Value)
			}
		}
	}
	if len(mix.categories) == 0 {
		return nil, fmt.Errorf("the shop has no products: import a catalogue first")
	}
	return mix, nil
}

// recorder keeps the last query that the search service put to its engine, so that the baseline asks the engine for
// exactly what a listing asks for.
type recorder struct {
	search.Engine
	last search.Query
}

func (r *recorder) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	r.last = q
	return r.Engine.Search(ctx, q)
}

// listingCall is a listing as the API is asked for it, and as the API then asks the engine.
type listingCall struct {
	path  string
	query search.Query
}

// calls draws n listings.
func (m *listingMix) calls(ctx context.Context, engine search.Engine, tree func(context.Context) ([]catalog.Category, error), n int) ([]listingCall, error) {
	rec := &recorder{Engine: engine}
	service := search.NewService(rec, tree)
	list := make([]listingCall, n)
	for i := range list {
		c, query := m.draw()
		r := search.Request{CategoryID: c.ID, Params: search.ParseParams(query), Lang: catalog.German}
		if _, err := service.Listing(ctx, r); err != nil {
			return nil, err
		}
		list[i] = listingCall{path: listingPath(c, query), query: rec.last}
	}
	return list, nil
}

func listingPath(c catalog.Category, query url.Values) string {
	return "/api/category/" + c.Slug + "?" + query.Encode()
}
