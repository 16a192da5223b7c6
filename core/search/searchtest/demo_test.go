package searchtest_test

import (
	"compress/gzip"
	"context"
	"os"
	"testing"

	"github.com/meilisearch/meilisearch-go"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/meili"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// engines are those that can run here: the one in the process always, Meilisearch where a server is configured.
var engines = map[string]func(tb testing.TB) search.Engine{
	"bleve": func(testing.TB) search.Engine { return bleve.New() },
	"meili": func(tb testing.TB) search.Engine {
		url := os.Getenv("KONTOR_TEST_MEILI_URL")
		if url == "" {
			tb.Skip("KONTOR_TEST_MEILI_URL is not set: this runs only against a Meilisearch server")
		}
		key, index := os.Getenv("KONTOR_TEST_MEILI_KEY"), "kontor_test_"+ident.New()
		tb.Cleanup(func() { _, _ = meilisearch.New(url, meilisearch.WithAPIKey(key)).DeleteIndex(index) })
		return meili.New(url, key, index)
	},
}

func TestCustomersFindWhatTheyTypeInTheDemoCatalogue(t *testing.T) {
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			searchtest.RunDemo(t, loadDemo(t), func(t *testing.T) search.Engine { return open(t) })
		})
	}
}

// loadDemo reads the demo catalogue through the exchange.
func loadDemo(tb testing.TB) *searchtest.Demo {
	tb.Helper()
	f, err := os.Open("../../../configs/demo/catalog.jsonl.gz")
	require.NoError(tb, err)
	defer func() { _ = f.Close() }()
	in, err := gzip.NewReader(f)
	require.NoError(tb, err)
	kept := &collector{}
	summary, err := exchange.Import(tb.Context(), kept, exchange.Options{}, exchange.Source{Name: f.Name(), Format: exchange.JSONL, In: in})
	require.NoError(tb, err)
	require.Empty(tb, summary.Errors)
	return searchtest.NewDemo(kept.batch)
}

// collector is a store that keeps what is imported.
type collector struct {
	catalog.Store
	batch catalog.Batch
}

func (*collector) Categories(context.Context) ([]catalog.Category, error) { return nil, nil }

func (c *collector) Apply(_ context.Context, b catalog.Batch) (catalog.Result, error) {
	c.batch.Categories = append(c.batch.Categories, b.Categories...)
	c.batch.Products = append(c.batch.Products, b.Products...)
	return catalog.Result{Created: len(b.Products)}, nil
}
