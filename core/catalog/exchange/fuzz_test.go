package exchange_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
)

// Whatever a file holds, an import neither fails nor lets a product through that breaks the catalogue's rules.
func FuzzImport(f *testing.F) {
	f.Add(false, goodPen)
	f.Add(false, `{"type":"category","slug":"inks","name":{"de":"Tinten"}}`+"\n"+goodPen)
	f.Add(true, "articleNumber;name;manufacturer;category;priceCents;attribute.tip\nP-1;\"Fül;ler\";Acme;pens;1999;0.7\n")
	f.Add(true, "articleNumber,\x00\n\"")
	f.Add(false, "\x00")
	f.Fuzz(func(t *testing.T, table bool, text string) {
		format := exchange.JSONL
		if table {
			format = exchange.CSV
		}
		r, s, err := load(t, format, text, exchange.Options{})
		if err != nil {
			if !table {
				require.ErrorContains(t, err, "the file is not UTF-8", "a JSONL file is wrong as a whole for nothing else")
			}
			return
		}
		require.Equal(t, s.Lines, s.Products+s.Categories+s.Failed)
		defs := map[string][]catalog.AttributeDef{}
		known, _ := r.Categories(t.Context())
		for _, b := range r.batches {
			for _, c := range append(known, b.Categories...) {
				defs[c.Slug] = c.Attributes
			}
			for _, p := range b.Products {
				require.Empty(t, catalog.CheckProduct(p, defs[p.CategorySlug]))
				comesBack(t, b.Categories, p, defs[p.CategorySlug])
			}
		}
	})
}

// comesBack holds that a product's line, imported, is a product with the same line.
func comesBack(t *testing.T, categories []catalog.Category, p *catalog.Product, defs []catalog.AttributeDef) {
	if slices.ContainsFunc(categories, func(c catalog.Category) bool { return c.Slug == p.CategorySlug }) {
		return // its category is not among those that are there before
	}
	line, err := json.Marshal(exchange.LineOf(p, defs))
	require.NoError(t, err)
	r, s, err := load(t, exchange.JSONL, string(line), exchange.Options{})
	require.NoError(t, err)
	require.Empty(t, s.Errors)
	again, err := json.Marshal(exchange.LineOf(r.batches[0].Products[0], defs))
	require.NoError(t, err)
	require.Equal(t, string(line), string(again))
}

// A number attribute is scaled exactly, or refused.
func FuzzScale(f *testing.F) {
	f.Add("15.6")
	f.Add("-0.05")
	f.Add("1e3")
	f.Add("00 ")
	f.Fuzz(func(t *testing.T, decimal string) {
		line, err := json.Marshal(map[string]any{
			"type": "product", "articleNumber": "P", "name": "n", "manufacturer": "m", "category": "pens", "priceCents": 1,
			"attributes": map[string]string{"tip": decimal},
		})
		require.NoError(t, err)
		r, s, err := load(t, exchange.JSONL, string(line), exchange.Options{})
		require.NoError(t, err)
		if s.Products == 0 {
			return
		}
		want, ok := new(big.Rat).SetString(strings.TrimSpace(decimal))
		require.True(t, ok, decimal)
		want.Mul(want, big.NewRat(10, 1))
		require.Zero(t, want.Cmp(big.NewRat(r.batches[0].Products[0].Attributes[0].Number, 1)), decimal)
	})
}
