package bleve

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// namedAll gives an engine with products of these names, each of which sells better than the ones before.
func namedAll(t *testing.T, names ...string) *Engine {
	t.Helper()
	like := searchtest.Documents(1)[0]
	like.CategoryNames, like.Keywords, like.Card.Manufacturer, like.EAN = nil, nil, "", ""
	docs := make([]search.Document, len(names))
	for i, name := range names {
		docs[i] = named(like, int64(i+1), name)
		docs[i].Popularity = i
	}
	e := New()
	require.NoError(t, e.Index(t.Context(), docs))
	return e
}

func TestTypingErrorsThatAreForgiven(t *testing.T) {
	e := namedAll(t, "Grafikkarten", "Gehäuse", "Lüfter", "RTX 4070")
	for typed, id := range map[string]int64{
		"gehasue": 2, "gehuse": 2, "gehäusse": 2, "lüfetr": 3, "lufter": 3, // one, of a short word
		"grafkarte": 1, "grafkarten": 1, "grofikkortan": 0, "grofikkorten": 1, // two, of a long one
		"gehose": 0, "lfe": 0, "lüf": 3, "lff": 0, // not two, of a short one, and none of a very short one
		"rtx 4071": 0, "4070": 4, "rtx4070": 4, // none in numbers
	} {
		a, err := e.Search(t.Context(), search.Query{Text: typed})
		require.NoError(t, err)
		if id == 0 {
			require.Zero(t, a.Total, typed)
			continue
		}
		require.Equal(t, 1, a.Total, typed)
		require.Equal(t, id, a.Cards[0].ID, typed)
	}
}

// A word that a product has in several ways counts as the best of them, and once.
func TestTheWordItselfComesBeforeWhatBeginsWithIt(t *testing.T) {
	e := namedAll(t, "Quarz Glas", "Quarzuhr Glas", "Quarze Quarzuhr Glas")
	a, err := e.Search(t.Context(), search.Query{Text: "quarz"})
	require.NoError(t, err)
	require.Equal(t, 3, a.Total)
	require.EqualValues(t, []int64{1, 3, 2}, []int64{a.Cards[0].ID, a.Cards[1].ID, a.Cards[2].ID}, "the word, its stem, its beginning")
}

// Customers may type whatever they like for as long as they like; the words that are remembered end.
func TestTheMemoryOfWordsEnds(t *testing.T) {
	a := newAnalyzer()
	a.size = maxKnownWords
	require.Equal(t, word{folded: "unerhort", stem: "unerhort"}, a.word("unerhört"))
	_, kept := a.known.Load("unerhört")
	require.False(t, kept)
}
