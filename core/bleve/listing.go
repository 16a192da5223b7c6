package bleve

import (
	"math"
	"slices"

	"kontor.dev/kontor/core/search"
)

// search answers a cleaned query from this snapshot.
func (s *snapshot) search(a *analyzer, q search.Query) search.Answer {
	w := newScratch(len(s.docs))
	defer w.free()
	candidates := s.live
	if q.Text != "" {
		s.text.match(a, q.Text, w)
		candidates = w.hits
	}
	predicates := make([]predicate, 0, len(q.Selections)+1)
	for _, sel := range q.Selections {
		predicates = append(predicates, s.predicate(sel))
	}
	candidates = s.within(q, candidates, w)
	only := narrow(candidates, predicates, w)
	answer := search.Answer{Total: len(w.result), Cards: s.page(q, w)}
	if len(q.Facets) > 0 {
		answer.Facets = make([]search.FacetCounts, len(q.Facets))
		lists := make([][]uint32, 2)
		for i, f := range q.Facets {
			lists = append(lists[:0], w.result)
			if own := slices.IndexFunc(predicates, func(p predicate) bool { return p.facet == f.ID }); own >= 0 {
				lists = append(lists, only[own])
			}
			answer.Facets[i] = s.count(f, lists, w)
		}
	}
	return answer
}

// within leaves the candidates of the query's category.
func (s *snapshot) within(q search.Query, candidates []uint32, w *scratch) []uint32 {
	if q.CategoryID == 0 {
		return candidates
	}
	members := s.categories[q.CategoryID]
	if q.Text == "" {
		return members
	}
	kept := w.result[:0]
	for _, n := range candidates {
		if slices.Contains(s.docs[n].doc.Categories, q.CategoryID) {
			kept = append(kept, n)
		}
	}
	w.result = kept
	return kept
}

// page gives the cards of the asked page of w.result.
func (s *snapshot) page(q search.Query, w *scratch) []search.Card {
	from := (q.Page - 1) * q.Size
	if from >= len(w.result) {
		return nil
	}
	to := min(from+q.Size, len(w.result))
	cards := make([]search.Card, 0, to-from)
	if q.Text != "" && q.Sort == search.ByRelevance {
		for _, n := range s.mostRelevant(w, from, to) {
			cards = append(cards, s.docs[uint32(n)].doc.Card) // the lower half is the number
		}
		return cards
	}
	for _, n := range w.result {
		w.member.set(n)
	}
	skip := from
	for _, n := range s.orders[orderOf(q.Sort)] {
		if !w.member.get(n) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if cards = append(cards, s.docs[n].doc.Card); len(cards) == to-from {
			break
		}
	}
	for _, n := range w.result {
		w.member.unset(n)
	}
	return cards
}

// mostRelevant gives places from to to of the result by falling score, the better first among equals. Each key
// is score and merit in the upper half and the document's number in the lower.
func (s *snapshot) mostRelevant(w *scratch, from, to int) []uint64 {
	const steps = 1 << 6 // of score: differences below 1/64 count as none
	n := uint64(len(s.docs))
	keys := w.keys[:0]
	for _, doc := range w.result {
		quality := uint64(math.MaxUint16 - min(w.score[doc]*steps, math.MaxUint16))
		keys = append(keys, (quality*n+uint64(s.merit[doc]))<<24|uint64(doc))
	}
	w.keys = keys
	keys = smallest(keys, to)
	for i := range keys {
		keys[i] &= 1<<24 - 1
	}
	return keys[from:]
}

// smallest sorts the k smallest keys to the front and gives them.
func smallest(keys []uint64, k int) []uint64 {
	if k >= len(keys)/2 {
		slices.Sort(keys)
		return keys[:k]
	}
	top := keys[:k]
	slices.Sort(top)
	for _, key := range keys[k:] {
		if key >= top[k-1] {
			continue
		}
		i, _ := slices.BinarySearch(top, key)
		copy(top[i+1:], top[i:k-1])
		top[i] = key
	}
	return top
}
