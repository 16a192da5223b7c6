package bleve

import (
	"slices"
	"strings"

	"kontor.dev/kontor/core/search"
)

// How much a match counts by how close it is.
const (
	exactly    = 1.0
	byStem     = 0.95
	bySynonym  = 0.9
	byPrefix   = 0.75
	byCompound = 0.6
	byOneError = 0.5
	byMore     = 0.35
)

// wanted is one word of a query and the terms that satisfy it.
type wanted struct {
	word
	prefix bool // the customer may still be typing it
	exact  bool // it has digits
	terms  []weighted
}

// match fills s.hits with the documents that have all words of text, and s.score. When no document has them all, words
// are dropped until some do: first those that no document has, then the one without which the best result is best. A
// word with digits is not dropped, because a model or an article that the shop does not have is not found by finding
// others.
func (x *textIndex) match(a *analyzer, text string, s *scratch) {
	words := x.query(a, text)
	words = slices.DeleteFunc(words, func(w wanted) bool { return len(w.terms) == 0 && !w.exact && len(words) > 1 })
	x.matchAll(words, s)
	for len(s.hits) == 0 && len(words) > 1 {
		words = x.withoutOne(words, s)
		x.matchAll(words, s)
	}
}

// withoutOne drops the word without which the best result has the highest score, the last of equals.
func (x *textIndex) withoutOne(words []wanted, s *scratch) []wanted {
	var best []wanted
	highest := float32(-1)
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].exact {
			continue
		}
		rest := slices.Delete(slices.Clone(words), i, i+1)
		x.matchAll(rest, s)
		var top float32
		for _, n := range s.hits {
			top = max(top, s.score[n])
		}
		if top > highest {
			best, highest = rest, top
		}
	}
	return best
}

// query analyses a text: stop words go (unless there is nothing else), neighbours that are known as one word are
// joined, and each word gets the terms that satisfy it, a compound as its parts.
func (x *textIndex) query(a *analyzer, text string) []wanted {
	tokens := x.tokens(a, text)
	words := make([]wanted, 0, len(tokens)+1)
	for i, token := range tokens {
		w := wanted{word: a.word(token), exact: hasDigit(token)}
		// One letter begins too many words, unless others narrow them.
		w.prefix = i == len(tokens)-1 && (i > 0 || len(w.folded) > 1)
		w.terms = x.direct(a, w)
		if len(w.terms) > 0 {
			words = append(words, w)
			continue
		}
		if left, right, ok := x.compound(a, w.folded); ok {
			words = append(words, left, right)
			continue
		}
		w.terms = x.misspelt(w)
		words = append(words, w)
	}
	return words[:min(len(words), search.MaxWords)]
}

func (x *textIndex) tokens(a *analyzer, text string) []string {
	var all, tokens []string
	var single []bool // which of the tokens stand for themselves, unlike the 2 of "2,5"
	for _, c := range chunks(text) {
		all = append(all, c...)
		for _, token := range c {
			if !a.isStop(token) {
				tokens, single = append(tokens, token), append(single, len(c) == 1)
			}
		}
	}
	if len(tokens) == 0 {
		return all
	}
	joins := func(i int) bool {
		return i+1 < len(tokens) && joinable(tokens[i], tokens[i+1]) && (single[i+1] || allDigits(tokens[i])) &&
			x.has(a.word(tokens[i]+tokens[i+1]).folded)
	}
	joined := make([]string, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		// In "ssd 2 tb" the number belongs to its unit, not to the word before it.
		if joins(i) && (allDigits(tokens[i]) || !joins(i+1)) {
			joined = append(joined, tokens[i]+tokens[i+1])
			i++
			continue
		}
		joined = append(joined, tokens[i])
	}
	return joined
}

// has reports whether a document has the term now. One that changed documents alone had would keep a word from being taken for
// a typing error.
func (x *textIndex) has(term string) bool {
	return len(x.delta.postings[term]) > 0 ||
		slices.ContainsFunc(x.main.postings[term], func(p posting) bool { return !x.stale.get(p.doc) })
}

// direct gives the terms that are the word, have its stem, mean the same, or begin with it where it may be unfinished.
func (x *textIndex) direct(a *analyzer, w wanted) []weighted {
	var terms []weighted
	if x.has(w.folded) {
		terms = append(terms, weighted{w.folded, exactly})
	}
	if x.has(stemMark + w.stem) {
		terms = append(terms, weighted{stemMark + w.stem, byStem})
	}
	for _, other := range a.same[w.stem] {
		if x.has(stemMark + other) {
			terms = append(terms, weighted{stemMark + other, bySynonym})
		}
	}
	if w.prefix {
		for _, s := range [2]*segment{x.main, x.delta} {
			for _, term := range s.prefixed(w.folded) {
				if x.has(term) {
					terms = append(terms, weighted{term, byPrefix})
				}
			}
		}
	}
	return terms
}

// compound splits a word that nothing matches into two known words, "notebooktasche" into "notebook" and "tasche",
// with or without a joining letter. Of several ways the one with the longest shorter part is taken.
func (x *textIndex) compound(a *analyzer, folded string) (left, right wanted, ok bool) {
	const shortest = 3
	if hasDigit(folded) {
		return
	}
	best := 0
	for i := shortest; i <= len(folded)-shortest; i++ {
		head, tail := folded[:i], folded[i:]
		if min(len(head), len(tail)) <= best {
			continue
		}
		l, r := x.part(a, head), x.part(a, tail)
		if l == nil {
			l = x.part(a, strings.TrimSuffix(head, "s"))
		}
		if l != nil && r != nil {
			left, right, ok = wanted{terms: l}, wanted{terms: r}, true
			best = min(len(head), len(tail))
		}
	}
	return left, right, ok
}

func (x *textIndex) part(a *analyzer, folded string) []weighted {
	if len(folded) < 3 {
		return nil
	}
	w := a.word(folded)
	var terms []weighted
	if x.has(w.folded) {
		terms = append(terms, weighted{w.folded, byCompound})
	}
	if x.has(stemMark + w.stem) {
		terms = append(terms, weighted{stemMark + w.stem, byCompound})
	}
	return terms
}

// misspelt gives the terms that the word may have been meant to be: one typing error from 4 letters on, two from 8.
// Words with digits are taken as they are: one more or less makes another product.
func (x *textIndex) misspelt(w wanted) []weighted {
	errors := 0
	switch {
	case w.exact || len(w.folded) < 4:
		return nil
	case len(w.folded) < 8:
		errors = 1
	default:
		errors = 2
	}
	var terms []weighted
	closest := errors
	for _, s := range [2]*segment{x.main, x.delta} {
		s.near(w.stem, errors, func(stem string, d int) {
			if !x.has(stemMark + stem) {
				return
			}
			closest = min(closest, d)
			terms = append(terms, weighted{stemMark + stem, closeness(d)})
		})
	}
	if len(terms) > 0 {
		return keep(terms, closeness(closest))
	}
	if w.prefix {
		terms = x.misspeltPrefix(w.folded)
	}
	return terms
}

// keep leaves the terms of at least the given weight: a word one error away rules out those two errors away.
func keep(terms []weighted, least float32) []weighted {
	kept := terms[:0]
	for _, t := range terms {
		if t.weight >= least {
			kept = append(kept, t)
		}
	}
	return kept
}

// misspeltPrefix gives the words whose beginning is one error away from an unfinished word. The first letter is taken
// to be right, which keeps the search short.
func (x *textIndex) misspeltPrefix(folded string) []weighted {
	var terms []weighted
	for _, s := range [2]*segment{x.main, x.delta} {
		for _, term := range s.prefixed(folded[:1]) {
			for n := len(folded) - 1; n <= len(folded)+1 && n <= len(term); n++ {
				if distance(folded, term[:n], 1) <= 1 && x.has(term) {
					terms = append(terms, weighted{term, byMore})
					break
				}
			}
		}
	}
	return terms
}

func closeness(errors int) float32 {
	if errors <= 1 {
		return byOneError
	}
	return byMore
}

// matchAll fills s.hits with the documents that have every word.
func (x *textIndex) matchAll(words []wanted, s *scratch) {
	for _, n := range s.hits {
		s.word[n] = 0
	}
	s.hits = s.hits[:0]
	for i := range words {
		number := uint8(i + 1) // MaxWords is 10
		for _, t := range words[i].terms {
			s.collect(x.main.postings[t.term], x.stale, t.weight, number)
			s.collect(x.delta.postings[t.term], nil, t.weight, number)
		}
	}
	kept := s.hits[:0]
	for _, n := range s.hits {
		if int(s.word[n]) == len(words) {
			kept = append(kept, n)
		} else {
			s.word[n] = 0
		}
	}
	s.hits = kept
}

// collect counts one term of the given word towards the documents that had all words before it.
func (s *scratch) collect(postings []posting, stale bitset, factor float32, number uint8) {
	for _, p := range postings {
		at := s.word[p.doc]
		if at+1 < number || (stale != nil && stale.get(p.doc)) {
			continue
		}
		weight := p.weight * factor
		switch {
		case at == number:
			if weight > s.best[p.doc] {
				s.score[p.doc] += weight - s.best[p.doc]
				s.best[p.doc] = weight
			}
		case number == 1:
			s.hits = append(s.hits, p.doc)
			s.word[p.doc], s.score[p.doc], s.best[p.doc] = 1, weight, weight
		default:
			s.word[p.doc] = number
			s.score[p.doc] += weight
			s.best[p.doc] = weight
		}
	}
}
