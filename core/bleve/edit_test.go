package bleve

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// large gives an engine whose text index is in one segment, as that of many products is.
func large(t *testing.T, docs []search.Document) *Engine {
	t.Helper()
	e := New()
	require.NoError(t, e.Rebuild(t.Context(), searchtest.Feed(docs)))
	s := *e.current.Load()
	s.text = textIndex{main: newSegment(e.analyzer, s.docs, s.live), delta: &segment{}}
	e.current.Store(&s)
	return e
}

// edits are the ways in which a document may come to differ from what it was. Another one lends what it has.
var edits = []func(d *search.Document, other search.Document){
	func(d *search.Document, _ search.Document) {
		d.Card.Prices.Price.Minor++
		d.Numbers[search.FacetPrice]++
	},
	func(d *search.Document, other search.Document) { d.Numbers = maps.Clone(other.Numbers) },
	func(d *search.Document, other search.Document) { d.Terms = maps.Clone(other.Terms) },
	func(d *search.Document, other search.Document) {
		for facet, terms := range other.Terms {
			if have := d.Terms[facet]; len(have) == 1 && len(terms) == 1 && have[0] != terms[0] {
				d.Terms[facet] = []search.Term{have[0], terms[0]}
			}
		}
	},
	func(d *search.Document, other search.Document) {
		d.Card.CategoryID, d.Categories, d.CategoryNames = other.Card.CategoryID, other.Categories, other.CategoryNames
	},
	func(d *search.Document, other search.Document) {
		d.Card.Name, d.Keywords = other.Card.Name, other.Keywords
	},
	func(d *search.Document, other search.Document) {
		d.EAN, d.Card.Manufacturer = other.EAN, other.Card.Manufacturer
	},
	func(d *search.Document, other search.Document) {
		d.Popularity, d.CreatedAt = other.Popularity, other.CreatedAt
	},
	func(d *search.Document, _ search.Document) { d.Card.Available = !d.Card.Available },
}

// queries ask for all that an index keeps of a document.
func queries(docs map[int64]search.Document) (list []search.Query) {
	facets := map[search.Facet]bool{{ID: search.FacetCategory}: true}
	for _, d := range docs {
		for id := range d.Terms {
			facets[search.Facet{ID: id}] = true
		}
		for id := range d.Numbers {
			facets[search.Facet{ID: id, Range: true}] = true
		}
	}
	all := slices.SortedFunc(maps.Keys(facets), func(a, b search.Facet) int { return strings.Compare(a.ID, b.ID) })
	for _, sort := range []search.Sort{search.ByRelevance, search.ByPopularity, search.ByPriceUp, search.ByPriceDown, search.ByNewest, search.ByName} {
		list = append(list, search.Query{Sort: sort, Size: search.MaxPageSize})
	}
	for _, category := range []int64{searchtest.Notebooks, searchtest.GamingNotebooks, searchtest.GraphicsCards, searchtest.Mice} {
		list = append(list, search.Query{CategoryID: category, Facets: all, Size: search.MaxPageSize})
	}
	return append(list, search.Query{Facets: all})
}

// Whatever changes an index, it answers like one that is built of the same products, and who reads it meanwhile reads the old one.
func TestAChangedIndexAnswersLikeOneBuiltAnew(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5)) // the same changes each time
	pool := searchtest.Documents(180)
	changed := large(t, pool[:150])
	current := map[int64]search.Document{}
	for _, d := range pool[:150] {
		current[d.Card.ID] = d
	}
	for range 10 {
		before, questions := changed.current.Load(), queries(current)
		told := make([]search.Answer, len(questions))
		for i, q := range questions {
			told[i] = before.search(changed.analyzer, q.Clean())
		}
		for range 1 + r.IntN(12) {
			d := pool[r.IntN(len(pool))]
			if kept, ok := current[d.Card.ID]; ok && r.IntN(4) == 0 {
				delete(current, kept.Card.ID)
				require.NoError(t, changed.Delete(t.Context(), []int64{kept.Card.ID}))
				continue
			} else if ok {
				d = kept
			}
			d.Terms, d.Numbers = maps.Clone(d.Terms), maps.Clone(d.Numbers)
			for range 1 + r.IntN(2) {
				edits[r.IntN(len(edits))](&d, pool[r.IntN(len(pool))])
			}
			current[d.Card.ID] = d
			require.NoError(t, changed.Index(t.Context(), []search.Document{d}))
		}
		for i, q := range questions {
			require.Empty(t, cmp.Diff(told[i], before.search(changed.analyzer, q.Clean())), "who reads an old state: %+v", q)
		}
		sameAsAnew(t, changed, slices.Collect(maps.Values(current)), append(queries(current), texts(pool, r)...))
	}
}

// texts asks for words that products have, had or nearly have.
func texts(pool []search.Document, r *rand.Rand) (list []search.Query) {
	for range 12 {
		name := pool[r.IntN(len(pool))].Card.Name
		cut := 1 + r.IntN(len(name)-1)
		list = append(list, search.Query{Text: name}, search.Query{Text: name[:cut] + name[min(cut+1, len(name)):]},
			search.Query{Text: fmt.Sprintf("%s %s", name[:cut], pool[r.IntN(len(pool))].Card.Manufacturer)})
	}
	return list
}

func sameAsAnew(t *testing.T, changed *Engine, docs []search.Document, questions []search.Query) {
	t.Helper()
	anew := New()
	require.NoError(t, anew.Rebuild(t.Context(), searchtest.Feed(docs)))
	for _, q := range questions {
		got, err := changed.Search(t.Context(), q)
		require.NoError(t, err)
		want, err := anew.Search(t.Context(), q)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want, got, cmpopts.EquateEmpty()), "%+v", q)
		if q.Text == "" {
			require.Empty(t, cmp.Diff(searchtest.Reference(docs, q), got, cmpopts.EquateEmpty()), "%+v", q)
		}
	}
}

// named gives a product that is like another but for its number and name.
func named(like search.Document, id int64, name string) search.Document {
	like.Card.ID, like.Card.Name = id, name
	return like
}

// A word that is gone with the last product that had it is a typing error like any other.
func TestAWordThatNoProductHasAnyMoreIsCorrected(t *testing.T) {
	like := searchtest.Documents(1)[0]
	for typed, wrong := range map[string]string{"zauberwurfell": "Zauberwürfell", "zauberwurfl": "Zauberwürfl", "zuaberwur": "Zuaberwürfel"} {
		e := large(t, []search.Document{named(like, 1, "Zauberwürfel"), named(like, 2, wrong)})
		require.NoError(t, e.Index(t.Context(), []search.Document{named(like, 2, "Zauberwürfel")}))
		a, err := e.Search(t.Context(), search.Query{Text: typed})
		require.NoError(t, err)
		require.Equal(t, 2, a.Total, typed)
	}
}

// A value that got another English text or colour is counted by the new one.
func TestAValueIsToldAsItWasIndexedLast(t *testing.T) {
	d := searchtest.Documents(1)[0]
	e := New()
	for _, term := range []search.Term{{Value: "Rot", EN: "Red"}, {Value: "Rot", EN: "Crimson", Hex: "#a00000"}} {
		d.Terms = map[string][]search.Term{"farbe": {term}}
		require.NoError(t, e.Index(t.Context(), []search.Document{d}))
		a, err := e.Search(t.Context(), search.Query{Facets: []search.Facet{{ID: "farbe"}}})
		require.NoError(t, err)
		require.Equal(t, []search.Count{{Term: term, N: 1}}, a.Facets[0].Counts)
	}
}

// Of two products that have all of many words, the one that has them in its name comes first, however well the other sells.
func TestABetterMatchOfManyWordsComesBeforeWhatSellsBetter(t *testing.T) {
	like := searchtest.Documents(1)[0]
	all, most := named(like, 1, "Siebenmeilen Stiefel Nordlicht Quarz"), named(like, 2, "Siebenmeilen Stiefel Nordlicht")
	all.Popularity, all.Keywords = 1, nil
	most.Popularity, most.Keywords = 900, []string{"Quarz"}
	e := New()
	require.NoError(t, e.Index(t.Context(), []search.Document{all, most}))
	a, err := e.Search(t.Context(), search.Query{Text: "siebenmeilen stiefel nordlicht quarz x"})
	require.NoError(t, err)
	require.Equal(t, 2, a.Total)
	require.EqualValues(t, 1, a.Cards[0].ID)
}
