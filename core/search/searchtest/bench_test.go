package searchtest_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// BenchmarkDemo asks each engine the same over the demo catalogue, one call after the other, and reports the median.
func BenchmarkDemo(b *testing.B) {
	cheap := int64(200_000)
	demo := loadDemo(b)
	notebooks := search.Query{CategoryID: demo.CategoryID("notebooks"), Facets: []search.Facet{
		{ID: search.FacetCategory}, {ID: search.FacetPrice, Range: true}, {ID: search.FacetManufacturer},
		{ID: search.FacetAvailability}, {ID: search.FacetCondition}, {ID: "grafikkarte"}, {ID: "ram"}, {ID: "farbe"},
		{ID: "gewicht", Range: true},
	}}
	filtered := notebooks
	filtered.Sort = search.ByPriceUp
	filtered.Selections = []search.Selection{{Facet: "ram", Values: []string{"16", "32"}}, {Facet: search.FacetPrice, Max: &cheap}}
	whole := search.Query{Facets: notebooks.Facets}
	queries := map[string]search.Query{
		"listing/shop": whole, "listing/notebooks": notebooks, "listing/notebooks two filters": filtered,
		"text/netzteil": {Text: "netzteil"}, "text/grafikarte": {Text: "grafikarte"}, "text/rtx 4070 grafikkarte": {Text: "rtx 4070 grafikkarte"},
	}
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			e := open(b)
			require.NoError(b, e.Rebuild(b.Context(), searchtest.Feed(demo.Docs)))
			for name, q := range queries {
				b.Run(name, func(b *testing.B) {
					median(b, func() error { _, err := e.Search(b.Context(), q); return err })
				})
			}
			for _, text := range []string{"netz", "grafk", "asus rog"} {
				b.Run("suggest/"+text, func(b *testing.B) {
					median(b, func() error { _, err := e.Suggest(b.Context(), text, 0); return err })
				})
			}
		})
	}
}

func median(b *testing.B, call func() error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
}
