package meili

import (
	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/search"
)

// words is how the server takes texts apart, documents and queries alike: at spaces and punctuation only. Its German
// segmentation would cut compounds too, but cuts a mistyped one elsewhere, so that "grafikarte" finds nothing. The
// documents have the parts of their compounds as keywords.
var words = []string{"eng"}

// settings are the index's. The order of the ranking rules makes an explicit sort strict, and puts products of a
// category named like the text before those that mention it; among equals what is in stock comes first, then what sells
// better. Where in a name a word stands says nothing, so the rule "attribute", which looks at that too, is not among them.
func settings() *meilisearch.Settings {
	return &meilisearch.Settings{
		RankingRules:         []string{"sort", "words", "typo", "attributeRank", "proximity", "exactness", "inStock:desc", "popularity:desc", "id:asc"},
		SearchableAttributes: []string{"categoryNames", "name", "manufacturer", "article", "ean", "keywords"},
		// A parent makes all attributes below it filterable; an attribute missing here would be left out silently.
		FilterableAttributes: []string{"categories", "own", "t", "labels", "n", "form"},
		SortableAttributes:   []string{"price", "popularity", "createdAt", "nameKey", "id"},
		DisplayedAttributes:  []string{"id", "card"},
		LocalizedAttributes:  []*meilisearch.LocalizedAttributes{{Locales: words, AttributePatterns: []string{"*"}}},
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
