package search_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/search"
)

// What engines see is bounded, whatever is asked.
func TestAQueryIsBounded(t *testing.T) {
	for _, c := range []struct{ page, size, wantPage, wantSize int }{
		{0, 0, 1, search.PageSize}, {-7, -7, 1, search.PageSize}, {2, 1, 2, 1}, {search.MaxPage, search.MaxPageSize, search.MaxPage, search.MaxPageSize},
		{search.MaxPage + 1, search.MaxPageSize + 1, search.MaxPage, search.MaxPageSize}, {1 << 62, 1 << 62, search.MaxPage, search.MaxPageSize},
	} {
		q := search.Query{Page: c.page, Size: c.size}.Clean()
		require.Equal(t, []int{c.wantPage, c.wantSize}, []int{q.Page, q.Size}, "%+v", c)
	}
	require.Len(t, strings.Fields(search.Query{Text: strings.Repeat("a ", 20)}.Clean().Text), search.MaxWords)
	require.Equal(t, "a b", search.Query{Text: "\u00a0a \u2003\t- b\n"}.Clean().Text)
}

func TestSelectionsOfOneFacetBecomeOne(t *testing.T) {
	given := []search.Selection{
		{Facet: "hersteller", Values: []string{"Asus"}}, {Facet: "preis", Min: bound(100), Max: bound(900)}, {Facet: "ram"},
		{Facet: "preis", Min: bound(50), Max: bound(700)}, {Facet: "hersteller", Values: []string{"MSI"}}, {Facet: "preis", Min: bound(200)},
		{Facet: "display", Max: bound(7)}, {Facet: "display", Min: bound(3)},
	}
	values := given[0].Values
	want := []search.Selection{
		{Facet: "hersteller", Values: []string{"Asus", "MSI"}}, {Facet: "preis", Min: bound(200), Max: bound(700)},
		{Facet: "display", Min: bound(3), Max: bound(7)},
	}
	require.Empty(t, cmp.Diff(want, search.Query{Selections: given}.Clean().Selections))
	require.Equal(t, []string{"Asus"}, values, "what was given stays as it is")
	require.Empty(t, search.Query{Selections: []search.Selection{{Facet: "ram"}}}.Clean().Selections, "a selection of nothing selects nothing")
}

func TestAnAddressIsReadToABound(t *testing.T) {
	query := url.Values{"page": {"501"}, "a_min": {"1000000000001"}, "b_max": {"-1000000000001"}, "laenge_max": {"1000000000000"}}
	for i := range 120 {
		query.Add("hersteller[]", fmt.Sprintf("Marke %d", i))
		query.Add("hersteller[]", fmt.Sprintf("Marke %d", i))
		query.Add(fmt.Sprintf("filter%03d", i), "x")
	}
	p := search.ParseParams(query)
	require.Equal(t, search.MaxPage, p.Page)
	require.Len(t, p.Choices, 40)
	for _, c := range p.Choices {
		require.NotContains(t, []string{"a", "b"}, c.ID, "beyond what can be stored")
	}
	p = search.ParseParams(url.Values{"hersteller[]": query["hersteller[]"], "laenge_max": query["laenge_max"]})
	require.Len(t, p.Choices[0].Values, 100, "each once")
	require.Equal(t, bound(1_000_000_000_000), p.Choices[1].Max)
	_, err := search.ParseFilterJSON("filter", `{"preis": {"max": 1e999}}`)
	require.NoError(t, err)
	many, err := search.ParseFilterJSON("filter", `{"preis_max": 1e13, "gewicht_max": 1.5, "laenge_max": -2e3}`)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]search.Choice{{ID: "laenge", Max: bound(-2000)}}, many.Choices), "whole numbers that can be stored")
}

func TestASuggestionListHasFewCategories(t *testing.T) {
	cards := make([]search.Card, 9)
	list := search.ComposeSuggestions("ssd", []int64{7, 8, 9}, cards)
	require.Len(t, list, search.MaxSuggestions)
	require.Equal(t, []int64{7, 8, 0}, []int64{list[0].CategoryID, list[1].CategoryID, list[2].CategoryID})
	require.NotNil(t, list[2].Product)
	for text, long := range map[string]bool{"ää": false, "äää": true, "a-b": true, "\u00ada\u00adb": false, "---": false} {
		_, ok := search.SuggestText(text)
		require.Equal(t, long, ok, "%q", text)
	}
}
