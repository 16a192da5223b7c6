package postgres_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

type fallbackFixture struct {
	*postgres.SearchFallback
	products []*catalog.Product
	category map[string]int64 // by slug
}

func newFallback(t *testing.T) fallbackFixture {
	t.Helper()
	store := newCatalog(t)
	batch := searchtest.Batch(300)
	_, err := store.Apply(t.Context(), batch)
	require.NoError(t, err)
	categories, err := store.Categories(t.Context())
	require.NoError(t, err)
	f := fallbackFixture{SearchFallback: postgres.NewSearchFallback(store.Catalog), products: batch.Products, category: map[string]int64{}}
	for _, c := range categories {
		f.category[c.Slug] = c.ID
	}
	return f
}

func (f fallbackFixture) ask(t *testing.T, q search.Query) search.Answer {
	t.Helper()
	a, err := f.Search(t.Context(), q.Clean())
	require.NoError(t, err)
	require.True(t, a.Degraded)
	return a
}

func (f fallbackFixture) count(matches func(*catalog.Product) bool) int {
	n := 0
	for _, p := range f.products {
		if matches(p) {
			n++
		}
	}
	return n
}

func TestSearchFallbackListsACategoryAndAllBelowIt(t *testing.T) {
	f := newFallback(t)
	notebooks := []string{"gaming-notebooks", "business-notebooks", "ultrabooks"}
	a := f.ask(t, search.Query{CategoryID: f.category["notebooks"], Sort: search.ByPriceUp})
	require.Equal(t, f.count(func(p *catalog.Product) bool { return slices.Contains(notebooks, p.CategorySlug) }), a.Total)
	require.Len(t, a.Cards, search.PageSize)
	require.True(t, slices.IsSortedFunc(a.Cards, func(x, y search.Card) int { return int(x.Prices.Price.Minor - y.Prices.Price.Minor) }))
	require.NotEmpty(t, a.Cards[0].Highlights, "cards are as the engine's")
	second := f.ask(t, search.Query{CategoryID: f.category["notebooks"], Sort: search.ByPriceUp, Page: 2})
	require.GreaterOrEqual(t, second.Cards[0].Prices.Price.Minor, a.Cards[19].Prices.Price.Minor)
	require.NotEqual(t, second.Cards[0].ID, a.Cards[19].ID)
	beyond := f.ask(t, search.Query{CategoryID: f.category["notebooks"], Page: 99})
	require.Equal(t, a.Total, beyond.Total)
	require.Empty(t, beyond.Cards)
}

func TestSearchFallbackFindsWordsInNamesNumbersAndCategories(t *testing.T) {
	f := newFallback(t)
	for _, query := range []string{"Grafikkarte", "grafikkarten", "graphics cards"} {
		a := f.ask(t, search.Query{Text: query})
		require.Equal(t, f.count(func(p *catalog.Product) bool { return p.CategorySlug == "grafikkarten" }), a.Total, query)
	}
	require.NotZero(t, f.ask(t, search.Query{Text: "gehäuse"}).Total)
	a := f.ask(t, search.Query{Text: f.products[40].ArticleNumber})
	require.Equal(t, 1, a.Total)
	require.Equal(t, f.products[40].Name, a.Cards[0].Name)
	require.Zero(t, f.ask(t, search.Query{Text: "100%"}).Total, "a percent sign is a percent sign")
	require.Zero(t, f.ask(t, search.Query{Text: "x' or true --"}).Total)
	require.Zero(t, f.ask(t, search.Query{Text: "!!!"}).Total, "no word finds nothing")
	require.NotZero(t, f.ask(t, search.Query{Text: "grafikkarte - geforce"}).Total, "a dash between words is none")
}

func TestSearchFallbackNarrowsByTheFiltersItKnows(t *testing.T) {
	f := newFallback(t)
	low, high := int64(50_000), int64(150_000)
	a := f.ask(t, search.Query{Selections: []search.Selection{
		{Facet: search.FacetManufacturer, Values: []string{"Asus", "MSI", "Dell"}}, {Facet: search.FacetPrice, Min: &low, Max: &high},
		{Facet: search.FacetAvailability, Values: []string{"1"}}, {Facet: "farbe", Values: []string{"Schwarz"}},
	}})
	want := f.count(func(p *catalog.Product) bool {
		return slices.Contains([]string{"Asus", "MSI", "Dell"}, p.Manufacturer) && p.Prices.Price.Minor >= low &&
			p.Prices.Price.Minor <= high && p.Available() > 0
	})
	require.NotZero(t, want)
	require.Equal(t, want, a.Total, "a filter that it does not know is ignored")
}

func TestSearchFallbackAnswersTextThatIsNone(t *testing.T) {
	f := newFallback(t)
	for _, text := range []string{"\x00", "\xff", "geh\x00use", "geh\xe4use", "!!!", "\\", "%", "'"} {
		f.ask(t, search.Query{Text: text})
		f.ask(t, search.Query{Selections: []search.Selection{{Facet: search.FacetManufacturer, Values: []string{text}}}})
		f.ask(t, search.Query{Selections: []search.Selection{{Facet: search.FacetCondition, Values: []string{text}}}})
	}
}
