package meili

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/search"
)

// fewerWords gives the text to search for instead of one that finds nothing, or the text itself where it is not to be
// shortened. Words that no product has go first, then the one without which the best result is best. A word with digits
// stays, because a model that the shop does not have is not found by finding others. The server's own strategies are
// not used: they drop words from one end, whatever they say.
func (e *Engine) fewerWords(ctx context.Context, text string) (string, error) {
	words := strings.Fields(text)
	found, err := e.best(ctx, append([]string{text}, words...))
	if err != nil {
		return "", err
	}
	if found[0] > 0 {
		return text, nil // The filters left nothing, not the text.
	}
	kept := make([]string, 0, len(words))
	for i, w := range words {
		switch {
		case found[i+1] > 0:
			kept = append(kept, w)
		case named(w):
			return text, nil
		}
	}
	for len(kept) > 1 {
		variants := without(kept)
		found, err := e.best(ctx, append([]string{strings.Join(kept, " ")}, variants...))
		switch {
		case err != nil:
			return "", err
		case found[0] > 0:
			return strings.Join(kept, " "), nil
		case len(variants) == 0:
			return text, nil
		}
		most := 0
		for i, score := range found[1:] {
			if score > found[most+1] {
				most = i
			}
		}
		if found[most+1] > 0 {
			return variants[most], nil
		}
		kept = strings.Fields(variants[most])
	}
	if len(kept) == 0 {
		return text, nil
	}
	return kept[0], nil
}

// without gives a text's words less each one that may be dropped, the last first.
func without(words []string) []string {
	var variants []string
	for i, w := range slices.Backward(words) {
		if !named(w) {
			variants = append(variants, strings.Join(slices.Delete(slices.Clone(words), i, i+1), " "))
		}
	}
	return variants
}

// named reports whether a word says which one: a model, an article, a measure.
func named(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// best gives for each text how well its best product matches, from 0 for none to 1.
func (e *Engine) best(ctx context.Context, texts []string) ([]float64, error) {
	requests := make([]*meilisearch.SearchRequest, len(texts))
	for i, text := range texts {
		r := request(e.index, search.Query{Text: text}, nil)
		r.Limit, r.AttributesToRetrieve, r.ShowRankingScore = 1, []string{primaryKey}, true
		requests[i] = r
	}
	results, err := e.ask(ctx, requests)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(texts))
	for i, r := range results {
		if len(r.Hits) == 0 {
			continue
		}
		if err := json.Unmarshal(r.Hits[0]["_rankingScore"], &scores[i]); err != nil {
			return nil, unreadable(err)
		}
	}
	return scores, nil
}
