package searchtest_test

import (
	"os"
	"testing"

	"kontor.dev/kontor/core/bleve"
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
		return meili.New(url, os.Getenv("KONTOR_TEST_MEILI_KEY"), "kontor_test_"+ident.New())
	},
}

func TestCustomersFindWhatTheyTypeInTheDemoCatalogue(t *testing.T) {
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			searchtest.RunDemo(t, func(t *testing.T) search.Engine { return open(t) })
		})
	}
}

