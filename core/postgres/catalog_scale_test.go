package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// A category's attribute that is written otherwise from now on does not change what its products have.
func TestValuesFollowTheirAttributesDefinition(t *testing.T) {
	f := newCatalog(t)
	shelf := func(defs ...catalog.AttributeDef) catalog.Category {
		return catalog.Category{Slug: "stifte", Name: catalog.Text{DE: "Stifte"}, Attributes: defs}
	}
	def := func(key string, is catalog.AttributeType, divisor int64) catalog.AttributeDef {
		return catalog.AttributeDef{Key: key, Label: catalog.Text{DE: key}, Type: is, Divisor: divisor}
	}
	pen := &catalog.Product{
		ArticleNumber: "P-1", Name: "Füller", Manufacturer: "Acme", CategorySlug: "stifte", Condition: catalog.New, TaxRate: 1900, Active: true,
		Prices: catalog.Prices{Price: money.Euro(1999)},
		Attributes: []catalog.Attribute{
			{Key: "mine", Number: 7}, {Key: "gewicht", Number: 25}, {Key: "farbe", Text: catalog.Text{DE: "Rot"}}, {Key: "deckel", Number: 1},
		},
	}
	other := *pen
	other.ArticleNumber, other.Name, other.Attributes = "P-2", "Bleistift", []catalog.Attribute{{Key: "gewicht", Number: 0}}
	give := func(products []*catalog.Product, defs ...catalog.AttributeDef) catalog.Result {
		t.Helper()
		r, err := f.Apply(t.Context(), catalog.Batch{Categories: []catalog.Category{shelf(defs...)}, Products: products})
		require.NoError(t, err)
		return r
	}
	has := func(article string) []catalog.Attribute {
		t.Helper()
		list, err := f.ByArticleNumbers(t.Context(), []string{article})
		require.NoError(t, err)
		require.Len(t, list, 1)
		return list[0].Attributes
	}
	text, number, flag, color := catalog.TextAttribute, catalog.NumberAttribute, catalog.BoolAttribute, catalog.ColorAttribute
	give([]*catalog.Product{pen, &other}, def("mine", number, 10), def("gewicht", number, 10), def("farbe", text, 0), def("deckel", flag, 0))

	// 0.7 and 2.5 are now written in hundredths and whole numbers; a color is a word as well, and "yes" is no number.
	give(nil, def("mine", number, 100), def("gewicht", number, 0), def("farbe", color, 0), def("deckel", number, 1))
	require.Equal(t, []catalog.Attribute{
		{Key: "mine", Number: 70}, {Key: "gewicht", Number: 3}, {Key: "farbe", Text: catalog.Text{DE: "Rot"}},
	}, has("P-1"))
	require.Equal(t, []catalog.Attribute{{Key: "gewicht"}}, has("P-2"))

	pen.Attributes[0].Number = 70
	pen.Attributes[1].Number = 2
	pen.Attributes = pen.Attributes[:3]
	last := def("deckel", number, 1)
	require.Equal(t, 1, give([]*catalog.Product{pen}, def("mine", number, 100), def("gewicht", number, 0), def("farbe", color, 0), last).Updated)
	require.Equal(t, int64(2), has("P-1")[1].Number, "what an import says counts")
	require.Equal(t, 1, give([]*catalog.Product{pen}, def("mine", number, 100), def("gewicht", number, 0), def("farbe", color, 0), last).Unchanged)

	give(nil, def("mine", text, 0))
	require.Equal(t, []string{"gewicht", "farbe"}, []string{has("P-1")[0].Key, has("P-1")[1].Key})
}
