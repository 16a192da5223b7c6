package catalog

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Limits of what a product may carry.
const (
	MaxNameLength        = 200
	MaxDescriptionLength = 8000
	MaxImages            = 20
	MaxWarranties        = 5
	MaxBundleParts       = 10
	MaxNumber            = 1_000_000_000     // of any count: pieces, grams, popularity
	MaxCents             = 1_000_000_000_000 // ten thousand million euros
	MaxDivisor           = 1_000_000         // of an attribute's numbers
)

var (
	slugShape    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	keyShape     = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)
	articleShape = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9./_-]{0,39}$`)
	hexShape     = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	energyShape  = regexp.MustCompile(`^[A-G]$`)
	imageShape   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9~._-]{0,199}$`)
	linkShape    = regexp.MustCompile(`^(/[^/\\\s]\S*|https?://[^/\s]\S*)$`)
	// ownParam has what a listing's address says with names of its own, which no filter of an attribute can have: the page, the
	// filters that every listing has, and the bounds of a range.
	ownParam = regexp.MustCompile(`^(page|kategorie|hersteller|preis|verfuegbar|zustand)$|_(min|max|slid)$`)
)

// CheckCategory says what is wrong with a category's own fields; nil when nothing is.
func CheckCategory(c Category) []fault.Field {
	var f fields
	f.must(slugShape.MatchString(c.Slug), "slug", "slug_invalid")
	f.named(c.Name.DE, "name.de")
	f.plain(c.Name.EN, "name.en")
	f.must(c.ParentSlug == "" || slugShape.MatchString(c.ParentSlug), "parent", "slug_invalid")
	f.must(c.ParentSlug != c.Slug, "parent", "own_parent")
	f.number(c.Sort, "sort")
	seen := map[string]bool{}
	for i, d := range c.Attributes {
		at := fmt.Sprintf("attributes[%d].", i)
		f.must(keyShape.MatchString(d.Key), at+"key", "key_invalid")
		f.must(d.Filter == NoFilter || !ownParam.MatchString(d.Key), at+"key", "key_taken")
		f.must(!seen[d.Key], at+"key", "duplicate")
		seen[d.Key] = true
		f.named(d.Label.DE, at+"label.de")
		f.plain(d.Label.EN, at+"label.en")
		f.must(knownType(d.Type), at+"type", "type_unknown")
		f.must(knownFilter(d.Filter), at+"filter", "filter_unknown")
		f.must(d.Filter != Range || d.Type == NumberAttribute, at+"filter", "range_needs_number")
		f.must(d.Divisor >= 0, at+"divisor", "negative")
		f.must(d.Divisor <= MaxDivisor, at+"divisor", "out_of_range")
	}
	return f
}

// CheckProduct says what is wrong with a product, its attributes measured by the definitions of its category; nil when
// nothing is.
func CheckProduct(p *Product, defs []AttributeDef) []fault.Field {
	var f fields
	f.must(articleShape.MatchString(p.ArticleNumber), "articleNumber", "article_number_invalid")
	f.must(p.EAN == "" || ValidEAN(p.EAN), "ean", "ean_check_digit")
	f.named(p.Name, "name")
	f.named(p.Manufacturer, "manufacturer")
	f.must(p.CategorySlug != "", "category", "missing")
	f.must(len(p.Description.DE) <= MaxDescriptionLength && len(p.Description.EN) <= MaxDescriptionLength, "description", "too_long")
	f.must(p.Condition == New || p.Condition == Refurbished || p.Condition == Used, "condition", "condition_unknown")
	f.must(p.TaxRate >= 0 && p.TaxRate < 10000, "taxRate", "out_of_range")
	f.number(p.WeightGrams, "weightGrams")
	f.number(p.MaxQuantity, "maxQuantity")
	f.number(p.Popularity, "popularity")
	f.must(len(p.Images) <= MaxImages, "images", "too_many")
	for i, image := range p.Images {
		f.must(imageShape.MatchString(image.Key), fmt.Sprintf("images[%d].key", i), "image_key_invalid")
	}
	f.link(p.DataSheetURL, "dataSheetURL")
	f.prices(p)
	f.offers(p)
	f.attributes(p.Attributes, defs)
	return f
}

type fields []fault.Field

func (f *fields) must(ok bool, name, reason string) {
	if !ok {
		*f = append(*f, fault.Field{Name: name, Reason: reason})
	}
}

// named checks a text that something goes by.
func (f *fields) named(text, name string) {
	f.must(strings.TrimSpace(text) != "", name, "missing")
	f.must(len(text) <= MaxNameLength, name, "too_long")
	f.plain(text, name)
}

// plain checks a text that invoices and the search index hold: both take line breaks, and no other control character.
func (f *fields) plain(text, name string) {
	f.must(!strings.ContainsFunc(text, control), name, "control_character")
}

func control(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }

// link checks what customers are led to: a feed that comes from elsewhere must not bring a script.
func (f *fields) link(address, name string) {
	f.must(address == "" || linkShape.MatchString(address), name, "link_invalid")
}

// number checks a count: nothing in the shop counts below zero or beyond MaxNumber.
func (f *fields) number(n int, name string) {
	f.must(n >= 0, name, "negative")
	f.must(n <= MaxNumber, name, "out_of_range")
}

func (f *fields) amount(a money.Amount, name string) {
	f.must(a.Minor >= 0, name, "negative")
	f.must(a.Minor <= MaxCents, name, "out_of_range")
}

func (f *fields) prices(p *Product) {
	f.must(p.Prices.Price.Minor != 0, "priceCents", "missing")
	f.amount(p.Prices.Price, "priceCents")
	f.amount(p.Prices.UVP, "uvpCents")
	f.amount(p.Prices.Student, "studentCents")
	f.must(p.Prices.Student.Minor < max(p.Prices.Price.Minor, 1), "studentCents", "not_below_price")
	dates := map[time.Time]bool{}
	for i, h := range p.PriceHistory {
		at := fmt.Sprintf("priceHistory[%d]", i)
		f.must(h.Price.Minor > 0 && h.From.Year() >= 1990, at, "price_or_date_missing")
		f.amount(h.Price, at+".priceCents")
		f.must(!dates[h.From], at, "duplicate")
		dates[h.From] = true
	}
}

func (f *fields) offers(p *Product) {
	f.must(len(p.Warranties) <= MaxWarranties, "warranties", "too_many")
	months := map[int]bool{}
	for i, w := range p.Warranties {
		at := fmt.Sprintf("warranties[%d]", i)
		f.must(w.Months > 0 && w.Months <= 120, at+".months", "out_of_range")
		f.must(w.Price.Minor > 0, at+".priceCents", "missing")
		f.amount(w.Price, at+".priceCents")
		f.must(!months[w.Months], at+".months", "duplicate")
		months[w.Months] = true
	}
	f.must(len(p.Bundle) <= MaxBundleParts, "bundleParts", "too_many")
	for i, part := range p.Bundle {
		at := fmt.Sprintf("bundleParts[%d]", i)
		f.must(part.Quantity > 0 && part.Quantity < 100, at+".quantity", "out_of_range")
		f.must(part.Title.DE != "", at+".title.de", "missing")
		f.must(len(part.Title.DE) <= MaxNameLength && len(part.Title.EN) <= MaxNameLength, at+".title", "too_long")
	}
	warehouses := map[string]bool{}
	for _, s := range p.Stock {
		f.must(s.Warehouse != "", "stock", "warehouse_missing")
		f.number(s.Available, "stock."+s.Warehouse)
		f.must(!warehouses[s.Warehouse], "stock."+s.Warehouse, "duplicate")
		warehouses[s.Warehouse] = true
	}
	if p.Energy != nil {
		f.must(energyShape.MatchString(p.Energy.Class), "energy.class", "class_unknown")
		f.must(p.Energy.LabelKey == "" || imageShape.MatchString(p.Energy.LabelKey), "energy.labelKey", "image_key_invalid")
		f.link(p.Energy.SheetURL, "energy.sheetURL")
		f.link(p.Energy.EPRELURL, "energy.eprelURL")
	}
	f.labels(p)
}

func (f *fields) attributes(values []Attribute, defs []AttributeDef) {
	byKey := make(map[string]AttributeDef, len(defs))
	for _, d := range defs {
		byKey[d.Key] = d
	}
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		at := "attributes." + v.Key
		def, known := byKey[v.Key]
		f.must(known, at, "attribute_unknown")
		f.must(!seen[v.Key], at, "duplicate")
		seen[v.Key] = true
		switch def.Type {
		case TextAttribute, ColorAttribute:
			f.must(strings.TrimSpace(v.Text.DE) != "", at, "missing")
			f.plain(v.Text.DE+v.Text.EN, at)
		case BoolAttribute:
			f.must(v.Number == 0 || v.Number == 1, at, "not_a_bool")
		}
		f.must(v.Hex == "" || hexShape.MatchString(v.Hex), at, "hex_invalid")
	}
}

func knownType(t AttributeType) bool {
	return t == TextAttribute || t == NumberAttribute || t == BoolAttribute || t == ColorAttribute
}

func knownFilter(t FilterType) bool {
	return t == NoFilter || t == Radio || t == Checkbox || t == Range
}
