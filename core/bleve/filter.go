package bleve

import (
	"math"
	"slices"

	"kontor.dev/kontor/core/search"
)

// predicate is one selection, ready to be asked about documents.
type predicate struct {
	facet    string
	terms    *termColumn
	allowed  []bool // by place in terms.values
	numbers  *numberColumn
	min, max int64
}

func (s *snapshot) predicate(sel search.Selection) predicate {
	p := predicate{facet: sel.Facet, min: math.MinInt64, max: math.MaxInt64}
	if len(sel.Values) > 0 {
		if c := s.terms[sel.Facet]; c != nil {
			p.terms, p.allowed = c, make([]bool, len(c.values))
			for _, v := range sel.Values {
				if place, ok := c.ids[v]; ok {
					p.allowed[place] = true
				}
			}
		}
		return p
	}
	p.numbers = s.numbers[sel.Facet]
	if sel.Min != nil {
		p.min = *sel.Min
	}
	if sel.Max != nil {
		p.max = *sel.Max
	}
	return p
}

func (p *predicate) holds(n uint32) bool {
	if p.numbers != nil {
		v, ok := p.numbers.at(n)
		return ok && v >= p.min && v <= p.max
	}
	if p.terms == nil || int(n) >= len(p.terms.of) {
		return false
	}
	switch of := p.terms.of[n]; {
	case of == 0:
		return false
	case of&several == 0:
		return p.allowed[of-1]
	default:
		return slices.ContainsFunc(p.terms.lists[of&^several], func(place uint32) bool { return p.allowed[place] })
	}
}

// narrow puts the candidates that pass all predicates into w.result, and gives for each predicate those that fail it
// alone: together they are what the counts of that predicate's facet are taken from. One pass serves all facets.
func narrow(candidates []uint32, predicates []predicate, w *scratch) [][]uint32 {
	only := w.onlyLists(len(predicates))
	if len(predicates) == 0 {
		w.result = append(w.result[:0], candidates...)
		return only
	}
	result := w.result[:0]
next:
	for _, n := range candidates {
		failed := -1
		for i := range predicates {
			if predicates[i].holds(n) {
				continue
			}
			if failed >= 0 {
				continue next
			}
			failed = i
		}
		if failed < 0 {
			result = append(result, n)
		} else {
			only[failed] = append(only[failed], n)
		}
	}
	w.result = result
	return only
}

// count answers one facet over the documents of several disjoint lists.
func (s *snapshot) count(f search.Facet, lists [][]uint32, w *scratch) search.FacetCounts {
	if f.Range {
		return s.countRange(f, lists)
	}
	answer := search.FacetCounts{ID: f.ID, Empty: true}
	c := s.terms[f.ID]
	if c == nil {
		return answer
	}
	counts := w.zeroCounts(len(c.values) + 1) // at 0: documents without a value
	for _, list := range lists {
		for _, n := range list {
			if int(n) >= len(c.of) {
				continue
			}
			of := c.of[n]
			if of&several == 0 {
				counts[of]++
				continue
			}
			for _, place := range c.lists[of&^several] {
				counts[place+1]++
			}
		}
	}
	found := 0
	for _, n := range counts[1:] {
		if n > 0 {
			found++
		}
	}
	if found == 0 {
		return answer
	}
	answer.Empty = false
	answer.Counts = make([]search.Count, 0, found)
	for place, n := range counts[1:] {
		if n > 0 {
			answer.Counts = append(answer.Counts, search.Count{Term: c.values[place], N: int(n)})
		}
	}
	slices.SortFunc(answer.Counts, search.CompareCounts)
	return answer
}

func (s *snapshot) countRange(f search.Facet, lists [][]uint32) search.FacetCounts {
	answer := search.FacetCounts{ID: f.ID, Empty: true}
	c := s.numbers[f.ID]
	if c == nil {
		return answer
	}
	for _, list := range lists {
		for _, n := range list {
			v, ok := c.at(n)
			switch {
			case !ok:
			case answer.Empty:
				answer.Min, answer.Max, answer.Empty = v, v, false
			default:
				answer.Min, answer.Max = min(answer.Min, v), max(answer.Max, v)
			}
		}
	}
	return answer
}
