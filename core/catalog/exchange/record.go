package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Category is a line of type "category". A category comes before its children and its products.
type Category struct {
	Type       string                 `json:"type"`
	Slug       string                 `json:"slug"`
	Parent     string                 `json:"parent,omitempty"` // slug of the parent, nothing for a root
	Name       catalog.Text           `json:"name"`
	Sort       int                    `json:"sort,omitempty"`
	Attributes []catalog.AttributeDef `json:"attributes,omitempty"`
}

// Product is a line of type "product". Amounts are gross euro cents.
type Product struct {
	Type              string              `json:"type"`
	ArticleNumber     string              `json:"articleNumber"`
	EAN               string              `json:"ean,omitempty"`
	Name              string              `json:"name"`
	Manufacturer      string              `json:"manufacturer"`
	Category          string              `json:"category"` // slug
	OMSCategory       string              `json:"omsCategory,omitempty"`
	Condition         string              `json:"condition,omitempty"` // new when left out
	Description       catalog.Text        `json:"description,omitzero"`
	PriceCents        int64               `json:"priceCents"`
	UVPCents          int64               `json:"uvpCents,omitempty"`
	StudentCents      int64               `json:"studentCents,omitempty"`
	PriceHistory      []Price             `json:"priceHistory,omitempty"`
	TaxRate           *int64              `json:"taxRate,omitempty"` // hundredths of a percent, 1900 when left out
	Attributes        map[string]Value    `json:"attributes,omitempty"`
	Energy            *catalog.Energy     `json:"energy,omitempty"`
	DataSheetURL      string              `json:"dataSheetURL,omitempty"`
	Images            []catalog.Image     `json:"images,omitempty"`
	Warranties        []Warranty          `json:"warranties,omitempty"`
	Bundle            bool                `json:"bundle,omitempty"`      // it comes with other things
	BundleParts       []BundlePart        `json:"bundleParts,omitempty"` // these; Bundle is true with them
	Safety            catalog.Safety      `json:"safety,omitzero"`
	DeliveryCountries []int               `json:"deliveryCountries,omitempty"`
	Measure           *catalog.Measure    `json:"measure,omitempty"`
	Charger           *catalog.Charger    `json:"charger,omitempty"`
	Guarantee         *catalog.Guarantee  `json:"guarantee,omitempty"`
	Durability        *catalog.Durability `json:"durability,omitempty"`
	BillingCountries  []int               `json:"billingCountries,omitempty"`
	WeightGrams       int                 `json:"weightGrams,omitempty"`
	MaxQuantity       int                 `json:"maxQuantity,omitempty"`
	Popularity        int                 `json:"popularity,omitempty"`
	Stock             map[string]int      `json:"stock,omitempty"`  // pieces by warehouse
	Active            *bool               `json:"active,omitempty"` // true when left out
}

// Price is an earlier price of a product, from a day on.
type Price struct {
	From  Date  `json:"from"`
	Cents int64 `json:"priceCents"`
}

// Date is a day, "2026-03-01", which begins at midnight UTC.
type Date struct{ time.Time }

// MarshalJSON gives the day.
func (d Date) MarshalJSON() ([]byte, error) { return []byte(`"` + d.Format(time.DateOnly) + `"`), nil }

// UnmarshalJSON reads a day.
func (d *Date) UnmarshalJSON(text []byte) error {
	t, err := time.Parse(`"`+time.DateOnly+`"`, string(text))
	if err != nil {
		return errors.New(`a date is written "2026-03-01"`)
	}
	d.Time = t
	return nil
}

// BundlePart is something in the pack of a product.
type BundlePart = catalog.BundlePart

// Warranty is a warranty extension offered with a product.
type Warranty struct {
	Months     int          `json:"months"`
	PriceCents int64        `json:"priceCents"`
	Title      catalog.Text `json:"title,omitzero"`
}

func (c *Category) domain() catalog.Category {
	return catalog.Category{ParentSlug: c.Parent, Slug: c.Slug, Name: c.Name, Sort: c.Sort, Attributes: c.Attributes}
}

// domain gives the product, its attributes in the order of defs, and what of them could not be read.
func (p *Product) domain(defs []catalog.AttributeDef) (*catalog.Product, []fault.Field) {
	out := &catalog.Product{
		ArticleNumber: p.ArticleNumber, EAN: p.EAN, Name: p.Name, Manufacturer: p.Manufacturer, CategorySlug: p.Category,
		OMSCategory: p.OMSCategory, Condition: catalog.New, Description: p.Description, TaxRate: 1900,
		Prices: catalog.Prices{Price: cents(p.PriceCents), UVP: cents(p.UVPCents), Student: cents(p.StudentCents)},
		Energy: p.Energy, DataSheetURL: p.DataSheetURL, Images: p.Images, HasBundle: p.Bundle || len(p.BundleParts) > 0, Bundle: p.BundleParts, Safety: p.Safety,
		DeliveryCountries: p.DeliveryCountries, BillingCountries: p.BillingCountries, WeightGrams: p.WeightGrams,
		Measure: p.Measure, Charger: p.Charger, Guarantee: p.Guarantee, Durability: p.Durability,
		MaxQuantity: p.MaxQuantity, Popularity: p.Popularity, Active: p.Active == nil || *p.Active,
	}
	if e := p.Energy; e != nil && e.Scale == "" {
		whole := *e
		whole.Scale = noEnergy.Scale
		out.Energy = &whole
	}
	if p.Condition != "" {
		out.Condition = catalog.Condition(p.Condition)
	}
	if p.TaxRate != nil {
		out.TaxRate = *p.TaxRate
	}
	for _, h := range p.PriceHistory {
		out.PriceHistory = append(out.PriceHistory, catalog.PricePoint{From: h.From.Time, Price: cents(h.Cents)})
	}
	for _, w := range p.Warranties {
		out.Warranties = append(out.Warranties, catalog.Warranty{Months: w.Months, Price: cents(w.PriceCents), Title: w.Title})
	}
	for _, warehouse := range slices.Sorted(maps.Keys(p.Stock)) {
		out.Stock = append(out.Stock, catalog.Stock{Warehouse: warehouse, Available: p.Stock[warehouse]})
	}
	var wrong []fault.Field
	out.Attributes, wrong = attributes(p.Attributes, defs)
	return out, wrong
}

// recordOf gives what an import would have given for a stored product, but for its attributes and its stock.
func recordOf(p *catalog.Product) *Product {
	record := &Product{
		ArticleNumber: p.ArticleNumber, EAN: p.EAN, Name: p.Name, Manufacturer: p.Manufacturer, Category: p.CategorySlug,
		OMSCategory: p.OMSCategory, Condition: string(p.Condition), Description: p.Description, TaxRate: &p.TaxRate,
		PriceCents: p.Prices.Price.Minor, UVPCents: p.Prices.UVP.Minor, StudentCents: p.Prices.Student.Minor,
		Energy: p.Energy, DataSheetURL: p.DataSheetURL, Images: p.Images, Bundle: p.HasBundle, BundleParts: p.Bundle, Safety: p.Safety,
		DeliveryCountries: p.DeliveryCountries, BillingCountries: p.BillingCountries, WeightGrams: p.WeightGrams,
		Measure: p.Measure, Charger: p.Charger, Guarantee: p.Guarantee, Durability: p.Durability,
		MaxQuantity: p.MaxQuantity, Popularity: p.Popularity, Active: &p.Active,
	}
	for _, w := range p.Warranties {
		record.Warranties = append(record.Warranties, Warranty{Months: w.Months, PriceCents: w.Price.Minor, Title: w.Title})
	}
	return record
}

// checked gives the product and all that is wrong with it; its category is known or not.
func (p *Product) checked(defs []catalog.AttributeDef, known bool) (*catalog.Product, []fault.Field) {
	out, wrong := p.domain(defs)
	if !known && p.Category != "" {
		// Without its category nothing can be said about the attributes.
		return out, []fault.Field{{Name: "category", Reason: "category_unknown"}}
	}
	wrong = append(wrong, countries(p.DeliveryCountries, "deliveryCountries")...)
	wrong = append(wrong, countries(p.BillingCountries, "billingCountries")...)
	return out, append(wrong, catalog.CheckProduct(out, defs)...)
}

// countries finds ids of no country that the shop serves: a product that goes nowhere else could not be bought.
func countries(ids []int, name string) []fault.Field {
	for _, id := range ids {
		if _, known := address.CountryByID(id); !known {
			return []fault.Field{{Name: name, Reason: "country_unknown"}}
		}
	}
	return nil
}

func cents(n int64) money.Amount {
	if n == 0 {
		return money.Amount{}
	}
	return money.Euro(n)
}

// decode reads one JSON object strictly: no unknown field, nothing after it.
func decode(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one value on the line")
	}
	return nil
}
