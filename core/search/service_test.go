package search_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

func categories(context.Context) ([]catalog.Category, error) { return searchtest.Categories(), nil }

func newService(t *testing.T) (*search.Service, []search.Document) {
	t.Helper()
	docs := searchtest.Documents(1500)
	engine := bleve.New()
	require.NoError(t, engine.Rebuild(t.Context(), searchtest.Feed(docs)))
	return search.NewService(engine, categories), docs
}

func filterOf(t *testing.T, filters []search.Filter, id string) search.Filter {
	t.Helper()
	i := slices.IndexFunc(filters, func(f search.Filter) bool { return f.ID == id })
	require.GreaterOrEqual(t, i, 0, "filter %s", id)
	return filters[i]
}

func TestListingOffersTheFiltersOfItsCategory(t *testing.T) {
	s, _ := newService(t)
	l, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.Notebooks, Lang: catalog.German})
	require.NoError(t, err)
	require.Len(t, l.Cards, 20)
	require.Equal(t, (l.Total+19)/20, l.Pages)
	var ids []string
	for _, f := range l.Filters {
		ids = append(ids, f.ID)
		require.Equal(t, f.ID == "kategorie" || f.ID == "preis", f.Open, "only price and category are open: %s", f.ID)
		require.Equal(t, f.ID == "hersteller" || f.ID == "grafikkarte", f.Searchable, f.ID)
	}
	require.Equal(t, []string{"kategorie", "preis", "hersteller", "grafikkarte", "ram", "ssd", "display", "gewicht", "farbe", "touch",
		"verfuegbar", "zustand"}, ids, "the group has the filters that its sub-categories share")

	sub := filterOf(t, l.Filters, "kategorie")
	require.Equal(t, catalog.Radio, sub.FilterType)
	require.Equal(t, []string{"Gaming-Notebooks", "Business-Notebooks", "Ultrabooks"}, textsOf(sub), "in the order of the tree")
	require.Equal(t, []string{"8 GB", "16 GB", "32 GB", "64 GB"}, textsOf(filterOf(t, l.Filters, "ram")), "numbers by value")
	farbe := filterOf(t, l.Filters, "farbe")
	require.Equal(t, "color", farbe.OptionType)
	require.Regexp(t, "^#[0-9a-f]{6}$", farbe.Properties[0].Hex)
	require.ElementsMatch(t, []string{"Nein", "Ja"}, textsOf(filterOf(t, l.Filters, "touch")))
	require.Equal(t, []string{"Sofort lieferbar"}, textsOf(filterOf(t, l.Filters, "verfuegbar")))
}

func TestListingSpeaksEnglish(t *testing.T) {
	s, _ := newService(t)
	params := search.ParseParams(map[string][]string{"farbe[]": {"Schwarz"}})
	l, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.GamingNotebooks, Params: params, Lang: catalog.English})
	require.NoError(t, err)
	require.NotZero(t, l.Total)
	colour := filterOf(t, l.Filters, "farbe")
	require.Equal(t, "Colour", colour.Name)
	require.ElementsMatch(t, []string{"Black", "Silver", "Blue"}, textsOf(colour))
	require.Equal(t, 1, colour.Selected)
	for _, p := range colour.Properties {
		require.Equal(t, p.Value == "Schwarz", p.Checked, "the value is the same in both languages")
	}
}

func TestRangeFiltersAreWholeNumbersAsShown(t *testing.T) {
	s, docs := newService(t)
	params := search.ParseParams(map[string][]string{"preis_min": {"500"}, "preis_max": {"700"}, "preis": {"slider"}})
	l, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.PowerSupplies, Params: params, Lang: catalog.German})
	require.NoError(t, err)
	require.NotZero(t, l.Total)
	for _, c := range l.Cards {
		require.GreaterOrEqual(t, c.Prices.Price.Minor, int64(50000))
		require.LessOrEqual(t, c.Prices.Price.Minor, int64(70000))
	}
	var lowest, highest int64 = 1 << 60, 0
	for _, d := range docs {
		if d.Card.CategoryID == searchtest.PowerSupplies {
			lowest, highest = min(lowest, d.Card.Prices.Price.Minor), max(highest, d.Card.Prices.Price.Minor)
		}
	}
	preis := filterOf(t, l.Filters, "preis")
	require.Equal(t, int64(100), preis.Divisor)
	require.Equal(t, "€", preis.Postfix)
	require.Equal(t, lowest/100, *preis.Properties[0].IntValue, "its own choice does not narrow the bounds")
	require.Equal(t, (highest+99)/100, *preis.Properties[1].IntValue, "rounded so that all products are within")
	require.Equal(t, int64(500), *preis.Properties[0].IntInput)
	require.Equal(t, "700", preis.Properties[1].Input)
	require.Equal(t, 1, preis.Selected)
}

func TestACheckedValueWithoutResultsStaysOnThePanel(t *testing.T) {
	s, _ := newService(t)
	params := search.ParseParams(map[string][]string{"hersteller[]": {"Nirgendwo"}})
	listing, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.Mice, Params: params, Lang: catalog.German})
	require.NoError(t, err)
	i := slices.IndexFunc(filterOf(t, listing.Filters, "hersteller").Properties, func(p search.Property) bool { return p.Value == "Nirgendwo" })
	require.GreaterOrEqual(t, i, 0)
	require.True(t, filterOf(t, listing.Filters, "hersteller").Properties[i].Checked)
}

func TestAValueThatIsNoneIsCalledWhatTheAddressCallsIt(t *testing.T) {
	s, _ := newService(t)
	params := search.ParseParams(map[string][]string{
		"zustand[]": {"kaputt"}, "verfuegbar[]": {"bald"}, "touch": {"vielleicht"}, "ram[]": {"viel"},
	})
	listing, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.Notebooks, Params: params, Lang: catalog.German})
	require.NoError(t, err)
	for id, value := range map[string]string{"zustand": "kaputt", "verfuegbar": "bald", "touch": "vielleicht", "ram": "viel"} {
		require.Contains(t, textsOf(filterOf(t, listing.Filters, id)), value, id)
	}
}

// many is an engine that found more than anybody leafs through.
type many struct{ search.Engine }

func (many) Search(context.Context, search.Query) (search.Answer, error) {
	return search.Answer{Total: 97_000}, nil
}

func TestAListingOffersNoPageThatItDoesNotShow(t *testing.T) {
	s := search.NewService(many{}, categories)
	l, err := s.Listing(t.Context(), search.Request{Params: search.Params{Page: 9999}})
	require.NoError(t, err)
	require.Equal(t, search.MaxPage, l.Page)
	require.Equal(t, search.MaxPage, l.Pages)
}

func TestAChosenCategoryBringsItsFilters(t *testing.T) {
	s, _ := newService(t)
	params := search.ParseParams(map[string][]string{"kategorie": {"12"}})
	l, err := s.Listing(t.Context(), search.Request{Text: "netzteil", Params: params, Lang: catalog.German})
	require.NoError(t, err)
	require.NotZero(t, l.Total)
	filterOf(t, l.Filters, "effizienz")
}

// An address may choose a category that is not right below the listing's. What narrows a listing is shown, so that it can be reset.
func TestAChosenCategoryIsShownWhereverItIs(t *testing.T) {
	s, _ := newService(t)
	for value, text := range map[string]string{"12": "Netzteile", "10": "PC-Komponenten", "999": "999", "alles": "alles"} {
		params := search.ParseParams(map[string][]string{"kategorie": {value}})
		l, err := s.Listing(t.Context(), search.Request{Text: "be quiet", Params: params, Lang: catalog.German})
		require.NoError(t, err)
		categories := filterOf(t, l.Filters, "kategorie")
		require.Equal(t, 1, categories.Selected, value)
		i := slices.IndexFunc(categories.Properties, func(p search.Property) bool { return p.Checked })
		require.Equal(t, []any{text, value, l.Total}, []any{categories.Properties[i].Text, categories.Properties[i].Value, categories.Properties[i].Quantity})
	}
	params := search.ParseParams(map[string][]string{"kategorie": {"1"}})
	l, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.Components, Params: params, Lang: catalog.German})
	require.NoError(t, err)
	require.Equal(t, "1", textsOf(filterOf(t, l.Filters, "kategorie"))[0], "a category that is not below is not named, and stands where it is seen")
}

func TestListingOfAnUnknownCategoryIsNotFound(t *testing.T) {
	s, _ := newService(t)
	_, err := s.Listing(t.Context(), search.Request{CategoryID: 4711})
	require.ErrorIs(t, err, fault.New(fault.NotFound, "category_not_found"))
}

func TestSuggestNamesTheCategory(t *testing.T) {
	s, _ := newService(t)
	findings, err := s.Suggest(t.Context(), "netzt", 0, catalog.English)
	require.NoError(t, err)
	require.Len(t, findings, 5)
	require.Equal(t, search.Finding{Text: "netzt", CategoryID: searchtest.PowerSupplies, CategoryName: "Power supplies"}, findings[0])
	two, err := s.Suggest(t.Context(), "ne ", 0, catalog.English)
	require.NoError(t, err)
	require.Empty(t, two)
	three, err := s.Suggest(t.Context(), "net", 0, catalog.English)
	require.NoError(t, err)
	require.NotEmpty(t, three)
}

// finder suggests one category for whatever is typed.
type finder struct{ search.Engine }

func (finder) Suggest(_ context.Context, text string, _ int64) ([]search.Suggestion, error) {
	text, _ = search.SuggestText(text)
	return search.ComposeSuggestions(text, []int64{2}, nil), nil
}

// Who typed a space after the word, or a sign, wants the same.
func TestSuggestNamesTheHighestCategoryThatIsCalledLikeTheText(t *testing.T) {
	s := search.NewService(finder{}, func(context.Context) ([]catalog.Category, error) {
		return []catalog.Category{
			{ID: 1, Name: catalog.Text{DE: "Grafikkarten", EN: "Graphics cards"}}, {ID: 2, ParentID: 1, Name: catalog.Text{DE: "GeForce"}},
		}, nil
	})
	for text, category := range map[string]int64{
		"grafik": 1, "grafik ": 1, " Grafik\u00adkarten!": 1, "graphics  cards": 1, "geforce": 2, "laptop": 2,
	} {
		findings, err := s.Suggest(t.Context(), text, 0, catalog.German)
		require.NoError(t, err)
		require.Equal(t, category, findings[0].CategoryID, "%q", text)
	}
	findings, err := s.Suggest(t.Context(), "grafik", 2, catalog.German)
	require.NoError(t, err)
	require.EqualValues(t, 2, findings[0].CategoryID, "nothing above the category that is asked in")
}

func TestATextCountsToItsEightiethCharacter(t *testing.T) {
	require.Equal(t, strings.Repeat("ä", 80), search.Query{Text: strings.Repeat("ä", 81)}.Clean().Text)
}

func textsOf(f search.Filter) []string {
	var list []string
	for _, p := range f.Properties {
		list = append(list, p.Text)
	}
	return list
}

// brittle is an engine that can be broken.
type brittle struct {
	search.Engine
	err   error
	slow  bool
	asked int
}

func (b *brittle) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	b.asked++
	if b.slow {
		<-ctx.Done()
		return search.Answer{}, ctx.Err()
	}
	if b.err != nil {
		return search.Answer{}, b.err
	}
	return b.Engine.Search(ctx, q)
}

func (b *brittle) Suggest(context.Context, string, int64) ([]search.Suggestion, error) {
	return nil, b.err
}

type plainFinder struct{ queries []search.Query }

func (p *plainFinder) Search(_ context.Context, q search.Query) (search.Answer, error) {
	p.queries = append(p.queries, q)
	return search.Answer{Total: 1, Cards: []search.Card{{ID: 1}}}, nil
}

func TestABrokenEngineDegradesInsteadOfFailing(t *testing.T) {
	good := bleve.New()
	require.NoError(t, good.Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(50))))
	engine, plain := &brittle{Engine: good, err: errors.New("down")}, &plainFinder{}
	now := time.Now()
	r := search.NewResilientAt(engine, plain, func() time.Time { return now })
	s := search.NewService(r, categories)
	for range 10 {
		l, err := s.Listing(t.Context(), search.Request{CategoryID: searchtest.Mice})
		require.NoError(t, err)
		require.True(t, l.Degraded)
		require.Equal(t, 1, l.Total)
		require.Empty(t, l.Filters)
	}
	require.Equal(t, 3, engine.asked, "then it is left alone")
	findings, err := s.Suggest(t.Context(), "maus", 0, catalog.German)
	require.NoError(t, err)
	require.Empty(t, findings)

	engine.err = nil
	l, err := s.Listing(t.Context(), search.Request{})
	require.NoError(t, err)
	require.True(t, l.Degraded, "not before the pause is over")
	now = now.Add(time.Minute)
	l, err = s.Listing(t.Context(), search.Request{})
	require.NoError(t, err)
	require.False(t, l.Degraded)
	require.Equal(t, 50, l.Total)
}

// What was kept of a shop without its engine would show no filters long after.
func TestWhoKeepsAnswersIsToldThatTheEngineIsBack(t *testing.T) {
	good := bleve.New()
	require.NoError(t, good.Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(5))))
	engine := &brittle{Engine: good}
	r, told := search.NewResilient(engine, &plainFinder{}), 0
	r.OnRecovery(func() { told++ })
	ask := func(err error) {
		engine.err = err
		_, err = r.Search(t.Context(), search.Query{})
		require.NoError(t, err)
	}
	ask(nil)
	ask(errors.New("down"))
	ask(errors.New("down"))
	require.Zero(t, told)
	ask(nil)
	ask(nil)
	require.Equal(t, 1, told)
}

// The listing's links are made of its filters: without them the second page would be of all products.
func TestADegradedListingKeepsWhatIsChosen(t *testing.T) {
	r := search.NewResilient(&brittle{Engine: bleve.New(), err: errors.New("down")}, &plainFinder{})
	params := search.ParseParams(map[string][]string{"hersteller[]": {"Asus", "MSI"}, "preis_max": {"500"}, "touch": {"1"}})
	l, err := search.NewService(r, categories).Listing(t.Context(), search.Request{CategoryID: searchtest.Notebooks, Params: params, Lang: catalog.German})
	require.NoError(t, err)
	require.True(t, l.Degraded)
	require.Len(t, l.Filters, 3)
	require.Equal(t, []string{"Asus", "MSI"}, textsOf(filterOf(t, l.Filters, "hersteller")))
	require.Equal(t, "500", filterOf(t, l.Filters, "preis").Properties[1].Input)
	require.Equal(t, []string{"Ja"}, textsOf(filterOf(t, l.Filters, "touch")))
}

func TestACallerWhoLeavesDoesNotBreakTheEngine(t *testing.T) {
	engine, plain := &brittle{Engine: bleve.New(), slow: true}, &plainFinder{}
	r := search.NewResilient(engine, plain)
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := r.Search(ctx, search.Query{})
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Empty(t, plain.queries)
	require.Equal(t, 5, engine.asked, "the breaker stays closed")
}

func TestALostIndexDegradesButAnEmptyShopDoesNot(t *testing.T) {
	engine, plain := bleve.New(), &plainFinder{}
	require.NoError(t, engine.Rebuild(t.Context(), searchtest.Feed(nil)))
	r := search.NewResilient(engine, plain)
	a, err := r.Search(t.Context(), search.Query{CategoryID: 1})
	require.NoError(t, err)
	require.True(t, a.Degraded)
	require.Equal(t, 1, a.Total)
	r = search.NewResilient(engine, nothing{})
	a, err = r.Search(t.Context(), search.Query{CategoryID: 1})
	require.NoError(t, err)
	require.False(t, a.Degraded)
}

// mute answers questions, but not how large it is.
type mute struct{ search.Engine }

func (mute) Size(ctx context.Context) (int, error) {
	<-ctx.Done()
	return 0, ctx.Err()
}

func TestNobodyWaitsLongForTheSizeOfAnIndex(t *testing.T) {
	engine := bleve.New()
	require.NoError(t, engine.Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(5))))
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	r := search.NewResilient(mute{engine}, nothing{})
	for range 3 {
		_, err := r.Search(ctx, search.Query{Text: "xyzzyplugh"})
		require.NoError(t, err)
	}
	require.NoError(t, ctx.Err())
}

type nothing struct{}

func (nothing) Search(context.Context, search.Query) (search.Answer, error) {
	return search.Answer{}, nil
}
