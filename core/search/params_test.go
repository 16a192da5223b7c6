package search_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

func bound(n int64) *int64 { return &n }

func TestParseParamsReadsTheSpecsParameters(t *testing.T) {
	query, err := url.ParseQuery("sortListing=price_asc&preis=slider&preis_slid=1&preis_min=500&preis_max=1300" +
		"&hersteller[]=MSI&hersteller[]=Asus&kategorie=12&page=3")
	require.NoError(t, err)
	want := search.Params{Sort: search.ByPriceUp, Page: 3, Choices: []search.Choice{
		{ID: "hersteller", Values: []string{"Asus", "MSI"}, Several: true},
		{ID: "kategorie", Values: []string{"12"}},
		{ID: "preis", Min: bound(500), Max: bound(1300)},
	}}
	require.Empty(t, cmp.Diff(want, search.ParseParams(query)))
	require.Equal(t, "hersteller%5B%5D=Asus&hersteller%5B%5D=MSI&kategorie=12&page=3&preis=slider&preis_max=1300&preis_min=500"+
		"&preis_slid=1&sortListing=price_asc", want.Query().Encode())
}

func TestParseParamsLeavesOutWhatItDoesNotUnderstand(t *testing.T) {
	for _, query := range []string{"", "sortListing=cheapest", "page=-4", "page=x", "preis_min=12,5", "preis=slider&preis_slid=1",
		"preis_min=99999999999999999999", "hersteller[]=", "[]=x", "a[b]=c", "sortListing_min=4"} {
		values, err := url.ParseQuery(query)
		require.NoError(t, err)
		require.Equal(t, search.Params{Page: 1}, search.ParseParams(values), query)
	}
}

func TestParseFilterJSONUnderstandsBothWaysOfNaming(t *testing.T) {
	short, err := search.ParseFilterJSON("filter",
		`{"hersteller": ["Asus", "MSI"], "preis": {"min": 500, "max": 1300}, "kategorie": 12, "ram": null}`)
	require.NoError(t, err)
	asAddress, err := search.ParseFilterJSON("filter", `{"hersteller[]": ["MSI", "Asus"],
		"preis": "slider", "preis_slid": 1, "preis_min": "500", "preis_max": 1.3e3, "kategorie": "12"}`)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(short, asAddress))
	require.Len(t, short.Choices, 3)
	open, err := search.ParseFilterJSON("filter", `{"preis": {"min": null, "max": 1300}} `+"\n")
	require.NoError(t, err)
	require.Equal(t, []search.Choice{{ID: "preis", Max: bound(1300)}}, open.Choices)
	nothing, err := search.ParseFilterJSON("filter", "  ")
	require.NoError(t, err)
	require.Equal(t, search.Params{Page: 1}, nothing)
	for _, bad := range []string{"[]", "{", `"x"`, `{"a": true}`, `{"a": [[1]]}`, `{"a": {"least": 1}}`,
		`{"a": {"min": true}}`, `{"a": {"max": [1]}}`, `{"a": "b"} c`, `{}{}`} {
		_, err := search.ParseFilterJSON("filter", bad)
		require.Equal(t, fault.Invalid, fault.CodeOf(err), bad)
	}
}

// What an address says with a name of its own cannot be the name of an attribute's filter: the address would not be understood.
func TestNoAttributeIsFilteredByANameOfTheAddress(t *testing.T) {
	refused := func(key string) []fault.Field {
		return catalog.CheckCategory(catalog.Category{Slug: "stifte", Name: catalog.Text{DE: "Stifte"}, Attributes: []catalog.AttributeDef{
			{Key: key, Label: catalog.Text{DE: "Mine"}, Type: catalog.TextAttribute, Filter: catalog.Radio},
		}})
	}
	for _, key := range []string{
		search.PageParam, search.FacetCategory, search.FacetManufacturer, search.FacetPrice, search.FacetAvailability,
		search.FacetCondition, "laenge_min", "laenge_max", "laenge_slid",
	} {
		require.Equal(t, []fault.Field{{Name: "attributes[0].key", Reason: "key_taken"}}, refused(key), key)
	}
	for _, key := range []string{"minute", "pages", "max_laenge"} {
		require.Empty(t, refused(key), key)
	}
}

func FuzzParams(f *testing.F) {
	for _, seed := range []string{"sortListing=newest&page=2", "preis=slider&preis_slid=1&preis_min=1&preis_max=2", "a[]=1&a[]=2&a=3", "a_min=4&a_min_max=5",
		"_min=1", "a[]_min=3", "page_min=2", "x_slid_min=7", "a=slider&a[]=slider"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			t.Skip()
		}
		first := search.ParseParams(query)
		second := search.ParseParams(first.Query())
		if diff := cmp.Diff(first, second); diff != "" {
			t.Fatalf("%q does not survive its own address %q:\n%s", raw, first.Query().Encode(), diff)
		}
	})
}

func FuzzFilterJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"a":["b"],"c":{"min":1}}`, `{"a[]":"b","a_min":1e3}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := search.ParseFilterJSON("filter", text)
		if err != nil && fault.CodeOf(err) != fault.Invalid {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(p, search.ParseParams(p.Query())); err == nil && diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	})
}
