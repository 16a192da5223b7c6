package searchtest

import (
	"cmp"
	"slices"
	"strconv"

	"kontor.dev/kontor/core/search"
)

// Reference answers queries without text by looking at every document, as the contract says and no faster.
func Reference(docs []search.Document, q search.Query) search.Answer {
	q = q.Clean()
	var found []search.Document
	for _, d := range docs {
		if inCategory(d, q.CategoryID) && passes(d, q.Selections, "") {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b search.Document) int {
		return cmp.Or(compare(q.Sort, a, b), cmp.Compare(a.Card.ID, b.Card.ID))
	})
	answer := search.Answer{Total: len(found)}
	for i := (q.Page - 1) * q.Size; i < len(found) && len(answer.Cards) < q.Size; i++ {
		answer.Cards = append(answer.Cards, found[i].Card)
	}
	for _, f := range q.Facets {
		answer.Facets = append(answer.Facets, countFacet(docs, q, f))
	}
	return answer
}

func inCategory(d search.Document, id int64) bool {
	return id == 0 || slices.Contains(d.Categories, id)
}

// passes leaves the selection of one facet out.
func passes(d search.Document, selections []search.Selection, without string) bool {
	for _, s := range selections {
		if s.Facet == without {
			continue
		}
		if len(s.Values) > 0 {
			if !slices.ContainsFunc(values(d, s.Facet), func(t search.Term) bool { return slices.Contains(s.Values, t.Value) }) {
				return false
			}
			continue
		}
		n, ok := d.Numbers[s.Facet]
		if !ok || (s.Min != nil && n < *s.Min) || (s.Max != nil && n > *s.Max) {
			return false
		}
	}
	return true
}

func values(d search.Document, facet string) []search.Term {
	if facet != search.FacetCategory {
		return d.Terms[facet]
	}
	var terms []search.Term
	for _, c := range d.Categories {
		terms = append(terms, search.Term{Value: strconv.FormatInt(c, 10)})
	}
	return terms
}

func countFacet(docs []search.Document, q search.Query, f search.Facet) search.FacetCounts {
	counts := search.FacetCounts{ID: f.ID, Empty: true}
	n := map[search.Term]int{}
	for _, d := range docs {
		if !inCategory(d, q.CategoryID) || !passes(d, q.Selections, f.ID) {
			continue
		}
		if !f.Range {
			for _, t := range values(d, f.ID) {
				n[t]++
				counts.Empty = false
			}
			continue
		}
		v, ok := d.Numbers[f.ID]
		if !ok {
			continue
		}
		if counts.Empty {
			counts.Min, counts.Max, counts.Empty = v, v, false
		}
		counts.Min, counts.Max = min(counts.Min, v), max(counts.Max, v)
	}
	for t, quantity := range n {
		counts.Counts = append(counts.Counts, search.Count{Term: t, N: quantity})
	}
	slices.SortFunc(counts.Counts, search.CompareCounts)
	return counts
}

func compare(sort search.Sort, a, b search.Document) int {
	switch sort {
	case search.ByPriceUp:
		return cmp.Compare(a.Card.Prices.Price.Minor, b.Card.Prices.Price.Minor)
	case search.ByPriceDown:
		return cmp.Compare(b.Card.Prices.Price.Minor, a.Card.Prices.Price.Minor)
	case search.ByNewest:
		return cmp.Compare(b.CreatedAt, a.CreatedAt)
	case search.ByName:
		return cmp.Compare(search.NameKey(a.Card.Name), search.NameKey(b.Card.Name))
	case search.ByRelevance:
		return cmp.Or(search.CompareStock(a.Card, b.Card), cmp.Compare(b.Popularity, a.Popularity))
	}
	return cmp.Compare(b.Popularity, a.Popularity)
}
