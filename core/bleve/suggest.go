package bleve

import (
	"cmp"
	"slices"

	"kontor.dev/kontor/core/search"
)

// suggest answers a query whose text is long enough.
func (s *snapshot) suggest(a *analyzer, q search.Query) []search.Suggestion {
	w := newScratch(len(s.docs))
	defer w.free()
	s.text.match(a, q.Text, w)
	w.result = append(w.result[:0], s.within(q, w.hits, w)...)
	if len(w.result) == 0 {
		return nil
	}
	cards := make([]search.Card, 0, search.MaxSuggestions)
	for _, n := range s.mostRelevant(w, 0, min(search.MaxSuggestions, len(w.result))) {
		cards = append(cards, s.docs[n].doc.Card)
	}
	return search.ComposeSuggestions(q.Text, s.foundIn(w), cards)
}

// foundIn gives the categories that hold several of the products found, by how well their products match together: a
// category named like the text comes before one with as many passing mentions.
func (s *snapshot) foundIn(w *scratch) []int64 {
	type tally struct {
		id     int64
		n      int
		weight float32
	}
	var tallies []tally
	at := make(map[int64]int, 16)
	for _, n := range w.result {
		id := s.docs[n].doc.Card.CategoryID
		i, known := at[id]
		if !known {
			i = len(tallies)
			at[id] = i
			tallies = append(tallies, tally{id: id})
		}
		tallies[i].n++
		tallies[i].weight += w.score[n]
	}
	slices.SortFunc(tallies, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.id, b.id))
	})
	ids := make([]int64, 0, len(tallies))
	for _, t := range tallies {
		if t.n > 1 {
			ids = append(ids, t.id)
		}
	}
	return ids
}
