package bleve

import (
	"cmp"
	"slices"

	"kontor.dev/kontor/core/search"
)

// record is a document with what sorting needs of it.
type record struct {
	doc     search.Document
	nameKey string
}

// snapshot is one immutable state of the index. Documents have numbers; all lists and columns are by number.
type snapshot struct {
	docs       []*record // nil where a document was deleted
	live       []uint32  // numbers in use, rising
	categories map[int64][]uint32
	terms      map[string]*termColumn
	numbers    map[string]*numberColumn
	orders     [orderCount][]uint32
	merit      []uint32 // a document's place in orders[byMerit]
	text       textIndex
}

// textIndex is two segments: the changed documents are indexed anew in delta, and their old entries in main are stale.
type textIndex struct {
	main, delta *segment
	stale       bitset
	changed     []uint32 // the documents in delta
}

// The precomputed orders.
const (
	byMerit = iota // what is in stock, then popularity
	byPopularity
	byPriceUp
	byPriceDown
	byNewest
	byName
	orderCount
)

func orderOf(s search.Sort) int {
	switch s {
	case search.ByPopularity:
		return byPopularity
	case search.ByPriceUp:
		return byPriceUp
	case search.ByPriceDown:
		return byPriceDown
	case search.ByNewest:
		return byNewest
	case search.ByName:
		return byName
	}
	return byMerit
}

// compare orders two documents; the product id decides between equals.
func compare(order int, a, b *record) int {
	c := 0
	switch order {
	case byMerit:
		c = cmp.Or(search.CompareStock(a.doc.Card, b.doc.Card), cmp.Compare(b.doc.Popularity, a.doc.Popularity))
	case byPopularity:
		c = cmp.Compare(b.doc.Popularity, a.doc.Popularity)
	case byPriceUp:
		c = cmp.Compare(a.doc.Card.Prices.Price.Minor, b.doc.Card.Prices.Price.Minor)
	case byPriceDown:
		c = cmp.Compare(b.doc.Card.Prices.Price.Minor, a.doc.Card.Prices.Price.Minor)
	case byNewest:
		c = cmp.Compare(b.doc.CreatedAt, a.doc.CreatedAt)
	case byName:
		c = cmp.Compare(a.nameKey, b.nameKey)
	}
	if c != 0 {
		return c
	}
	return cmp.Compare(a.doc.Card.ID, b.doc.Card.ID)
}

// termColumn holds the values of one checkbox or radio facet.
type termColumn struct {
	values []search.Term
	ids    map[string]uint32 // value → place in values
	of     []uint32          // per document: 0 none, place+1, or several|place in lists
	lists  [][]uint32
}

const several = 1 << 31

// numberColumn holds the values of one range facet.
type numberColumn struct {
	of  []int64
	has bitset
}

func (c *numberColumn) at(doc uint32) (int64, bool) {
	if !c.has.get(doc) {
		return 0, false
	}
	return c.of[doc], true
}

// bitset is a set of document numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) get(i uint32) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

func (b bitset) set(i uint32)   { b[i>>6] |= 1 << (i & 63) }
func (b bitset) unset(i uint32) { b[i>>6] &^= 1 << (i & 63) }

// grown gives a copy of b with room for n numbers.
func (b bitset) grown(n int) bitset {
	c := newBitset(max(n, len(b)*64))
	copy(c, b)
	return c
}

// insert adds n to a sorted list that the caller owns.
func insert(list []uint32, n uint32) []uint32 {
	if len(list) == 0 || list[len(list)-1] < n {
		return append(list, n)
	}
	if i, found := slices.BinarySearch(list, n); !found {
		list = slices.Insert(list, i, n)
	}
	return list
}

// remove takes n out of a sorted list that the caller owns.
func remove(list []uint32, n uint32) []uint32 {
	if i, found := slices.BinarySearch(list, n); found {
		list = slices.Delete(list, i, i+1)
	}
	return list
}
