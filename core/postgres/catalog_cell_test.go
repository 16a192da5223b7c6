package postgres_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

var shelves = []catalog.Category{{Slug: "shelf", Name: catalog.Text{DE: "Regal"}, Attributes: []catalog.AttributeDef{
	{Key: "inch", Label: catalog.Text{DE: "Diagonale"}, Type: catalog.NumberAttribute, Divisor: 10},
	{Key: "panel", Label: catalog.Text{DE: "Panel"}, Type: catalog.TextAttribute},
	{Key: "touch", Label: catalog.Text{DE: "Touch"}, Type: catalog.BoolAttribute},
	{Key: "colour", Label: catalog.Text{DE: "Farbe"}, Type: catalog.ColorAttribute},
}}}

// groups are columns that only make sense together.
var groups = [][]string{
	{"measure.unit", "measure.micro"},
	{"energy.class", "energy.scale", "energy.sheetURL"},
	{"charger.included", "charger.minWatts", "charger.maxWatts", "charger.powerDelivery"},
	{"guarantee.years", "guarantee.brand", "guarantee.model"},
}

func someColumns(random *rand.Rand) (columns []string) {
	for name := range cells {
		if !slices.ContainsFunc(groups, func(g []string) bool { return slices.Contains(g, name) }) && random.IntN(3) == 0 {
			columns = append(columns, name)
		}
	}
	for _, g := range groups {
		if random.IntN(3) == 0 {
			columns = append(columns, g...)
		}
	}
	slices.Sort(columns)
	random.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	return columns
}

// cells are what a table says of a product, by column.
var cells = map[string]func(p *catalog.Product) string{
	"ean":                    func(p *catalog.Product) string { return p.EAN },
	"name":                   func(p *catalog.Product) string { return p.Name },
	"manufacturer":           func(p *catalog.Product) string { return p.Manufacturer },
	"omsCategory":            func(p *catalog.Product) string { return p.OMSCategory },
	"condition":              func(p *catalog.Product) string { return string(p.Condition) },
	"description.de":         func(p *catalog.Product) string { return p.Description.DE },
	"description.en":         func(p *catalog.Product) string { return p.Description.EN },
	"priceCents":             func(p *catalog.Product) string { return number(p.Prices.Price.Minor) },
	"uvpCents":               func(p *catalog.Product) string { return number(p.Prices.UVP.Minor) },
	"studentCents":           func(p *catalog.Product) string { return number(p.Prices.Student.Minor) },
	"taxRate":                func(p *catalog.Product) string { return strconv.FormatInt(p.TaxRate, 10) },
	"dataSheetURL":           func(p *catalog.Product) string { return p.DataSheetURL },
	"weightGrams":            func(p *catalog.Product) string { return number(int64(p.WeightGrams)) },
	"maxQuantity":            func(p *catalog.Product) string { return number(int64(p.MaxQuantity)) },
	"popularity":             func(p *catalog.Product) string { return number(int64(p.Popularity)) },
	"active":                 func(p *catalog.Product) string { return strconv.FormatBool(p.Active) },
	"safety.address":         func(p *catalog.Product) string { return p.Safety.Address },
	"safety.warnings.de":     func(p *catalog.Product) string { return p.Safety.Warnings.DE },
	"deliveryCountries":      func(p *catalog.Product) string { return strings.Trim(fmt.Sprint(p.DeliveryCountries), "[]") },
	"billingCountries":       func(p *catalog.Product) string { return strings.Trim(fmt.Sprint(p.BillingCountries), "[]") },
	"measure.unit":           of(func(p *catalog.Product) *catalog.Measure { return p.Measure }, func(m *catalog.Measure) string { return string(m.Unit) }),
	"measure.micro":          of(func(p *catalog.Product) *catalog.Measure { return p.Measure }, func(m *catalog.Measure) string { return number(m.Micro) }),
	"energy.class":           of(label, func(e *catalog.Energy) string { return e.Class }),
	"energy.scale":           of(label, func(e *catalog.Energy) string { return e.Scale }),
	"energy.sheetURL":        of(label, func(e *catalog.Energy) string { return e.SheetURL }),
	"charger.included":       of(charger, func(c *catalog.Charger) string { return strconv.FormatBool(c.Included) }),
	"charger.minWatts":       of(charger, func(c *catalog.Charger) string { return number(int64(c.MinWatts)) }),
	"charger.maxWatts":       of(charger, func(c *catalog.Charger) string { return number(int64(c.MaxWatts)) }),
	"charger.powerDelivery":  of(charger, func(c *catalog.Charger) string { return strconv.FormatBool(c.PowerDelivery) }),
	"guarantee.years":        of(guarantee, func(g *catalog.Guarantee) string { return number(int64(g.Years)) }),
	"guarantee.brand":        of(guarantee, func(g *catalog.Guarantee) string { return g.Brand }),
	"guarantee.model":        of(guarantee, func(g *catalog.Guarantee) string { return g.Model }),
	"durability.repairScore": of(func(p *catalog.Product) *catalog.Durability { return p.Durability }, func(d *catalog.Durability) string { return d.RepairScore }),
	"durability.repair.de":   of(func(p *catalog.Product) *catalog.Durability { return p.Durability }, func(d *catalog.Durability) string { return d.Repair.DE }),
	"attribute.inch": attributeCell("inch", func(a catalog.Attribute) string {
		return fmt.Sprintf("%d.%d", a.Number/10, a.Number%10)
	}),
	"attribute.panel":  attributeCell("panel", func(a catalog.Attribute) string { return a.Text.DE + "|" + a.Text.EN }),
	"attribute.touch":  attributeCell("touch", func(a catalog.Attribute) string { return strconv.FormatBool(a.Number == 1) }),
	"attribute.colour": attributeCell("colour", func(a catalog.Attribute) string { return a.Text.DE + "|" + a.Text.EN + "|" + a.Hex }),
	"warranty.24":      func(p *catalog.Product) string { return warrantyCell(p, 24) },
	"warranty.36":      func(p *catalog.Product) string { return warrantyCell(p, 36) },
	"stock.berlin":     func(p *catalog.Product) string { return stockCell(p, "berlin") },
	"stock.koeln":      func(p *catalog.Product) string { return stockCell(p, "koeln") },
	"images": func(p *catalog.Product) string {
		var keys []string
		for _, image := range p.Images {
			keys = append(keys, image.Key)
		}
		return strings.Join(keys, " ")
	},
}

// number is empty for none.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func of[T any](part func(*catalog.Product) *T, cell func(*T) string) func(*catalog.Product) string {
	return func(p *catalog.Product) string {
		if part(p) == nil {
			return ""
		}
		return cell(part(p))
	}
}

func label(p *catalog.Product) *catalog.Energy        { return p.Energy }
func charger(p *catalog.Product) *catalog.Charger     { return p.Charger }
func guarantee(p *catalog.Product) *catalog.Guarantee { return p.Guarantee }

func attributeCell(key string, cell func(catalog.Attribute) string) func(*catalog.Product) string {
	return func(p *catalog.Product) string {
		for _, a := range p.Attributes {
			if a.Key == key {
				return cell(a)
			}
		}
		return ""
	}
}

func warrantyCell(p *catalog.Product, months int) string {
	for _, w := range p.Warranties {
		if w.Months == months {
			return number(w.Price.Minor)
		}
	}
	return ""
}

func stockCell(p *catalog.Product, warehouse string) string {
	for _, s := range p.Stock {
		if s.Warehouse == warehouse {
			return strconv.Itoa(s.Available)
		}
	}
	return ""
}

// anyProduct gives one with some of everything; parts that others have to fit are the same in all of an article number.
func anyProduct(random *rand.Rand, articleNumber string) *catalog.Product {
	some := func() bool { return random.IntN(2) == 0 }
	word := func() string { return fmt.Sprintf("Wort %d", random.IntN(5)) }
	maybe := func() string {
		if some() {
			return word()
		}
		return ""
	}
	address := func() string { return []string{"", "/a.pdf", "https://example.org/a"}[random.IntN(3)] }
	n := func(most int) int { return random.IntN(most + 1) }
	p := &catalog.Product{
		ArticleNumber: articleNumber, Name: word(), Manufacturer: word(), CategorySlug: "shelf", OMSCategory: maybe(),
		Condition:   []catalog.Condition{catalog.New, catalog.Used, catalog.Refurbished}[n(2)],
		Description: catalog.Text{DE: maybe(), EN: maybe()}, TaxRate: []int64{0, 700, 1900}[n(2)], Active: some(), DataSheetURL: address(),
		Prices: catalog.Prices{Price: money.Euro(int64(1000 + n(3)))}, WeightGrams: n(2), MaxQuantity: n(2), Popularity: n(2),
		Safety: catalog.Safety{Address: maybe(), Contact: maybe(), Warnings: catalog.Text{DE: maybe()}},
	}
	if some() {
		p.EAN, p.Prices.UVP, p.Prices.Student = "4006381333931", money.Euro(int64(2000+n(2))), money.Euro(int64(900+n(2)))
	}
	if some() {
		p.Energy, p.Measure = &catalog.Energy{Class: "B", Scale: "A-G", SheetURL: address()}, &catalog.Measure{Unit: catalog.Litre, Micro: int64(1 + n(3))}
	}
	if some() {
		p.Charger = &catalog.Charger{Included: some(), MinWatts: 5, MaxWatts: 10 + n(3), PowerDelivery: some()}
		p.Guarantee = &catalog.Guarantee{Years: 3 + n(2), Brand: word(), Model: word()}
	}
	if score, repair := maybe(), maybe(); score+repair != "" {
		p.Durability = &catalog.Durability{RepairScore: score, Repair: catalog.Text{DE: repair}}
	}
	if some() {
		p.DeliveryCountries, p.BillingCountries = []int{81, 14}, []int{[]int{81, 14, 150, 21}[n(3)]}
	}
	for i := range n(3) {
		p.Images = append(p.Images, catalog.Image{Key: fmt.Sprintf("picture~%d", i), Alt: catalog.Text{DE: word()}})
	}
	for _, months := range []int{24, 36}[:n(2)] {
		p.Warranties = append(p.Warranties, catalog.Warranty{Months: months, Price: money.Euro(int64(1 + n(3))), Title: catalog.Text{DE: maybe()}})
	}
	for _, warehouse := range []string{"berlin", "koeln"}[:n(2)] {
		p.Stock = append(p.Stock, catalog.Stock{Warehouse: warehouse, Available: n(3)})
	}
	if some() {
		p.Bundle, p.HasBundle = []catalog.BundlePart{{Quantity: 1, Title: catalog.Text{DE: word()}}}, true
	}
	for _, a := range []catalog.Attribute{
		{Key: "inch", Number: int64(n(200))}, {Key: "panel", Text: catalog.Text{DE: word(), EN: maybe()}},
		{Key: "touch", Number: int64(n(1))}, {Key: "colour", Text: catalog.Text{DE: word(), EN: maybe()}, Hex: "#1d1d1f"},
	} {
		if some() {
			p.Attributes = append(p.Attributes, a)
		}
	}
	return p
}
