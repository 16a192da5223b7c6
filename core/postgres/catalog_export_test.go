package postgres_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

func (f *catalogFixture) export(t *testing.T, format exchange.Format, opts exchange.ExportOptions) string {
	t.Helper()
	var out bytes.Buffer
	_, err := exchange.Export(t.Context(), f, &out, format, ',', opts)
	require.NoError(t, err)
	return out.String()
}

func (f *catalogFixture) lines(t *testing.T, text string) exchange.Summary {
	t.Helper()
	s, err := exchange.Import(t.Context(), f, exchange.Options{Now: march}, exchange.Source{Name: "all.jsonl", Format: exchange.JSONL, In: strings.NewReader(text)})
	require.NoError(t, err)
	require.Empty(t, s.Errors)
	return s
}

func demo(t *testing.T) string {
	t.Helper()
	file, err := os.ReadFile("../../configs/demo/testdata/small.jsonl")
	require.NoError(t, err)
	return string(file)
}

func TestAnExportMakesTheSameShop(t *testing.T) {
	f, other := newCatalog(t), newCatalog(t)
	f.lines(t, demo(t))
	f.table(t, "articleNumber,active\nNB-100001,false\n")
	whole := exchange.ExportOptions{Stock: true}
	exported := f.export(t, exchange.JSONL, whole)
	require.Equal(t, strings.Count(exported, "\n"), other.lines(t, exported).Lines)
	require.Equal(t, exported, other.export(t, exchange.JSONL, whole))

	all := exchange.ExportOptions{Columns: []string{exchange.AllColumns}, Stock: true}
	require.Equal(t, f.export(t, exchange.CSV, all), other.export(t, exchange.CSV, all))
}

func TestImportingWhatWasExportedChangesNothing(t *testing.T) {
	f := newCatalog(t)
	f.lines(t, demo(t))
	f.table(t, "articleNumber,taxRate\nNB-100001,0\n") // as of solar panels, § 12 (3) UStG
	for name, opts := range map[string]exchange.ExportOptions{
		"few columns": {}, "all columns": {Columns: []string{exchange.AllColumns}, Stock: true},
	} {
		f.announced(t)
		s := f.table(t, f.export(t, exchange.CSV, opts))
		require.Empty(t, s.Errors, name)
		require.NotZero(t, s.Products, name)
		require.Equal(t, s.Products, s.Unchanged, name)
		require.Empty(t, f.announced(t), name)
	}
	before := f.export(t, exchange.JSONL, exchange.ExportOptions{})
	f.lines(t, before)
	require.Equal(t, before, f.export(t, exchange.JSONL, exchange.ExportOptions{}))
}

// What spreadsheets would compute stands behind an apostrophe, and comes back without.
func TestATextIsNoFormula(t *testing.T) {
	f := newCatalog(t)
	odd := notebook("NB-1", 100000)
	odd.Name, odd.Manufacturer, odd.OMSCategory = `=1+1`, `'-Acme`, `-20`
	f.apply(t, odd)
	table := f.export(t, exchange.CSV, exchange.ExportOptions{Columns: []string{"name", "manufacturer", "omsCategory"}})
	require.Equal(t, "articleNumber,name,manufacturer,omsCategory\nNB-1,'=1+1,''-Acme,-20\n", table)
	require.Equal(t, exchange.Summary{Lines: 1, Products: 1, Unchanged: 1}, f.table(t, table))
}

func TestAnExportOfACategory(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 100000))
	for _, slug := range []string{"notebooks", "gaming"} {
		exported := f.export(t, exchange.JSONL, exchange.ExportOptions{Category: slug})
		require.Contains(t, exported, `"articleNumber":"NB-1"`)
		require.NotContains(t, exported, `"stock"`, "pieces are sold while a file lies about")
		newCatalog(t).lines(t, exported)
	}
	_, err := exchange.Export(t.Context(), f, &bytes.Buffer{}, exchange.JSONL, 0, exchange.ExportOptions{Category: "nothing"})
	require.ErrorIs(t, err, fault.New(fault.NotFound, "category_not_found"))
	for _, name := range []string{"price", "foo.*", "warranty.long"} {
		_, err = exchange.Export(t.Context(), f, &bytes.Buffer{}, exchange.CSV, ',', exchange.ExportOptions{Columns: []string{"name", name}})
		require.ErrorContains(t, err, name)
	}
}

func TestWhatATableCannotHaveIsToldNotChanged(t *testing.T) {
	f := newCatalog(t)
	f.lines(t, `{"type":"category","slug":"screens","name":{"de":"Monitore"},"attributes":[{"key":"ratio","label":{"de":"Format"},"type":"text"}]}
{"type":"product","articleNumber":"S-1","name":"Bild","manufacturer":"Acme","category":"screens","priceCents":100,"attributes":{"ratio":"16|9"}}`)
	_, err := exchange.Export(t.Context(), f, &bytes.Buffer{}, exchange.CSV, ',', exchange.ExportOptions{})
	require.NoError(t, err, "the column is not in it")
	_, err = exchange.Export(t.Context(), f, &bytes.Buffer{}, exchange.CSV, ',', exchange.ExportOptions{Columns: []string{"attribute.*"}})
	require.ErrorContains(t, err, "S-1")
}

func TestRecord(t *testing.T) {
	f := newCatalog(t)
	p := notebook("NB-1", 100000)
	p.Active = false
	f.apply(t, p)
	f.clock.Advance(time.Hour)
	require.Empty(t, f.table(t, "articleNumber,priceCents,studentCents\nNB-1,90000,\n").Errors)
	r, err := f.Record(t.Context(), "NB-1")
	require.NoError(t, err)
	require.False(t, r.Product.Active)
	require.Equal(t, money.Euro(100000), r.Product.Prices.Lowest30)
	require.Equal(t, []catalog.PricePoint{{From: march.Add(time.Hour), Price: money.Euro(90000)}, {From: march, Price: money.Euro(100000)}}, r.History)
	require.Empty(t, r.Held)
	require.Zero(t, r.Waiting)

	_, err = f.Record(t.Context(), "NB-2")
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
}

func TestFeed(t *testing.T) {
	f := newCatalog(t)
	odd := notebook("NB-1", 129900)
	odd.Name = "Fjell\tBook " + strings.Repeat("lang ", 40)
	odd.Energy.EPRELURL = "https://eprel.ec.europa.eu/screen/product/electronicdisplays/1234567"
	odd.Images = append(odd.Images, catalog.Image{Key: "back"}, catalog.Image{Key: "side"})
	gone := notebook("NB-2", 100)
	gone.Active = false
	out := notebook("NB-3", 5000)
	out.Stock, out.Energy, out.Measure, out.Images, out.WeightGrams, out.EAN = nil, nil, nil, nil, 0, ""
	f.apply(t, odd, gone, out)

	var text bytes.Buffer
	feed := exchange.Feed{Origin: "https://shop.example", Lang: catalog.English}
	n, err := feed.Write(t.Context(), f, &text)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	require.Len(t, lines, 3)
	names := strings.Split(lines[0], "\t")
	told := func(line string) map[string]string {
		offer := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			offer[names[i]] = cell
		}
		return offer
	}
	first := told(lines[1])
	require.LessOrEqual(t, len(first["title"]), 150)
	require.True(t, strings.HasPrefix(first["title"], "Fjell Book lang"), first["title"])
	require.Equal(t, "https://shop.example/en/produkt/"+f.only(t, "NB-1").Slug, first["link"])
	for name, want := range map[string]string{
		"id": "NB-1", "description": "Light.", "price": "1299.00 EUR", "availability": "in_stock", "brand": "Fjell", "gtin": "4006381333931",
		"condition": "new", "product_type": "Notebooks > Gaming", "energy_efficiency_class": "E", "min_energy_efficiency_class": "A",
		"max_energy_efficiency_class": "G", "certification": "EC:EPREL:1234567", "unit_pricing_measure": "1.5 kg", "shipping_weight": "1900 g",
		"image_link":            "https://shop.example/images/2800/notebook~v1",
		"additional_image_link": "https://shop.example/images/2800/back,https://shop.example/images/2800/side",
	} {
		require.Equal(t, want, first[name], name)
	}
	second := told(lines[2])
	text.Reset()
	_, err = feed.Write(t.Context(), f.Hide(catalog.Hidden{Energy: true}), &text)
	require.NoError(t, err)
	require.NotContains(t, text.String(), "EPREL:", "a shop that shows no labels tells of none")
	require.Equal(t, "out_of_stock", second["availability"])
	for _, name := range []string{"gtin", "image_link", "additional_image_link", "energy_efficiency_class", "certification", "unit_pricing_measure", "shipping_weight"} {
		require.Empty(t, second[name], name)
	}
}
