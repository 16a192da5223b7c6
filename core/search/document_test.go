package search_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

func TestDocumentHasWhatListingsAndFiltersNeed(t *testing.T) {
	products := searchtest.Products(30)
	p := products[slices.IndexFunc(products, func(p *catalog.Product) bool { return p.CategoryID == searchtest.GamingNotebooks })]
	d := search.NewBuilder(searchtest.Categories()).Document(p)
	require.Equal(t, []int64{searchtest.GamingNotebooks, searchtest.Notebooks}, d.Categories)
	require.Equal(t, []string{"Gaming-Notebooks", "Gaming laptops", "Notebooks", "Laptops"}, d.CategoryNames)
	require.Contains(t, d.Keywords, d.Terms["grafikkarte"][0].Value)
	require.NotContains(t, d.Keywords, "Grafikkarte", "a notebook is not found by the name of an attribute that all have")
	require.Equal(t, p.Prices.Price.Minor, d.Numbers[search.FacetPrice])
	require.Contains(t, []int64{133, 140, 156, 160, 173}, d.Numbers["display"])
	require.NotContains(t, d.Terms, "display")
	require.NotEmpty(t, d.Terms["farbe"][0].Hex)
	require.Len(t, d.Card.Highlights, search.MaxHighlights)
	require.Regexp(t, `^\d+ GB Arbeitsspeicher$`, d.Card.Highlights[1].DE)
	require.Regexp(t, `^1\d,\d Zoll Display$|^1\d Zoll Display$`, d.Card.Highlights[3].DE)
	require.Regexp(t, `^1\d(\.\d)? inch display$`, d.Card.Highlights[3].EN)
	require.Equal(t, p.Available() > 0, d.Card.Available)
}

func TestCompoundsAreSplitIntoTheWordsOfTheTrade(t *testing.T) {
	builder := search.NewBuilder(searchtest.Categories())
	parts := func(name string) []string {
		return builder.Document(&catalog.Product{Name: name}).Keywords
	}
	require.Subset(t, parts("Notebooktasche"), []string{"notebook", "tasche"})
	require.Subset(t, parts("Grafikkartenhalter"), []string{"grafikkarten", "halter"})
	require.Subset(t, parts("Arbeitsspeicher"), []string{"arbeits", "speicher"})
	require.Subset(t, parts("Wärmeleitpaste"), []string{"wärmeleit", "paste"})
	require.Subset(t, parts("Gehäuselüfter"), []string{"gehäuse", "lüfter"})
	require.Empty(t, parts("Zotac GeForce Corsair Vengeance"))
}

func TestACategoryIsFoundByTheLastPartOfItsName(t *testing.T) {
	builder := search.NewBuilder([]catalog.Category{{ID: 1, Name: catalog.Text{DE: "Turmkühler"}}, {ID: 2, Name: catalog.Text{DE: "Audio"}}})
	require.Contains(t, builder.Document(&catalog.Product{CategoryID: 1, Name: "X"}).Keywords, "kühler")
	require.Empty(t, builder.Document(&catalog.Product{CategoryID: 2, Name: "Turmkühler"}).Keywords, "the name of a product may be a name")
}

func TestNameKeySortsAsAGermanReaderExpects(t *testing.T) {
	want := []string{"Acer 9", "acer 10", "Ärmel", "Asus", "be quiet! Pure", "Öl", "Oper", "RAM 8 GB", "RAM 16 GB", "Zubehör"}
	got := slices.Clone(want)
	slices.SortStableFunc(got, func(a, b string) int {
		x, y := search.NameKey(a), search.NameKey(b)
		if x < y {
			return -1
		}
		if x > y {
			return 1
		}
		return 0
	})
	require.Equal(t, want, got)
}
