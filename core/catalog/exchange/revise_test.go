package exchange_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

func storedPen() *catalog.Product {
	return &catalog.Product{
		ArticleNumber: "P-1", EAN: "4006381333931", Name: "Füller", Manufacturer: "Acme", CategorySlug: "pens", OMSCategory: "PEN",
		Condition: catalog.Used, Description: catalog.Text{DE: "Schreibt.", EN: "Writes."}, TaxRate: 700,
		Prices: catalog.Prices{Price: money.Euro(1999), UVP: money.Euro(2999), Student: money.Euro(999)},
		Attributes: []catalog.Attribute{
			{Key: "tip", Number: 7}, {Key: "refill", Number: 1}, {Key: "ink", Text: catalog.Text{DE: "Blau", EN: "Blue"}, Hex: "#0000ff"},
			{Key: "cap", Text: catalog.Text{DE: "Stahl"}}, // the category does not define it any more
		},
		Energy:     &catalog.Energy{Class: "E", Scale: "A-G", SheetURL: "https://example.org/e"},
		Images:     []catalog.Image{{Key: "pen~v1", Alt: catalog.Text{DE: "Vorne"}}, {Key: "pen~v2", Alt: catalog.Text{DE: "Hinten"}}},
		Warranties: []catalog.Warranty{{Months: 24, Price: money.Euro(500), Title: catalog.Text{DE: "2 Jahre"}}},
		HasBundle:  true, Bundle: []catalog.BundlePart{{Quantity: 1, Title: catalog.Text{DE: "Etui"}}},
		Safety:  catalog.Safety{Manufacturer: "Acme", Address: "Weg 1", Contact: "info@example.org"},
		Measure: &catalog.Measure{Unit: catalog.Kilogram, Micro: 20_000}, Charger: &catalog.Charger{MinWatts: 5, MaxWatts: 10},
		Guarantee: &catalog.Guarantee{Years: 5, Brand: "Acme", Model: "F"}, Durability: &catalog.Durability{RepairScore: "8,1/10"},
		DeliveryCountries: []int{81}, BillingCountries: []int{81, 14}, WeightGrams: 20, MaxQuantity: 3, Popularity: 4,
	}
}

// rowsOn imports a table into a shop that has the pen.
func rowsOn(t *testing.T, table string, opts exchange.Options) (products []*catalog.Product, s exchange.Summary) {
	t.Helper()
	r := &recorder{stored: map[string]*catalog.Product{"P-1": storedPen()}}
	s, err := exchange.Import(t.Context(), r, opts, exchange.Source{Name: "prices.csv", Format: exchange.CSV, In: strings.NewReader(table)})
	require.NoError(t, err)
	for _, b := range r.batches {
		products = append(products, b.Products...)
	}
	return products, s
}

func TestARowLeavesWhatItHasNoColumnFor(t *testing.T) {
	got, s := rowsOn(t, "articleNumber;priceCents\nP-1;1799\n", exchange.Options{})
	require.Empty(t, s.Errors)
	want := storedPen()
	want.Prices.Price = money.Euro(1799)
	require.Equal(t, []*catalog.Product{want}, got)
}

func TestAnEmptyCellEmptiesItsField(t *testing.T) {
	got, s := rowsOn(t, "articleNumber,uvpCents,ean,description.en,attribute.ink,attribute.cap,images,energy.class,energy.scale,energy.sheetURL,"+
		"measure.unit,measure.micro,durability.repairScore,warranty.24,warranty.36,deliveryCountries,condition,taxRate,stock.berlin,weightGrams\n"+
		"P-1,,,,,,,,,,,,,,,,,,,\n", exchange.Options{})
	require.Empty(t, s.Errors)
	want := storedPen()
	want.Prices.UVP, want.EAN, want.Description.EN, want.Images, want.Energy = money.Amount{}, "", "", nil, nil
	want.Attributes = want.Attributes[:2]
	want.Measure, want.Durability, want.Warranties, want.DeliveryCountries = nil, nil, nil, nil
	want.Condition, want.TaxRate, want.WeightGrams = catalog.New, 1900, 0
	require.Equal(t, []*catalog.Product{want}, got)
}

func TestWhatIsRequiredCannotBeEmptied(t *testing.T) {
	got, s := rowsOn(t, "articleNumber,name,manufacturer,category,priceCents,studentCents,energy.class\nP-1,,,,,,\n,a,b,pens,1,,A\n", exchange.Options{})
	require.Empty(t, got)
	require.Equal(t, []fault.Field{
		{Name: "name", Reason: "missing"}, {Name: "manufacturer", Reason: "missing"}, {Name: "category", Reason: "missing"},
		{Name: "priceCents", Reason: "missing"}, {Name: "energy.class", Reason: "class_unknown"},
	}, s.Errors[0].Problems)
	require.Equal(t, []fault.Field{{Name: "articleNumber", Reason: "missing"}}, s.Errors[1].Problems)
}

func TestPicturesThatStayKeepTheirText(t *testing.T) {
	got, s := rowsOn(t, "articleNumber,images,name\nP-1,pen~v2 pen~v3,Feder\n", exchange.Options{})
	require.Empty(t, s.Errors)
	require.Equal(t, []catalog.Image{
		{Key: "pen~v2", Alt: catalog.Text{DE: "Hinten"}}, {Key: "pen~v3", Alt: catalog.Text{DE: "Feder"}},
	}, got[0].Images)
}

func TestAnExtensionKeepsItsTitle(t *testing.T) {
	got, s := rowsOn(t, "articleNumber,warranty.36,warranty.24\nP-1,900,600\n", exchange.Options{})
	require.Empty(t, s.Errors)
	require.Equal(t, []catalog.Warranty{
		{Months: 24, Price: money.Euro(600), Title: catalog.Text{DE: "2 Jahre"}}, {Months: 36, Price: money.Euro(900)},
	}, got[0].Warranties)
}

// What a product has is measured by its new category, and nothing of it goes by itself.
func TestAProductThatMovesTakesItsAttributesAlong(t *testing.T) {
	_, s := rowsOn(t, "articleNumber,category\nP-1,markers\n", exchange.Options{})
	require.Equal(t, []fault.Field{{Name: "attributes.refill", Reason: "attribute_unknown"}}, s.Errors[0].Problems)

	got, s := rowsOn(t, "articleNumber,category,attribute.refill\nP-1,markers,\n", exchange.Options{})
	require.Empty(t, s.Errors)
	require.Equal(t, []catalog.Attribute{
		{Key: "ink", Text: catalog.Text{DE: "Blau", EN: "Blue"}, Hex: "#0000ff"}, {Key: "tip", Number: 700}, {Key: "cap", Text: catalog.Text{DE: "Stahl"}},
	}, got[0].Attributes)

	_, s = rowsOn(t, "articleNumber,category\nP-1,brushes\n", exchange.Options{})
	require.Equal(t, []fault.Field{{Name: "category", Reason: "category_unknown"}}, s.Errors[0].Problems)
}

// What a file leaves as it is counts when the product is checked.
func TestAPriceMustFitWhatIsStored(t *testing.T) {
	got, s := rowsOn(t, "articleNumber,priceCents\nP-1,900\n", exchange.Options{})
	require.Empty(t, got)
	require.Equal(t, []fault.Field{{Name: "studentCents", Reason: "not_below_price"}}, s.Errors[0].Problems)
}

func TestANewProductNeedsItsColumns(t *testing.T) {
	for _, dry := range []bool{false, true} {
		got, s := rowsOn(t, "articleNumber,name,priceCents\nP-1,Füller,1500\nP-2,Stift,1\nP-3,Stift\nP-1,Feder,1\n", exchange.Options{DryRun: dry})
		require.Equal(t, 4, s.Lines)
		require.Equal(t, 1, s.Products)
		require.Equal(t, 3, s.Failed)
		require.Len(t, got, map[bool]int{false: 1, true: 0}[dry])
		require.Equal(t, []int{3, 4, 5}, []int{s.Errors[0].Line, s.Errors[1].Line, s.Errors[2].Line}, "in the order of the file")
		require.Equal(t, "P-2", s.Errors[0].ArticleNumber)
		require.Contains(t, s.Errors[0].Reason, "manufacturer, category")
		require.NotContains(t, s.Errors[0].Reason, "name")
		require.Contains(t, s.Errors[2].Reason, "prices.csv line 2")
	}
}

func TestAHeadingMustTellTheProductAndNameNothingTwice(t *testing.T) {
	_, _, err := load(t, exchange.CSV, "name,priceCents\nFüller,1\n", exchange.Options{})
	require.ErrorContains(t, err, `no column "articleNumber"`)
	_, _, err = load(t, exchange.CSV, "articleNumber,uvpCents, uvpCents\nP-1,1,2\n", exchange.Options{})
	require.ErrorContains(t, err, `column "uvpCents" comes twice`)
}
