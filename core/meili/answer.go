package meili

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strconv"

	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

// counted is what one result says about its facets, by attribute.
type counted struct {
	distribution map[string]map[string]int
	stats        map[string]struct{ Min, Max json.Number }
}

func answerOf(q search.Query, asked []*meilisearch.SearchRequest, results []meilisearch.SearchResponse) (search.Answer, error) {
	cards, err := cardsOf(results[0].Hits)
	if err != nil {
		return search.Answer{}, err
	}
	answer := search.Answer{Cards: cards, Total: int(results[0].TotalHits)}
	byAttribute := map[string]counted{}
	for i, r := range results {
		c, err := countedIn(r)
		if err != nil {
			return search.Answer{}, err
		}
		for _, attribute := range asked[i].Facets {
			byAttribute[attribute] = c
		}
	}
	for _, f := range q.Facets {
		attribute := countAttribute(f)
		counts, err := countsOf(f, attribute, byAttribute[attribute])
		if err != nil {
			return search.Answer{}, err
		}
		answer.Facets = append(answer.Facets, counts)
	}
	return answer, nil
}

func cardsOf(hits meilisearch.Hits) ([]search.Card, error) {
	cards := make([]search.Card, len(hits))
	for i, hit := range hits {
		if err := json.Unmarshal(hit["card"], &cards[i]); err != nil {
			return nil, unreadable(err)
		}
	}
	return cards, nil
}

func countedIn(r meilisearch.SearchResponse) (c counted, err error) {
	if len(r.FacetDistribution) > 0 {
		if err := json.Unmarshal(r.FacetDistribution, &c.distribution); err != nil {
			return c, unreadable(err)
		}
	}
	if len(r.FacetStats) > 0 {
		if err := json.Unmarshal(r.FacetStats, &c.stats); err != nil {
			return c, unreadable(err)
		}
	}
	return c, nil
}

func countsOf(f search.Facet, attribute string, c counted) (search.FacetCounts, error) {
	counts := search.FacetCounts{ID: f.ID, Empty: true}
	if f.Range {
		stats, ok := c.stats[attribute]
		if !ok {
			return counts, nil
		}
		least, err := whole(stats.Min)
		if err != nil {
			return counts, err
		}
		most, err := whole(stats.Max)
		counts.Min, counts.Max, counts.Empty = least, most, false
		return counts, err
	}
	for value, n := range c.distribution[attribute] {
		if n > 0 {
			counts.Counts = append(counts.Counts, search.Count{Term: termOf(value), N: n})
		}
	}
	slices.SortFunc(counts.Counts, search.CompareCounts)
	counts.Empty = len(counts.Counts) == 0
	return counts, nil
}

// whole reads a whole number that Meilisearch writes as "129900.0", without passing through a float.
func whole(n json.Number) (int64, error) {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, unreadable(fmt.Errorf("%q is not a whole number", n))
	}
	return r.Num().Int64(), nil
}

// suggestionsOf puts the categories of the best hits first, then those with the most.
func suggestionsOf(text string, result meilisearch.SearchResponse) ([]search.Suggestion, error) {
	cards, err := cardsOf(result.Hits)
	if err != nil {
		return nil, err
	}
	c, err := countedIn(result)
	if err != nil {
		return nil, err
	}
	var categories []int64
	add := func(id int64) {
		if !slices.Contains(categories, id) && c.distribution["own"][strconv.FormatInt(id, 10)] > 1 {
			categories = append(categories, id)
		}
	}
	for _, card := range cards {
		add(card.CategoryID)
	}
	counts, err := countsOf(search.Facet{ID: "own"}, "own", c)
	if err != nil {
		return nil, err
	}
	for _, count := range counts.Counts {
		if id, err := strconv.ParseInt(count.Value, 10, 64); err == nil {
			add(id)
		}
	}
	return search.ComposeSuggestions(text, categories, cards), nil
}

func unreadable(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "search_unavailable")
}

// faultOf makes every failure of the server Unavailable, a missing index included: it is built by the next rebuild.
// Only a request that the server calls wrong is a defect of this package.
func faultOf(err error) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*meilisearch.Error](err)
	if ok && e.StatusCode == http.StatusBadRequest && e.MeilisearchApiError.Code != indexMissing {
		return fault.Wrap(err, fault.Internal, "error_internal")
	}
	return fault.Wrap(err, fault.Unavailable, "search_unavailable")
}
