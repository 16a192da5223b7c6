// Package demo_test holds the demo catalogue to the rules of a catalogue.
package demo_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/catalog/illustration"
)

type collector struct {
	catalog.Store
	categories []catalog.Category
	products   []*catalog.Product
}

func (c *collector) Categories(context.Context) ([]catalog.Category, error) { return nil, nil }

func (c *collector) Apply(_ context.Context, b catalog.Batch) (catalog.Result, error) {
	c.categories = append(c.categories, b.Categories...)
	c.products = append(c.products, b.Products...)
	return catalog.Result{Created: len(b.Products)}, nil
}

func load(t *testing.T, name string) *collector {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		in, err = gzip.NewReader(f)
		require.NoError(t, err)
	}
	c := &collector{}
	summary, err := exchange.Import(t.Context(), c, exchange.Options{}, exchange.Source{Name: name, Format: exchange.JSONL, In: in})
	require.NoError(t, err)
	require.Empty(t, summary.Errors)
	return c
}

var once sync.Once
var whole *collector

// full gives the demo catalogue, read once for all tests.
func full(t *testing.T) *collector {
	once.Do(func() { whole = load(t, "catalog.jsonl.gz") })
	require.NotNil(t, whole)
	return whole
}

func TestEveryProductOfTheDemoCatalogueIsSound(t *testing.T) {
	demo := full(t)
	filled, notebooks := map[string]int{}, 0
	eans, names := map[string]bool{}, map[string]bool{}
	for _, p := range demo.products {
		filled[p.CategorySlug]++
		require.False(t, eans[p.EAN], "EAN %s comes twice", p.EAN)
		require.False(t, names[p.Name], "name %q comes twice", p.Name)
		eans[p.EAN], names[p.Name] = true, true
		require.True(t, strings.HasPrefix(p.EAN, "2"), "%s: an EAN outside the range for use inside a shop", p.EAN)
		require.GreaterOrEqual(t, len(p.Images), 2, p.Name)
		for _, i := range p.Images {
			_, err := illustration.Parse(i.Key)
			require.NoError(t, err, i.Key)
		}
		require.Greater(t, len(p.Description.DE), 40, p.Name)
		require.Greater(t, len(p.Description.EN), 30, p.Name)
		require.NotEmpty(t, p.Safety.Address, p.Name)
		require.NotEmpty(t, p.Safety.Contact, p.Name)
		require.NotContains(t, p.Description.DE, "Grundpreis", "it is computed from the price, which changes")
		require.Equal(t, p.CategorySlug == "waermeleitpaste", p.Measure != nil, p.Name)
		if strings.HasPrefix(p.ArticleNumber, "NB-") {
			notebooks++
			require.Len(t, p.Images, 3)
			require.NotZero(t, p.Prices.Student.Minor)
			require.Len(t, p.Warranties, 2)
			require.NotNil(t, p.Charger, p.Name)
		}
		if strings.HasSuffix(p.CategorySlug, "-monitore") {
			require.NotNil(t, p.Energy, p.Name)
			_, err := illustration.SVG(p.Energy.LabelKey, 600)
			require.NoError(t, err)
		}
	}
	require.GreaterOrEqual(t, notebooks, 250)
	require.Equal(t, 16222, len(demo.products)-notebooks)
	parents := map[string]bool{}
	for _, c := range demo.categories {
		parents[c.ParentSlug] = true
		require.NotEmpty(t, c.Name.EN)
		for _, d := range c.Attributes {
			require.NotEmpty(t, d.Label.EN, d.Key)
		}
	}
	for _, c := range demo.categories {
		require.Equal(t, parents[c.Slug], filled[c.Slug] == 0, "%s: products stand at the leaves of the tree, and every leaf has some", c.Slug)
	}
}

func TestTheDemoCatalogueHasEveryCaseAShopMeets(t *testing.T) {
	demo := full(t)
	cases := map[string]func(*catalog.Product) bool{
		"sold out":        func(p *catalog.Product) bool { return p.Available() == 0 },
		"few left":        func(p *catalog.Product) bool { return p.Available() > 0 && p.Available() < 4 },
		"with UVP":        func(p *catalog.Product) bool { return p.Prices.UVP.Minor > p.Prices.Price.Minor },
		"reduced":         func(p *catalog.Product) bool { return len(p.PriceHistory) > 0 },
		"only to Germany": func(p *catalog.Product) bool { return len(p.DeliveryCountries) == 1 },
		"billing limited": func(p *catalog.Product) bool { return len(p.BillingCountries) > 0 },
		"refurbished":     func(p *catalog.Product) bool { return p.Condition == catalog.Refurbished },
		"bundle":          func(p *catalog.Product) bool { return p.HasBundle && p.Bundle[0].Title.EN != "" },
		"energy label":    func(p *catalog.Product) bool { return p.Energy != nil },
		"base price":      func(p *catalog.Product) bool { return p.Measure.BasePrice(p.Prices.Price) != nil },
		"charger":         func(p *catalog.Product) bool { return p.Charger != nil && p.Charger.Included },
		"no charger":      func(p *catalog.Product) bool { return p.Charger != nil && !p.Charger.Included },
		"durability":      func(p *catalog.Product) bool { return p.Durability != nil && p.Durability.Repair.EN != "" },
		"guarantee":       func(p *catalog.Product) bool { return p.Guarantee != nil },
	}
	for name, is := range cases {
		n := 0
		for _, p := range demo.products {
			if is(p) {
				n++
			}
		}
		require.Greater(t, n, 3, name)
	}
}

func TestManufacturersOfSeveralWordsStayWhole(t *testing.T) {
	count := map[string]int{}
	for _, p := range full(t).products {
		count[p.Manufacturer]++
		require.True(t, strings.HasPrefix(p.Name, p.Manufacturer), "%s does not begin with %s", p.Name, p.Manufacturer)
	}
	for _, brand := range []string{"be quiet!", "Western Digital", "Cooler Master", "Fractal Design", "Lian Li", "Tripp Lite", "Thermal Grizzly"} {
		require.Greater(t, count[brand], 10, brand)
	}
	for _, half := range []string{"be", "Western", "Cooler", "Fractal", "Lian", "Tripp", "Thermal"} {
		require.Zero(t, count[half], half)
	}
}

func TestTheSmallCatalogueIsSound(t *testing.T) {
	small := load(t, "testdata/small.jsonl")
	require.InDelta(t, 60, len(small.products), 10)
}
