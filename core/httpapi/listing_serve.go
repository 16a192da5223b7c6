package httpapi

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// searchCategory is the parameter that holds a search's category.
const searchCategory = "categories-stat"

func (s *Server) categoryListing(ctx context.Context, in *categoryListing) (*raw, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	c := t.find(in.Slug)
	if c == nil {
		return nil, errNoCategory
	}
	return s.listing(ctx, t, search.Request{CategoryID: c.ID, Params: search.ParseParams(in.query), Lang: language(ctx)})
}

func (s *Server) searchListing(ctx context.Context, in *searchListing) (*raw, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	delete(in.query, "query")
	delete(in.query, searchCategory)
	r := search.Request{Text: strings.TrimSpace(in.Query), Searched: true, CategoryID: t.root, Params: search.ParseParams(in.query), Lang: language(ctx)}
	if in.Category != "" {
		r.CategoryID = t.idOf(in.Category)
	}
	return s.listing(ctx, t, r)
}

// idOf reads a category's id or slug; what is neither is all that the site sells, as an old address may name one that is gone.
func (t *tree) idOf(text string) int64 {
	if c := t.find(text); c != nil {
		return c.ID
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && t.Category(id) != nil {
		return id
	}
	return t.root
}

// listing answers with the encoded listing of a request, kept from the last time it was asked for if it still holds.
func (s *Server) listing(ctx context.Context, t *tree, r search.Request) (*raw, error) {
	kept, err := s.answers.get(ctx, listingKey(t, r), func(ctx context.Context) ([]byte, bool, error) {
		found, err := s.deps.Search.Listing(ctx, r)
		if err != nil {
			return nil, false, err
		}
		page := listingOf(found, t, r)
		s.rate(ctx, page.Cards)
		return page.encode(), !found.Degraded, nil
	})
	if err != nil {
		return nil, err
	}
	return kept.raw(visitOf(ctx)), nil
}

// listingKey is the same for requests that have the same answer.
func listingKey(t *tree, r search.Request) string {
	var b strings.Builder
	b.WriteString(string(r.Lang))
	b.WriteByte(' ')
	b.WriteString(strconv.FormatInt(t.root, 10))
	b.WriteByte(' ')
	b.WriteString(strconv.FormatInt(r.CategoryID, 10))
	b.WriteByte(' ')
	b.WriteString(strconv.FormatBool(r.Searched))
	b.WriteByte(' ')
	b.WriteString(url.QueryEscape(r.Text))
	b.WriteByte(' ')
	b.WriteString(r.Params.Query().Encode())
	return b.String()
}

func listingOf(found search.Listing, t *tree, r search.Request) Listing {
	l := Listing{
		Breadcrumb: t.crumbs(r.CategoryID, r.Lang), Subcategories: []Link{}, Query: r.Text,
		Cards: cardsOf(found.Cards, r.Lang), Total: found.Total, Page: found.Page, Pages: found.Pages,
		Sort: string(found.Sort), Filters: filtersOf(found.Filters), Degraded: found.Degraded,
	}
	if c := found.Category; c != nil {
		l.Category = &ListingCategory{ID: c.ID, Name: c.Name.In(r.Lang), Slug: c.Slug, URL: categoryPath + c.Slug}
		l.Subcategories = t.links(c.ID, r.Lang)
	}
	for _, f := range found.Filters {
		l.SelectedCount += f.Selected
	}
	return l
}

func filtersOf(filters []search.Filter) []Filter {
	list := make([]Filter, len(filters))
	for i, f := range filters {
		list[i] = Filter{
			ID: f.ID, Name: f.Name, FilterType: string(f.FilterType), OptionType: f.OptionType, Postfix: f.Postfix,
			Divisor: f.Divisor, Open: f.Open, Searchable: f.Searchable, Properties: make([]FilterProperty, len(f.Properties)),
		}
		for j, p := range f.Properties {
			list[i].Properties[j] = FilterProperty(p)
		}
	}
	return list
}

func (s *Server) categoryFilters(ctx context.Context, in *body[CategoryFilterRequest]) (FilterAnswer, error) {
	params, err := search.ParseFilterJSON("selectedFilter", in.Body.SelectedFilter)
	if err != nil {
		return FilterAnswer{}, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return FilterAnswer{}, err
	}
	if !t.sells(in.Body.CategoryID) {
		return FilterAnswer{}, errNoCategory
	}
	return s.filters(ctx, search.Request{CategoryID: in.Body.CategoryID}, params)
}

// searchFilters searches in a category where the selection has one, as the listing's address does.
func (s *Server) searchFilters(ctx context.Context, in *body[SearchFilterRequest]) (FilterAnswer, error) {
	params, err := search.ParseFilterJSON("filter", in.Body.Filter)
	if err != nil {
		return FilterAnswer{}, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return FilterAnswer{}, err
	}
	r := search.Request{Text: strings.TrimSpace(in.Body.Query), Searched: true, CategoryID: t.root}
	if c, ok := params.Choice(searchCategory); ok && len(c.Values) > 0 {
		r.CategoryID = t.idOf(c.Values[0])
	}
	return s.filters(ctx, r, params)
}

func (s *Server) filters(ctx context.Context, r search.Request, params search.Params) (FilterAnswer, error) {
	r.Params, r.Params.Page, r.Size, r.Lang = params, 1, 1, language(ctx)
	found, err := s.deps.Search.Listing(ctx, r)
	if err != nil {
		return FilterAnswer{}, err
	}
	if found.Degraded {
		found.Filters = nil // without counts the panel is better left as it is
	}
	return FilterAnswer{Filters: filtersOf(found.Filters), Total: found.Total}, nil
}

func (s *Server) suggestions(ctx context.Context, text string) (Suggestions, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return Suggestions{}, err
	}
	found, err := s.deps.Search.Suggest(ctx, text, t.root, language(ctx))
	if err != nil {
		return Suggestions{}, err
	}
	answer := Suggestions{Result: SuggestResult{QID: requestID(ctx), Findings: Findings{Finding: make([]Finding, len(found))}}}
	for i, f := range found {
		answer.Result.Findings.Finding[i] = findingOf(f, t)
	}
	return answer, nil
}

// findingOf links a product to its page and a text to its search in the category.
func findingOf(f search.Finding, t *tree) Finding {
	out := Finding{Text: f.Text}
	c := t.Category(f.CategoryID)
	if c != nil {
		out.FoundIn = &Link{ID: c.ID, Name: f.CategoryName, URL: categoryPath + c.Slug, HasChildren: len(t.below(c.ID)) > 0}
	}
	if p := f.Product; p != nil {
		out.Image, out.URL, out.Price = p.Image, productPath+p.Slug, p.Prices.Price
		out.Base, out.EnergyClass, out.EnergyScale = p.Prices.Base, p.EnergyClass, p.EnergyScale
		return out
	}
	out.URL = searchPath + url.PathEscape(f.Text)
	if c != nil {
		out.URL += "?categories-stat=" + strconv.FormatInt(c.ID, 10)
	}
	return out
}

const similarCount = 8

// similar gives other products of the category, near in price where there are enough of them.
func (s *Server) similar(ctx context.Context, p *catalog.Product) ([]search.Card, error) {
	low, high := p.Prices.Price.Minor*7/10, p.Prices.Price.Minor*13/10
	q := search.Query{
		CategoryID: p.CategoryID, Sort: search.ByPopularity, Size: similarCount + 1,
		Selections: []search.Selection{
			{Facet: search.FacetPrice, Min: &low, Max: &high}, {Facet: search.FacetAvailability, Values: []string{"1"}},
		},
	}
	answer, err := s.deps.Engine.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	if answer.Total < similarCount/2 {
		q.Selections = nil
		if answer, err = s.deps.Engine.Search(ctx, q); err != nil {
			return nil, err
		}
	}
	var list []search.Card
	for _, c := range answer.Cards {
		if c.ID != p.ID && len(list) < similarCount {
			list = append(list, c)
		}
	}
	return list, nil
}
