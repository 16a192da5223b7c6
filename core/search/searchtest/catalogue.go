// Package searchtest holds every search engine to the same behaviour: a catalogue made up for it, a reference that
// answers by looking at every document, and the suite that compares.
package searchtest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/search"
)

// The categories that tests name.
const (
	Notebooks       = 1
	GamingNotebooks = 2
	Components      = 10
	GraphicsCards   = 11
	PowerSupplies   = 12
	Cases           = 16
	Bags            = 21
	Mice            = 22
	NetworkCards    = 31
)

func text(de, en string) catalog.Text { return catalog.Text{DE: de, EN: en} }

func choice(key, de, en string) catalog.AttributeDef {
	return catalog.AttributeDef{Key: key, Label: text(de, en), Type: catalog.TextAttribute, Filter: catalog.Checkbox}
}

func number(key, de, en, unit string, divisor int64, filter catalog.FilterType) catalog.AttributeDef {
	return catalog.AttributeDef{Key: key, Label: text(de, en), Unit: unit, Type: catalog.NumberAttribute, Filter: filter, Divisor: divisor}
}

// Categories gives the tree of the catalogue.
func Categories() []catalog.Category {
	notebook := []catalog.AttributeDef{
		{Key: "grafikkarte", Label: text("Grafikkarte", "Graphics card"), Type: catalog.TextAttribute, Filter: catalog.Checkbox, Search: true},
		number("ram", "Arbeitsspeicher", "Memory", "GB", 1, catalog.Checkbox),
		number("ssd", "SSD", "SSD", "GB", 1, catalog.Checkbox),
		{Key: "display", Label: text("Display", "Display"), Unit: "Zoll", UnitEN: "inch", Type: catalog.NumberAttribute, Filter: catalog.Range, Divisor: 10},
		number("gewicht", "Gewicht", "Weight", "g", 1, catalog.Range),
		{Key: "farbe", Label: text("Farbe", "Colour"), Type: catalog.ColorAttribute, Filter: catalog.Checkbox},
		{Key: "touch", Label: text("Touchscreen", "Touch screen"), Type: catalog.BoolAttribute, Filter: catalog.Radio},
	}
	power := []catalog.AttributeDef{
		number("leistung", "Leistung", "Power", "W", 1, catalog.Range),
		choice("effizienz", "Effizienz", "Efficiency"),
		choice("modular", "Kabelmanagement", "Cabling"),
	}
	graphics := []catalog.AttributeDef{
		choice("chipsatz", "Chipsatz", "Chipset"),
		number("vram", "Grafikspeicher", "Video memory", "GB", 1, catalog.Checkbox),
		number("laenge", "Länge", "Length", "mm", 1, catalog.Range),
	}
	other := []catalog.AttributeDef{choice("typ", "Typ", "Type"), number("breite", "Breite", "Width", "mm", 1, catalog.Range)}
	tree := []catalog.Category{
		{ID: Notebooks, Slug: "notebooks", Name: text("Notebooks", "Laptops")},
		{ID: GamingNotebooks, ParentID: Notebooks, Slug: "gaming-notebooks", Name: text("Gaming-Notebooks", "Gaming laptops"), Attributes: notebook},
		{ID: 3, ParentID: Notebooks, Slug: "business-notebooks", Name: text("Business-Notebooks", "Business laptops"), Attributes: notebook},
		{ID: 4, ParentID: Notebooks, Slug: "ultrabooks", Name: text("Ultrabooks", "Ultrabooks"), Attributes: notebook},
		{ID: Components, Slug: "pc-komponenten", Name: text("PC-Komponenten", "PC components")},
		{ID: GraphicsCards, ParentID: Components, Slug: "grafikkarten", Name: text("Grafikkarten", "Graphics cards"), Attributes: graphics},
		{ID: PowerSupplies, ParentID: Components, Slug: "netzteile", Name: text("Netzteile", "Power supplies"), Attributes: power},
		{ID: 13, ParentID: Components, Slug: "prozessoren", Name: text("Prozessoren", "Processors"), Attributes: other},
		{ID: 14, ParentID: Components, Slug: "mainboards", Name: text("Mainboards", "Motherboards"), Attributes: other},
		{ID: 15, ParentID: Components, Slug: "arbeitsspeicher", Name: text("Arbeitsspeicher", "Memory"), Attributes: other},
		{ID: Cases, ParentID: Components, Slug: "gehaeuse", Name: text("Gehäuse", "Cases"), Attributes: other},
		{ID: 17, ParentID: Components, Slug: "luefter", Name: text("Lüfter", "Fans"), Attributes: other},
		{ID: NetworkCards, ParentID: Components, Slug: "netzwerkkarten", Name: text("Netzwerkkarten", "Network cards"), Attributes: other},
		{ID: 20, Slug: "zubehoer", Name: text("Zubehör", "Accessories")},
		{ID: Bags, ParentID: 20, Slug: "notebooktaschen", Name: text("Notebooktaschen", "Laptop bags"), Attributes: other},
		{ID: Mice, ParentID: 20, Slug: "maeuse", Name: text("Mäuse", "Mice"), Attributes: other},
		{ID: 23, ParentID: 20, Slug: "tastaturen", Name: text("Tastaturen", "Keyboards"), Attributes: other},
	}
	slugs := map[int64]string{}
	for i := range tree {
		slugs[tree[i].ID] = tree[i].Slug
		tree[i].ParentSlug, tree[i].Sort = slugs[tree[i].ParentID], i
	}
	return tree
}

// Batch gives the catalogue with n products as an import has it; the store gives its own ids.
func Batch(n int) catalog.Batch {
	slugs := map[int64]string{}
	for _, c := range Categories() {
		slugs[c.ID] = c.Slug
	}
	batch := catalog.Batch{Categories: Categories(), Products: Products(n)}
	for _, p := range batch.Products {
		p.CategorySlug = slugs[p.CategoryID]
	}
	return batch
}

var (
	brands = []string{"Asus", "MSI", "Gigabyte", "Corsair", "be quiet!", "Seasonic", "Cooler Master", "Lenovo", "Dell", "HP",
		"Acer", "Razer", "Logitech", "Kingston", "Western Digital", "Samsung", "Zotac", "Palit", "Sapphire", "PowerColor", "NZXT",
		"Fractal Design", "Noctua", "Arctic", "Thermaltake", "EVGA", "XPG", "Intel", "AMD", "Sharkoon", "Nordwind", "Falkenberg"}
	chips  = []string{"GeForce RTX 4060", "GeForce RTX 4070", "GeForce RTX 4090", "Radeon RX 7600", "Radeon RX 7900 XTX", "Arc A770"}
	series = []string{"Aurora", "Titan", "Vento", "Pulse", "Strix", "Nova", "Prime", "Dark Rock", "Eclipse", "Zephyr", "Orbit", "Quantum"}
	colors = []catalog.Attribute{
		{Text: text("Schwarz", "Black"), Hex: "#1d1d1f"}, {Text: text("Silber", "Silver"), Hex: "#c9ccd1"}, {Text: text("Blau", "Blue"), Hex: "#27457a"},
	}
	types   = []catalog.Text{text("Kompakt", "Compact"), text("Standard", "Standard"), text("Kabellos", "Wireless"), text("Profi", "Professional")}
	grades  = []string{"80+ Bronze", "80+ Gold", "80+ Platinum", "80+ Titanium"}
	created = time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)
	leaves  = []int64{GamingNotebooks, 3, 4, GraphicsCards, GraphicsCards, PowerSupplies, 13, 14, 15, Cases, 17, NetworkCards, Bags, Mice, 23}
)

// Products gives n products, always the same ones, spread over the categories that have no others below them.
func Products(n int) []*catalog.Product {
	r := rand.New(rand.NewPCG(7, 11)) // a made-up catalogue needs no secrecy
	list := make([]*catalog.Product, n)
	for i := range list {
		list[i] = product(r, int64(100001+i), leaves[i%len(leaves)])
	}
	return list
}

// Documents gives the documents of Products.
func Documents(n int) []search.Document {
	builder := search.NewBuilder(Categories())
	docs := make([]search.Document, n)
	for i, p := range Products(n) {
		docs[i] = builder.Document(p)
	}
	return docs
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func product(r *rand.Rand, id, category int64) *catalog.Product {
	brand := pick(r, brands)
	p := &catalog.Product{
		ID: id, ArticleNumber: fmt.Sprintf("KT-%d", id), EAN: fmt.Sprintf("2%012d", id*7), Slug: fmt.Sprintf("p-%d", id),
		Manufacturer: brand, CategoryID: category, Condition: catalog.New, OMSCategory: "hardware",
		Prices:     catalog.Prices{Price: money.Euro(int64(r.IntN(200_000) + 999))},
		Popularity: r.IntN(1000), Active: true, TaxRate: 1900, CreatedAt: created.Add(time.Duration(r.IntN(5000)) * time.Hour),
		Images: []catalog.Image{{Key: fmt.Sprintf("p%d-1", id)}},
	}
	if r.IntN(10) == 0 {
		p.Condition = catalog.Refurbished
	}
	if r.IntN(5) > 0 {
		p.Stock = []catalog.Stock{{Warehouse: "nord", Available: r.IntN(40) + 1}}
	}
	model := fmt.Sprintf("%s %c%d", pick(r, series), 'A'+rune(r.IntN(26)), r.IntN(9000)+1000)
	switch category {
	case GamingNotebooks, 3, 4:
		notebookOf(r, p, model)
	case GraphicsCards:
		chip := pick(r, chips)
		p.Name = fmt.Sprintf("%s %s %s", brand, chip, pick(r, series))
		p.Attributes = []catalog.Attribute{
			{Key: "chipsatz", Text: text(chip, chip)}, {Key: "vram", Number: int64(4 << r.IntN(4))}, {Key: "laenge", Number: int64(180 + r.IntN(170))},
		}
	case PowerSupplies:
		p.Name = fmt.Sprintf("%s %s", brand, model)
		p.Attributes = []catalog.Attribute{
			{Key: "leistung", Number: int64(450 + 50*r.IntN(16))}, {Key: "effizienz", Text: text(pick(r, grades), "")},
		}
		if r.IntN(3) > 0 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: "modular", Text: text("Vollmodular", "Fully modular")})
		}
	default:
		p.Name = fmt.Sprintf("%s %s", brand, model)
		p.Attributes = []catalog.Attribute{{Key: "typ", Text: pick(r, types)}, {Key: "breite", Number: int64(20 + r.IntN(500))}}
	}
	return p
}

func notebookOf(r *rand.Rand, p *catalog.Product, model string) {
	ram, ssd, color := int64(8<<r.IntN(4)), int64(256<<r.IntN(4)), pick(r, colors)
	display := pick(r, []int64{133, 140, 156, 160, 173})
	chip := pick(r, chips)
	p.Name = fmt.Sprintf("%s %s %d,%d\" %d GB", p.Manufacturer, model, display/10, display%10, ram)
	p.Attributes = []catalog.Attribute{
		{Key: "grafikkarte", Text: text(chip, chip)}, {Key: "ram", Number: ram}, {Key: "ssd", Number: ssd}, {Key: "display", Number: display},
		{Key: "gewicht", Number: int64(900 + r.IntN(2200))}, {Key: "farbe", Text: color.Text, Hex: color.Hex}, {Key: "touch", Number: int64(r.IntN(2))},
	}
}
