package bleve_test

import (
	"context"
	"fmt"
	"testing"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// catalogueSize is about that of the demo shop.
const catalogueSize = 16_500

func filledEngine(b *testing.B) *bleve.Engine {
	b.Helper()
	e := bleve.New()
	if err := e.Rebuild(context.Background(), searchtest.Feed(searchtest.Documents(catalogueSize))); err != nil {
		b.Fatal(err)
	}
	return e
}

func nineFacets() []search.Facet {
	return []search.Facet{
		{ID: search.FacetCategory}, {ID: search.FacetPrice, Range: true}, {ID: search.FacetManufacturer},
		{ID: search.FacetAvailability}, {ID: search.FacetCondition}, {ID: "grafikkarte"}, {ID: "ram"}, {ID: "farbe"},
		{ID: "display", Range: true},
	}
}

func BenchmarkListing(b *testing.B) {
	e, cheap := filledEngine(b), int64(150_000)
	filtered := []search.Selection{{Facet: search.FacetManufacturer, Values: []string{"Asus", "MSI"}}, {Facet: search.FacetPrice, Max: &cheap}}
	for name, q := range map[string]search.Query{
		"whole shop":        {},
		"notebooks":         {CategoryID: searchtest.Notebooks},
		"notebooks/filters": {CategoryID: searchtest.Notebooks, Selections: filtered, Sort: search.ByPriceUp},
		"last page":         {CategoryID: searchtest.Notebooks, Page: 160},
	} {
		q.Facets = nineFacets()
		b.Run(name, func(b *testing.B) { run(b, e, q) })
	}
}

func BenchmarkText(b *testing.B) {
	e := filledEngine(b)
	for _, text := range []string{"grafikkarte", "grafikarte", "netzteile 750w", "asus rtx 4090", "notebook tasche", "KT-100042", "a"} {
		b.Run(text, func(b *testing.B) { run(b, e, search.Query{Text: text, Facets: nineFacets()}) })
	}
}

func BenchmarkSuggest(b *testing.B) {
	e := filledEngine(b)
	for _, text := range []string{"not", "grafikk", "asus stri", "grafkk"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Suggest(context.Background(), text, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	e, docs := filledEngine(b), searchtest.Documents(200)
	for _, n := range []int{1, 200} {
		b.Run(fmt.Sprint(n, " prices"), func(b *testing.B) {
			b.ReportAllocs()
			for i := int64(1); b.Loop(); i++ {
				for d := range n {
					docs[d].Card.Prices.Price.Minor = i
				}
				if err := e.Index(context.Background(), docs[:n]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("1 name", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			docs[0].Card.Name = fmt.Sprint("Nordwind ", i)
			if err := e.Index(context.Background(), docs[:1]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRebuild(b *testing.B) {
	docs := searchtest.Documents(catalogueSize)
	e := bleve.New()
	for b.Loop() {
		if err := e.Rebuild(context.Background(), searchtest.Feed(docs)); err != nil {
			b.Fatal(err)
		}
	}
}

func run(b *testing.B, e *bleve.Engine, q search.Query) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Search(context.Background(), q); err != nil {
			b.Fatal(err)
		}
	}
}
