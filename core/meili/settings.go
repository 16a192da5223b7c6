package meili

import "github.com/meilisearch/meilisearch-go"

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
		Synonyms:             synonyms,
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

// synonyms are words that German customers use for one another; each is given in all directions.
var synonyms = allDirections([][]string{
	{"notebook", "laptop"},
	{"notebooks", "laptops"},
	{"gpu", "grafikkarte"},
	{"cpu", "prozessor"},
	{"ram", "arbeitsspeicher"},
	{"motherboard", "mainboard", "hauptplatine"},
	{"bildschirm", "monitor"},
	{"kopfhörer", "headset"},
	{"psu", "netzteil"},
	{"tower", "gehäuse"},
})

func allDirections(groups [][]string) map[string][]string {
	m := map[string][]string{}
	for _, group := range groups {
		for i, word := range group {
			others := append(append([]string{}, group[:i]...), group[i+1:]...)
			m[word] = others
		}
	}
	return m
}
