package searchtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/search"
)

// size of the catalogue that the suite uses.
const size = 1500

// Run holds an engine to the contract. open gives an empty one, or a fresh index of the same server; it is called once
// per part of the suite.
func Run(t *testing.T, open func(t *testing.T) search.Engine) {
	docs := Documents(size)
	filled := func(t *testing.T) search.Engine {
		e := open(t)
		require.NoError(t, e.Rebuild(t.Context(), Feed(docs)))
		return e
	}
	t.Run("golden queries", func(t *testing.T) { goldenQueries(t, filled(t)) })
	t.Run("listings and counts are those of the reference", func(t *testing.T) { againstReference(t, filled(t), docs) })
	t.Run("pages", func(t *testing.T) { pages(t, filled(t)) })
	t.Run("suggestions", func(t *testing.T) { suggestions(t, filled(t)) })
	t.Run("stock", func(t *testing.T) { stock(t, filled(t), docs[9]) })
	t.Run("changes", func(t *testing.T) { changes(t, filled(t), docs) })
	t.Run("rebuild", func(t *testing.T) { rebuild(t, filled(t), docs) })
}

// Feed makes a feed for Rebuild.
func Feed(docs []search.Document) func(func(search.Document) error) error {
	return func(yield func(search.Document) error) error {
		for _, d := range docs {
			if err := yield(d); err != nil {
				return err
			}
		}
		return nil
	}
}

// ask searches and fails the test on an error.
func ask(t require.TestingT, e search.Engine, q search.Query) search.Answer {
	a, err := e.Search(context.Background(), q)
	require.NoError(t, err)
	return a
}

func inOneOf(ids ...int64) func(search.Card) bool {
	return func(c search.Card) bool { return slices.Contains(ids, c.CategoryID) }
}

func goldenQueries(t *testing.T, e search.Engine) {
	named := func(part string) func(search.Card) bool {
		return func(c search.Card) bool { return strings.Contains(c.Name, part) }
	}
	ean := fmt.Sprintf("2%012d", 100042*7)
	for _, g := range []struct {
		query string
		top   int // this many of the first results must be right
		right func(search.Card) bool
	}{
		{"Grafikkarte", 20, inOneOf(GraphicsCards)},
		{"grafikkarten", 20, inOneOf(GraphicsCards)},
		{"grafikarte", 20, inOneOf(GraphicsCards)},
		{"Netzteil", 20, inOneOf(PowerSupplies)},
		{"netzteile 750w", 3, inOneOf(PowerSupplies)},
		{"Netzteil 750 W", 3, inOneOf(PowerSupplies)},
		{"netzteill", 20, inOneOf(PowerSupplies)},
		{"Notebooktasche", 20, inOneOf(Bags)},
		{"Notebook Tasche", 20, inOneOf(Bags)},
		{"notebooktaschn", 20, inOneOf(Bags)},
		{"Gehäuse", 20, inOneOf(Cases)},
		{"Gehaeuse", 20, inOneOf(Cases)},
		{"gehause", 20, inOneOf(Cases)},
		{"GEHÄUSE", 20, inOneOf(Cases)},
		{"Geha\u0308use", 20, inOneOf(Cases)},                      // as macOS writes file names
		{"Grafik\u00adkarte", 20, inOneOf(GraphicsCards)},          // as pages hyphenate
		{"\u200bNetz\u200bteil\ufeff", 20, inOneOf(PowerSupplies)}, // as text is copied
		{"maeuse", 20, inOneOf(Mice)},
		{"Netzwerkkarte", 20, inOneOf(NetworkCards)},
		{"netzteil - 750 W", 3, inOneOf(PowerSupplies)},
		{`be quiet" netzteil`, 3, func(c search.Card) bool { return c.Manufacturer == "be quiet!" && c.CategoryID == PowerSupplies }},
		{"asus -grafikkarte", 3, func(c search.Card) bool { return c.Manufacturer == "Asus" && c.CategoryID == GraphicsCards }},
		{"power supply", 20, inOneOf(PowerSupplies)},
		{"gaming notebook", 20, inOneOf(GamingNotebooks)},
		{"gaming laptop", 20, inOneOf(GamingNotebooks)},
		{"GPU", 20, inOneOf(GraphicsCards)},
		{"hauptplatine", 20, inOneOf(14)},
		{"rtx 4090 grafikkarte", 10, named("RTX 4090")},
		{"geforce rtx 4070", 10, inOneOf(GraphicsCards, GamingNotebooks, 3, 4)},
		{"be quiet netzteil", 3, func(c search.Card) bool { return c.Manufacturer == "be quiet!" && c.CategoryID == PowerSupplies }},
		{"KT-100042", 1, func(c search.Card) bool { return c.ID == 100042 }},
		{"kt100042", 1, func(c search.Card) bool { return c.ID == 100042 }},
		{ean, 1, func(c search.Card) bool { return c.ID == 100042 }},
		{fmt.Sprintf("%s %s %s", ean[:1], ean[1:7], ean[7:]), 1, func(c search.Card) bool { return c.ID == 100042 }},
	} {
		t.Run(g.query, func(t *testing.T) {
			a := ask(t, e, search.Query{Text: g.query})
			require.GreaterOrEqual(t, len(a.Cards), g.top, "results")
			for i, c := range a.Cards[:g.top] {
				require.True(t, g.right(c), "place %d is %s (%s), category %d", i+1, c.Name, c.ArticleNumber, c.CategoryID)
			}
		})
	}
	for _, query := range []string{"xyzzyplugh", "KT-777777", "KT777777", "grafikkarte rtx 9999", "!!!", `"`, "-", "\x00", "\U0001f3ae"} {
		require.Zero(t, ask(t, e, search.Query{Text: query}).Total, "%s: what the shop does not have is not found", query)
	}
	require.NotZero(t, ask(t, e, search.Query{Text: "grafikkarte xyzzyplugh"}).Total, "a word that nothing has is dropped")
	narrowed := ask(t, e, search.Query{Text: "asus", CategoryID: GraphicsCards, Facets: []search.Facet{{ID: "chipsatz"}}})
	require.NotZero(t, narrowed.Total)
	require.True(t, !slices.ContainsFunc(narrowed.Cards, func(c search.Card) bool { return c.CategoryID != GraphicsCards }))
	sum := 0
	for _, c := range narrowed.Facets[0].Counts {
		sum += c.N
	}
	require.Equal(t, narrowed.Total, sum, "facets count what the text found")
}

var rangeFacets = []string{search.FacetPrice, "display", "gewicht", "leistung", "laenge", "breite"}

// againstReference draws queries and compares answers whole: cards in order, totals, and every facet's counts.
func againstReference(t *testing.T, e search.Engine, docs []search.Document) {
	seen := map[string][]string{search.FacetCategory: {"1", "2", "10", "11", "12", "999"}}
	measured := map[string][]int64{}
	for _, d := range docs[:300] {
		for facet, terms := range d.Terms {
			seen[facet] = append(seen[facet], terms[0].Value)
		}
		for facet, n := range d.Numbers {
			measured[facet] = append(measured[facet], n)
		}
	}
	termFacets := make([]string, 0, len(seen))
	for facet := range seen {
		termFacets = append(termFacets, facet)
	}
	slices.Sort(termFacets)
	rapid.Check(t, func(rt *rapid.T) {
		q := search.Query{
			CategoryID: rapid.SampledFrom([]int64{0, Notebooks, GamingNotebooks, Components, GraphicsCards, PowerSupplies, 999}).Draw(rt, "category"),
			Sort:       rapid.SampledFrom([]search.Sort{search.ByRelevance, search.ByPopularity, search.ByPriceUp, search.ByPriceDown, search.ByNewest, search.ByName}).Draw(rt, "sort"),
			Page:       rapid.IntRange(1, 3).Draw(rt, "page"),
		}
		for range rapid.IntRange(0, 3).Draw(rt, "terms") {
			facet := rapid.SampledFrom(termFacets).Draw(rt, "facet")
			q.Selections = append(q.Selections, search.Selection{Facet: facet, Values: rapid.SliceOfN(rapid.SampledFrom(seen[facet]), 1, 3).Draw(rt, "values")})
		}
		if rapid.Bool().Draw(rt, "range") {
			facet := rapid.SampledFrom(rangeFacets).Draw(rt, "ranged")
			// Often the value of a product: the ends of a range belong to it.
			bound := rapid.OneOf(rapid.Int64Range(0, 300_000), rapid.SampledFrom(measured[facet]))
			s := search.Selection{Facet: facet}
			if low := bound.Draw(rt, "low"); rapid.Bool().Draw(rt, "from") {
				s.Min = &low
			}
			if high := bound.Draw(rt, "high"); s.Min == nil || rapid.Bool().Draw(rt, "to") {
				s.Max = &high
			}
			q.Selections = append(q.Selections, s)
		}
		for _, facet := range termFacets {
			q.Facets = append(q.Facets, search.Facet{ID: facet})
		}
		for _, facet := range rangeFacets {
			q.Facets = append(q.Facets, search.Facet{ID: facet, Range: true})
		}
		want, got := Reference(docs, q), ask(rt, e, q)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("query %+v: reference (-), engine (+):\n%s", q, diff)
		}
	})
}

func pages(t *testing.T, e search.Engine) {
	for _, q := range []search.Query{{CategoryID: Components}, {Text: "grafikkarte"}, {Sort: search.ByName}} {
		seen, total := map[int64]bool{}, 0
		for page := 1; ; page++ {
			q.Page = page
			a := ask(t, e, q)
			total = a.Total
			if len(a.Cards) == 0 {
				break
			}
			require.LessOrEqual(t, len(a.Cards), search.PageSize)
			for _, c := range a.Cards {
				require.False(t, seen[c.ID], "%d is on two pages", c.ID)
				seen[c.ID] = true
			}
		}
		require.Len(t, seen, total)
		require.NotZero(t, total)
	}
}

func suggestions(t *testing.T, e search.Engine) {
	within := func(category int64, text string) []search.Suggestion {
		list, err := e.Suggest(context.Background(), text, category)
		require.NoError(t, err)
		require.LessOrEqual(t, len(list), search.MaxSuggestions)
		return list
	}
	suggest := func(text string) []search.Suggestion { return within(0, text) }
	require.Empty(t, suggest("gr"), "two characters are too few")
	require.Empty(t, suggest("  g "))
	require.Empty(t, suggest("xyzzyplugh"))
	require.Empty(t, suggest("..."), "no word")
	list := suggest("grafikk")
	require.Len(t, list, search.MaxSuggestions)
	require.EqualValues(t, GraphicsCards, list[0].CategoryID, "the category in which it was found comes first")
	require.Nil(t, list[0].Product)
	products := slices.DeleteFunc(list, func(s search.Suggestion) bool { return s.Product == nil })
	require.NotEmpty(t, products)
	for _, s := range products {
		require.EqualValues(t, GraphicsCards, s.Product.CategoryID)
		require.NotEmpty(t, s.Product.Image)
		require.Equal(t, s.Product.Prices.Price, s.Price)
	}
	byNumber := suggest("KT-100042")
	require.Len(t, byNumber, 1, "a category of one such product is not worth a line")
	require.EqualValues(t, 100042, byNumber[0].Product.ID)
	require.EqualValues(t, GraphicsCards, suggest("geforce")[0].CategoryID, "not the notebooks that have one")

	require.Equal(t, suggest("grafikk"), within(GraphicsCards, "grafikk"))
	require.Empty(t, within(Notebooks, "KT-100042"), "what another category has")
	for _, s := range within(Notebooks, "geforce") {
		require.NotEqualValues(t, GraphicsCards, s.CategoryID)
	}
	require.NotEmpty(t, within(Notebooks, "geforce"), "sub-categories are of the category")
}

// stock sells a product out that is found as well as another and sells better: the other comes first, until there is more.
func stock(t *testing.T, e search.Engine, like search.Document) {
	sells, other := like, like
	sells.Card.ID, sells.Popularity = 900002, 900
	other.Card.ID, other.Popularity = 900003, 100
	for _, d := range []*search.Document{&sells, &other} {
		d.Card.Name, d.Card.Available = "Siebenmeilenstiefel", true
	}
	first := func(sort search.Sort) int64 {
		return ask(t, e, search.Query{Text: "siebenmeilenstiefel", Sort: sort}).Cards[0].ID
	}
	for _, step := range []struct {
		available bool
		relevant  int64
	}{{true, sells.Card.ID}, {false, other.Card.ID}, {true, sells.Card.ID}} {
		sells.Card.Available = step.available
		require.NoError(t, e.Index(t.Context(), []search.Document{sells, other}))
		require.Equal(t, step.relevant, first(search.ByRelevance), "in stock: %t", step.available)
		require.Equal(t, sells.Card.ID, first(search.ByPopularity), "who asks for what sells gets that")
	}
	suggestions, err := e.Suggest(t.Context(), "siebenmeilenstiefel", 0)
	require.NoError(t, err)
	require.Equal(t, sells.Card.ID, suggestions[slices.IndexFunc(suggestions, func(s search.Suggestion) bool { return s.Product != nil })].Product.ID)
}

func changes(t *testing.T, e search.Engine, docs []search.Document) {
	ctx := t.Context()
	n, err := e.Size(ctx)
	require.NoError(t, err)
	require.Equal(t, len(docs), n)

	changed := docs[7]
	changed.Card.Name = "Wolkenkuckucksheim Sonderedition"
	changed.Card.Prices.Price.Minor = 1
	changed.Numbers = map[string]int64{search.FacetPrice: 1}
	changed.Terms = map[string][]search.Term{search.FacetManufacturer: {{Value: "Wolkenkuckuck"}}}
	for range 2 {
		require.NoError(t, e.Index(ctx, []search.Document{changed}), "indexing twice is indexing once")
	}
	a := ask(t, e, search.Query{Text: "wolkenkuckucksheim"})
	require.Equal(t, 1, a.Total)
	require.Equal(t, changed.Card.ID, a.Cards[0].ID)
	old := ask(t, e, search.Query{Text: docs[7].Card.Name, Size: search.MaxPageSize})
	require.False(t, slices.ContainsFunc(old.Cards, func(c search.Card) bool { return c.ID == changed.Card.ID }) && old.Total == 1,
		"the old name is forgotten")
	require.Equal(t, changed.Card.ID, ask(t, e, search.Query{Sort: search.ByPriceUp}).Cards[0].ID)

	added := docs[8]
	added.Card.ID = 900001
	added.Card.Name = "Zauberwürfel"
	require.NoError(t, e.Index(ctx, []search.Document{added}))
	require.Equal(t, 1, ask(t, e, search.Query{Text: "zauberwuerfel"}).Total)

	for range 2 {
		require.NoError(t, e.Delete(ctx, []int64{900001, changed.Card.ID, 31337}))
	}
	n, err = e.Size(ctx)
	require.NoError(t, err)
	require.Equal(t, len(docs)-1, n)
	require.Zero(t, ask(t, e, search.Query{Text: "wolkenkuckucksheim"}).Total)

	rest := slices.DeleteFunc(slices.Clone(docs), func(d search.Document) bool { return d.Card.ID == changed.Card.ID })
	q := search.Query{Facets: []search.Facet{{ID: search.FacetManufacturer}, {ID: search.FacetPrice, Range: true}}}
	require.Empty(t, cmp.Diff(Reference(rest, q), ask(t, e, q), cmpopts.EquateEmpty()))
}

func rebuild(t *testing.T, e search.Engine, docs []search.Document) {
	stop, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			if a, err := e.Search(context.Background(), search.Query{}); err != nil || a.Total < len(docs)/2 {
				done <- fmt.Errorf("during the rebuild: %d products, %w", a.Total, err)
				return
			}
		}
	}()
	for range 3 {
		require.NoError(t, e.Rebuild(t.Context(), Feed(docs)))
	}
	require.NoError(t, e.Rebuild(t.Context(), Feed(docs[:len(docs)/2])))
	close(stop)
	require.NoError(t, <-done)
	require.Equal(t, len(docs)/2, ask(t, e, search.Query{}).Total, "what the feed leaves out is gone")

	broken := errors.New("feed broke")
	err := e.Rebuild(t.Context(), func(yield func(search.Document) error) error {
		if err := yield(docs[0]); err != nil {
			return err
		}
		return broken
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, len(docs)/2, ask(t, e, search.Query{}).Total, "a rebuild that fails changes nothing")
}
