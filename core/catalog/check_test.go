package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

func sound() *catalog.Product {
	return &catalog.Product{
		ArticleNumber: "A-1", EAN: "4006381333931", Name: "Stift", Manufacturer: "Acme", CategorySlug: "stifte",
		Condition: catalog.New, TaxRate: 1900, Prices: catalog.Prices{Price: money.Euro(199)},
		Attributes: []catalog.Attribute{{Key: "tip", Number: 5}},
		Stock:      []catalog.Stock{{Warehouse: "berlin", Available: 3}},
	}
}

var tipDefs = []catalog.AttributeDef{{Key: "tip", Label: catalog.Text{DE: "Spitze"}, Type: catalog.NumberAttribute, Filter: catalog.Range}}

func TestCheckProduct(t *testing.T) {
	require.Empty(t, catalog.CheckProduct(sound(), tipDefs))
	wrong := map[string]func(*catalog.Product){
		"articleNumber":            func(p *catalog.Product) { p.ArticleNumber = "a b" },
		"ean":                      func(p *catalog.Product) { p.EAN = "4006381333930" },
		"name":                     func(p *catalog.Product) { p.Name = "  " },
		"manufacturer":             func(p *catalog.Product) { p.Manufacturer = "Ac\x1fme" },
		"images[0].key":            func(p *catalog.Product) { p.Images = []catalog.Image{{Key: ""}} },
		"dataSheetURL":             func(p *catalog.Product) { p.DataSheetURL = "javascript:alert(1)" },
		"energy.sheetURL":          func(p *catalog.Product) { p.Energy = &catalog.Energy{Class: "A", SheetURL: "//elsewhere"} },
		"energy.eprelURL":          func(p *catalog.Product) { p.Energy = &catalog.Energy{Class: "A", EPRELURL: "eprel"} },
		"energy.labelKey":          func(p *catalog.Product) { p.Energy = &catalog.Energy{Class: "A", LabelKey: "../a"} },
		"priceCents":               func(p *catalog.Product) { p.Prices.Price = money.Amount{} },
		"studentCents":             func(p *catalog.Product) { p.Prices.Student = money.Euro(199) },
		"condition":                func(p *catalog.Product) { p.Condition = "mint" },
		"attributes.ink":           func(p *catalog.Product) { p.Attributes = []catalog.Attribute{{Key: "ink", Number: 1}} },
		"stock.berlin":             func(p *catalog.Product) { p.Stock[0].Available = -1 },
		"energy.class":             func(p *catalog.Product) { p.Energy = &catalog.Energy{Class: "A+"} },
		"warranties[0].months":     func(p *catalog.Product) { p.Warranties = []catalog.Warranty{{Months: 0, Price: money.Euro(1)}} },
		"warranties[0].priceCents": func(p *catalog.Product) { p.Warranties = []catalog.Warranty{{Months: 12}} },
		"bundleParts[0].quantity":  func(p *catalog.Product) { p.Bundle = []catalog.BundlePart{{Title: catalog.Text{DE: "Tasche"}}} },
		"bundleParts[0].title.de":  func(p *catalog.Product) { p.Bundle = []catalog.BundlePart{{Quantity: 1}} },
	}
	for field, spoil := range wrong {
		p := sound()
		spoil(p)
		found := catalog.CheckProduct(p, tipDefs)
		require.Len(t, found, 1, field)
		require.Equal(t, field, found[0].Name)
	}
}

func TestCheckCategory(t *testing.T) {
	good := catalog.Category{Slug: "stifte", Name: catalog.Text{DE: "Stifte"}, Attributes: tipDefs}
	require.Empty(t, catalog.CheckCategory(good))
	bad := good
	bad.ParentSlug = "stifte"
	bad.Attributes = []catalog.AttributeDef{
		{Key: "a", Label: catalog.Text{DE: "A"}, Type: catalog.TextAttribute, Filter: catalog.Range},
		{Key: "a", Label: catalog.Text{DE: "A"}, Type: "shape"},
		{Key: "b", Label: catalog.Text{DE: "B"}, Type: catalog.NumberAttribute, Divisor: catalog.MaxDivisor + 1},
	}
	var reasons []string
	for _, f := range catalog.CheckCategory(bad) {
		reasons = append(reasons, f.Reason)
	}
	require.Equal(t, []string{"own_parent", "range_needs_number", "duplicate", "type_unknown", "out_of_range"}, reasons)
}
