package bleve

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"kontor.dev/kontor/core/search"
)

// mergeAfter is the number of changed texts after which the text index is made anew in one segment.
const mergeAfter = 1024

// edit makes the next snapshot out of one that readers still use: what it changes, it copies first, once.
type edit struct {
	next     snapshot
	byID     map[int64]uint32 // the engine's own; edits are in turn
	analyzer *analyzer

	ownCategory map[int64]bool
	ownTerms    map[string]bool
	ownNumbers  map[string]bool
	touched     map[uint32]bool // documents that came, went or changed
	retexted    map[uint32]bool // of these, the ones whose text changed or that went
}

func newEdit(from *snapshot, byID map[int64]uint32, a *analyzer) *edit {
	e := &edit{
		next: *from, byID: byID, analyzer: a,
		ownCategory: map[int64]bool{}, ownTerms: map[string]bool{}, ownNumbers: map[string]bool{},
		touched: map[uint32]bool{}, retexted: map[uint32]bool{},
	}
	e.next.docs = slices.Clone(from.docs)
	e.next.live = slices.Clone(from.live)
	e.next.categories = maps.Clone(from.categories)
	e.next.terms = maps.Clone(from.terms)
	e.next.numbers = maps.Clone(from.numbers)
	return e
}

func emptySnapshot() *snapshot {
	return &snapshot{categories: map[int64][]uint32{}, terms: map[string]*termColumn{}, numbers: map[string]*numberColumn{},
		text: textIndex{main: &segment{}, delta: &segment{}}}
}

// put adds a document or replaces the one of the same product.
func (e *edit) put(doc search.Document) {
	id := doc.Card.ID
	n, known := e.byID[id]
	var old *search.Document
	switch {
	case known:
		old = &e.next.docs[n].doc
		if reflect.DeepEqual(old, &doc) {
			return
		}
	default:
		n = uint32(len(e.next.docs)) // far fewer products than 2³²
		e.byID[id] = n
		e.next.docs = append(e.next.docs, nil)
		e.next.live = append(e.next.live, n)
	}
	e.next.docs[n] = &record{doc: doc, nameKey: search.NameKey(doc.Card.Name)}
	e.touched[n] = true
	if old == nil || !sameText(old, &doc) {
		e.retexted[n] = true
	}
	e.columns(n, old, &doc)
}

// drop takes a document out; an unknown one is left unknown.
func (e *edit) drop(id int64) {
	n, known := e.byID[id]
	if !known {
		return
	}
	old := &e.next.docs[n].doc
	e.columns(n, old, nil)
	delete(e.byID, id)
	e.next.docs[n] = nil
	e.next.live = remove(e.next.live, n)
	e.touched[n], e.retexted[n] = true, true
}

// columns brings categories and facet columns from old to doc; either may be nil.
func (e *edit) columns(n uint32, old, doc *search.Document) {
	if old == nil {
		old = &search.Document{}
	}
	if doc == nil {
		doc = &search.Document{}
	}
	if !slices.Equal(old.Categories, doc.Categories) {
		for _, c := range old.Categories {
			e.ownedCategory(c)
			e.next.categories[c] = remove(e.next.categories[c], n)
		}
		terms := make([]search.Term, len(doc.Categories))
		for i, c := range doc.Categories {
			e.ownedCategory(c)
			e.next.categories[c] = insert(e.next.categories[c], n)
			terms[i] = search.Term{Value: strconv.FormatInt(c, 10)}
		}
		e.setTerms(search.FacetCategory, n, terms)
	}
	for facet, terms := range doc.Terms {
		if !slices.Equal(old.Terms[facet], terms) {
			e.setTerms(facet, n, terms)
		}
	}
	for facet := range old.Terms {
		if _, still := doc.Terms[facet]; !still {
			e.setTerms(facet, n, nil)
		}
	}
	e.setNumbers(n, old.Numbers, doc.Numbers)
}

func (e *edit) ownedCategory(c int64) {
	if !e.ownCategory[c] {
		e.ownCategory[c] = true
		e.next.categories[c] = slices.Clone(e.next.categories[c])
	}
}

func (e *edit) setTerms(facet string, n uint32, terms []search.Term) {
	c := e.next.terms[facet]
	if !e.ownTerms[facet] {
		e.ownTerms[facet] = true
		if c == nil {
			c = &termColumn{ids: map[string]uint32{}}
		} else {
			c = &termColumn{values: slices.Clone(c.values), ids: maps.Clone(c.ids), of: slices.Clone(c.of), lists: slices.Clone(c.lists)}
		}
		e.next.terms[facet] = c
	}
	places := make([]uint32, len(terms))
	for i, t := range terms {
		place, known := c.ids[t.Value]
		if !known {
			place = uint32(len(c.values)) // bounded by the number of terms
			c.ids[t.Value] = place
			c.values = append(c.values, t)
		}
		c.values[place] = t
		places[i] = place
	}
	for uint32(len(c.of)) <= n { // as above
		c.of = append(c.of, 0)
	}
	switch len(places) {
	case 0:
		c.of[n] = 0
	case 1:
		c.of[n] = places[0] + 1
	default:
		c.of[n] = several | uint32(len(c.lists)) // as above
		c.lists = append(c.lists, places)
	}
}

func (e *edit) setNumbers(n uint32, old, new map[string]int64) {
	for facet, v := range new {
		if was, had := old[facet]; had && was == v {
			continue
		}
		c := e.ownedNumbers(facet, n)
		c.of[n] = v
		c.has.set(n)
	}
	for facet := range old {
		if _, still := new[facet]; !still {
			e.ownedNumbers(facet, n).has.unset(n)
		}
	}
}

func (e *edit) ownedNumbers(facet string, n uint32) *numberColumn {
	c := e.next.numbers[facet]
	if !e.ownNumbers[facet] {
		e.ownNumbers[facet] = true
		if c == nil {
			c = &numberColumn{}
		} else {
			c = &numberColumn{of: slices.Clone(c.of), has: slices.Clone(c.has)}
		}
		e.next.numbers[facet] = c
	}
	for uint32(len(c.of)) <= n { // far fewer products than 2³²
		c.of = append(c.of, 0)
	}
	if int(n)>>6 >= len(c.has) {
		c.has = c.has.grown(len(e.next.docs) + len(e.next.docs)/4 + 64)
	}
	return c
}

// done finishes orders and text and gives the new snapshot; ok is false when nothing changed.
func (e *edit) done() (next *snapshot, ok bool) {
	if len(e.touched) == 0 {
		return nil, false
	}
	e.reorder()
	e.retext()
	return &e.next, true
}

// reorder takes the touched documents out of each order and merges them in again at their places.
func (e *edit) reorder() {
	s := &e.next
	moved := make([]uint32, 0, len(e.touched))
	touched := newBitset(len(s.docs))
	for n := range e.touched {
		touched.set(n)
		if s.docs[n] != nil {
			moved = append(moved, n)
		}
	}
	for order := range orderCount {
		slices.SortFunc(moved, func(a, b uint32) int { return compare(order, s.docs[a], s.docs[b]) })
		rest := make([]uint32, 0, len(s.live))
		for _, n := range s.orders[order] {
			if touched.get(n) {
				continue
			}
			rest = append(rest, n)
		}
		s.orders[order] = mergeOrders(rest, moved, func(a, b uint32) int { return compare(order, s.docs[a], s.docs[b]) })
	}
	s.merit = make([]uint32, len(s.docs))
	for place, n := range s.orders[byMerit] {
		s.merit[n] = uint32(place) // far fewer products than 2³²
	}
}

// mergeOrders puts few documents into their places among many; both lists are in order.
func mergeOrders(many, few []uint32, compare func(a, b uint32) int) []uint32 {
	merged := make([]uint32, 0, len(many)+len(few))
	for _, n := range few {
		place, _ := slices.BinarySearchFunc(many, n, compare)
		merged = append(append(merged, many[:place]...), n)
		many = many[place:]
	}
	return append(merged, many...)
}

func (e *edit) retext() {
	if len(e.retexted) == 0 {
		return
	}
	s := &e.next
	if len(s.text.changed)+len(e.retexted) > mergeAfter {
		s.text = textIndex{main: newSegment(e.analyzer, s.docs, s.live), delta: &segment{}}
		return
	}
	stale := s.text.stale.grown(len(s.docs))
	changed := make([]uint32, 0, len(s.text.changed)+len(e.retexted))
	for _, n := range s.text.changed {
		if !e.retexted[n] {
			changed = append(changed, n)
		}
	}
	for n := range e.retexted {
		stale.set(n)
		if s.docs[n] != nil {
			changed = append(changed, n)
		}
	}
	slices.Sort(changed)
	s.text = textIndex{main: s.text.main, delta: newSegment(e.analyzer, s.docs, changed), stale: stale, changed: changed}
}

func sameText(a, b *search.Document) bool {
	return a.Card.Name == b.Card.Name && a.Card.Manufacturer == b.Card.Manufacturer &&
		a.Card.ArticleNumber == b.Card.ArticleNumber && a.EAN == b.EAN &&
		slices.Equal(a.CategoryNames, b.CategoryNames) && slices.Equal(a.Keywords, b.Keywords)
}
