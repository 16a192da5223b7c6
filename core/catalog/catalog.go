// Package catalog is what the shop sells: categories, products, their prices, stock, attributes and legal data.
package catalog

import (
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
)

// Lang is a language of the shop.
type Lang string

// The shop's languages. German is complete and the fallback.
const (
	German  Lang = "de"
	English Lang = "en"
)

// Prefix is what the addresses of the shop's pages in that language begin with: nothing in German, "/en" in English.
func (l Lang) Prefix() string {
	if l == English {
		return "/en"
	}
	return ""
}

// Date writes the day of a moment in Germany: "24.12.2026", "24 December 2026".
func (l Lang) Date(t time.Time) string {
	if l == English {
		return t.In(clock.Germany).Format("2 January 2006")
	}
	return t.In(clock.Germany).Format("02.01.2006")
}

// Moment writes a moment in Germany to the second: "24.12.2026, 15:04:05 Uhr (CET)", "24 December 2026, 15:04:05 CET".
func (l Lang) Moment(t time.Time) string {
	at := t.In(clock.Germany)
	if l == English {
		return l.Date(t) + at.Format(", 15:04:05 MST")
	}
	return l.Date(t) + at.Format(", 15:04:05 Uhr (MST)")
}

// Money writes an amount in euros as people of the language do.
func (l Lang) Money(a money.Amount) string {
	if l == English {
		return "€" + a.Decimal(".", ",")
	}
	return a.Decimal(",", ".") + "\u00a0€"
}

// Text is a text in the shop's languages.
type Text struct {
	DE string `json:"de"`
	EN string `json:"en,omitempty"`
}

// In gives the text in lang, in German where it has none.
func (t Text) In(lang Lang) string {
	if lang == English && t.EN != "" {
		return t.EN
	}
	return t.DE
}

// Category is a node of the category tree.
type Category struct {
	ID         int64
	ParentID   int64  // 0 for a root
	ParentSlug string // "" for a root; Apply finds the parent by it
	Slug       string // unique in the whole tree: "gaming-notebooks"
	Name       Text
	Sort       int
	// Attributes are the attribute definitions of the category's own products, in the order they are shown and filtered.
	// A category that only groups others may have some too: those that its own listing filters by.
	Attributes []AttributeDef
}

// AttributeType says how an attribute's values compare.
type AttributeType string

// The attribute types.
const (
	TextAttribute   AttributeType = "text"
	NumberAttribute AttributeType = "number" // a whole number after scaling by Divisor
	BoolAttribute   AttributeType = "bool"
	ColorAttribute  AttributeType = "color" // text with a swatch
)

// FilterType is how the listing's filter panel offers an attribute; empty means not at all.
type FilterType string

// The filter types of the panel.
const (
	NoFilter FilterType = ""
	Radio    FilterType = "radio"
	Checkbox FilterType = "checkbox"
	Range    FilterType = "range"
)

// AttributeDef describes an attribute of a category's products.
type AttributeDef struct {
	Key     string        `json:"key"` // stable, lower case: "ram", also the filter's id in the URL
	Label   Text          `json:"label"`
	Unit    string        `json:"unit,omitempty"`   // "GB", "Zoll"
	UnitEN  string        `json:"unitEn,omitempty"` // where English has another one: "inch"
	Type    AttributeType `json:"type"`
	Filter  FilterType    `json:"filter,omitempty"`
	Divisor int64         `json:"divisor,omitempty"` // stored number / Divisor is the shown one: 156 / 10 is 15,6; 0 means 1
	Search  bool          `json:"search,omitempty"`  // the filter's list has a search field
}

// UnitIn gives the unit in lang.
func (d AttributeDef) UnitIn(lang Lang) string {
	if lang == English && d.UnitEN != "" {
		return d.UnitEN
	}
	return d.Unit
}

// Attribute is a product's value of an attribute: Text for text and color, Number for number, Number 0 or 1 for bool.
type Attribute struct {
	Key    string `json:"key"`
	Text   Text   `json:"text,omitzero"`
	Number int64  `json:"number,omitempty"`
	Hex    string `json:"hex,omitempty"` // of a color: "#1d1d1f"
}

// Condition is the state in which a product is sold.
type Condition string

// The conditions.
const (
	New         Condition = "new"
	Refurbished Condition = "refurbished"
	Used        Condition = "used"
)

// Prices are all gross, in euro cents, VAT included. A zero amount means that there is none of that kind.
type Prices struct {
	Price    money.Amount `json:"price"`
	UVP      money.Amount `json:"uvp,omitzero"`      // the manufacturer's recommended price
	Lowest30 money.Amount `json:"lowest30,omitzero"` // lowest own price of the 30 days before the last reduction; set only while reduced
	Student  money.Amount `json:"student,omitzero"`
	Base     *BasePrice   `json:"base,omitempty"` // of goods by measure
}

// Energy is what Regulation (EU) 2017/1369 wants shown.
type Energy struct {
	Class    string `json:"class"` // "A" to "G"
	Scale    string `json:"scale"` // "A-G"
	LabelKey string `json:"labelKey"`
	SheetURL string `json:"sheetURL"`
	EPRELURL string `json:"eprelURL"`
}

// ImageSizes are the widths in which product images are served, in pixels, the smallest first.
var ImageSizes = []int{100, 200, 600, 2800}

// Image is one picture of a product. Its address is /images/{size}/{key}, with one of ImageSizes.
type Image struct {
	Key string `json:"key"`
	Alt Text   `json:"alt"`
}

// Warranty is a warranty extension that can be bought with a product.
type Warranty struct {
	ID     int64        `json:"id"`
	Months int          `json:"months"`
	Price  money.Amount `json:"price"`
	Title  Text         `json:"title"`
}

// BundlePart is something that comes in one pack with a product, at the product's price.
type BundlePart struct {
	Quantity int  `json:"quantity"`
	Title    Text `json:"title"`
}

// BundleText names what comes in a pack: "1 × Maus, 2 × Kabel", "" for nothing.
func BundleText(parts []BundlePart, lang Lang) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = strconv.Itoa(p.Quantity) + " × " + p.Title.In(lang)
	}
	return strings.Join(names, ", ")
}

// Safety is the product-safety data of Regulation (EU) 2023/988 (GPSR).
type Safety struct {
	Manufacturer string `json:"manufacturer"`
	Address      string `json:"address"`
	Contact      string `json:"contact"`               // e-mail or web address
	Responsible  string `json:"responsible,omitempty"` // in the EU, where the manufacturer is not
	Warnings     Text   `json:"warnings,omitzero"`
}

// Stock is what one warehouse has on hand and not yet promised.
type Stock struct {
	Warehouse string `json:"warehouse"`
	Available int    `json:"available"`
}

// Product is one article.
type Product struct {
	ID            int64
	ArticleNumber string // unique, the shop's own: "NB-100234"
	EAN           string
	Slug          string // unique, ends with the id
	Name          string
	Manufacturer  string
	CategoryID    int64
	CategorySlug  string // Apply finds the category by it
	OMSCategory   string
	Condition     Condition
	Description   Text
	Prices        Prices
	TaxRate       int64 // in hundredths of a percent: 1900
	Attributes    []Attribute
	Energy        *Energy
	DataSheetURL  string
	Images        []Image
	Warranties    []Warranty
	HasBundle     bool         // it comes with other things in the pack
	Bundle        []BundlePart `json:",omitempty"` // what these are, as far as the catalogue says
	Safety        Safety
	Measure       *Measure   // of goods sold by weight, volume, length or area
	Charger       *Charger   // of devices that charge by USB
	Guarantee     *Guarantee // of the producer, for longer than two years
	Durability    *Durability
	// Countries (ids of the spec) that the product may be delivered or billed to; empty means all that the shop serves.
	DeliveryCountries []int
	BillingCountries  []int
	WeightGrams       int
	MaxQuantity       int // per order; 0 means no limit of its own
	Popularity        int // larger sells better
	Stock             []Stock
	Active            bool
	CreatedAt         time.Time
	UpdatedAt         time.Time `json:"-"` // when what is shown of it last changed; stock does not count
	// PriceHistory holds earlier prices that the shop does not know yet. Apply adds them; reads leave it empty.
	PriceHistory []PricePoint
}

// Available is the sum over the warehouses.
func (p *Product) Available() int {
	n := 0
	for _, s := range p.Stock {
		n += s.Available
	}
	return n
}
