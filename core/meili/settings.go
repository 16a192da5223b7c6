package meili

import (
	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/search"
)

// settings are the index's. The order of the ranking rules makes an explicit sort strict, and puts products of a
// category named like the text before those that mention it; among equals the better selling come first.
func settings() *meilisearch.Settings {
	return &meilisearch.Settings{
		RankingRules:         []string{"sort", "words", "typo", "attribute", "proximity", "exactness", "popularity:desc", "id:asc"},
		SearchableAttributes: []string{"categoryNames", "name", "manufacturer", "article", "ean", "keywords"},
		// A parent makes all attributes below it filterable; an attribute missing here would be left out silently.
		FilterableAttributes: []string{"categories", "own", "t", "labels", "n"},
		SortableAttributes:   []string{"price", "popularity", "createdAt", "nameKey", "id"},
		DisplayedAttributes:  []string{"id", "card"},
		LocalizedAttributes:  []*meilisearch.LocalizedAttributes{{Locales: []string{"deu"}, AttributePatterns: []string{"*"}}},
		StopWords:            stopWords,
		Synonyms:             search.Synonyms(),
		TypoTolerance: &meilisearch.TypoTolerance{
			Enabled:             true,
			MinWordSizeForTypos: meilisearch.MinWordSizeForTypos{OneTypo: 4, TwoTypos: 8},
			DisableOnWords:      []string{},
			DisableOnAttributes: []string{"article", "ean"},
			DisableOnNumbers:    true,
		},
		Pagination: &meilisearch.Pagination{MaxTotalHits: 200_000},
		Faceting: &meilisearch.Faceting{
			MaxValuesPerFacet: 2000,
			SortFacetValuesBy: map[string]meilisearch.SortFacetType{"*": meilisearch.SortFacetTypeCount},
		},
	}
}

// stopWords are the small words of German queries for goods.
var stopWords = []string{
	"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "und", "oder", "mit", "für", "fuer",
	"von", "vom", "zu", "zum", "zur", "im", "in", "am", "an", "auf", "aus", "bei",
}
