package app

import (
	"errors"
	"fmt"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/meili"
	"kontor.dev/kontor/core/search"
)

// searchIndex is the name of the shop's index on a search server.
const searchIndex = "products"

// SearchEngine makes the engine that search.engine names: "auto" is Meilisearch where its address is configured, else
// the in-process one, whose index is empty until it is built.
func SearchEngine(cfg config.Config) (search.Engine, error) {
	meiliURL := cfg.Search.Meili.URL
	switch engine := cfg.Search.Engine; {
	case engine == "meili" && meiliURL == "":
		return nil, errors.New("search.engine is meili, but search.meili.url is empty")
	case engine == "meili", engine == "auto" && meiliURL != "":
		return meili.New(meiliURL, cfg.Search.Meili.Key, searchIndex), nil
	case engine == "auto", engine == "bleve":
		return bleve.New(), nil
	default:
		return nil, fmt.Errorf("search.engine is auto, bleve or meili, not %q", engine)
	}
}
