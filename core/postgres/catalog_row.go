package postgres

import (
	"crypto/sha256"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// productDetails is the jsonb column of what is shown but never queried by.
type productDetails struct {
	Description  catalog.Text         `json:"description"`
	Attributes   []catalog.Attribute  `json:"attributes,omitempty"`
	Energy       *catalog.Energy      `json:"energy,omitempty"`
	DataSheetURL string               `json:"dataSheetURL,omitempty"`
	Images       []catalog.Image      `json:"images,omitempty"`
	Warranties   []catalog.Warranty   `json:"warranties,omitempty"`
	Bundle       []catalog.BundlePart `json:"bundle,omitempty"`
	Safety       catalog.Safety       `json:"safety"`
	Measure      *catalog.Measure     `json:"measure,omitempty"`
	Charger      *catalog.Charger     `json:"charger,omitempty"`
	Guarantee    *catalog.Guarantee   `json:"guarantee,omitempty"`
	Durability   *catalog.Durability  `json:"durability,omitempty"`
}

func scanProduct(row pgx.CollectableRow) (*catalog.Product, error) {
	var (
		p                           catalog.Product
		d                           productDetails
		price, uvp, lowest, student int64
		warehouses                  []string
		available                   []int
	)
	err := row.Scan(&p.ID, &p.ArticleNumber, &p.EAN, &p.Slug, &p.Name, &p.Manufacturer, &p.CategoryID, &p.CategorySlug,
		&p.OMSCategory, &p.Condition, &price, &uvp, &lowest, &student, &p.TaxRate, &p.HasBundle,
		&p.DeliveryCountries, &p.BillingCountries, &p.WeightGrams, &p.MaxQuantity, &p.Popularity, &p.Active,
		&d, &p.CreatedAt, &p.UpdatedAt, &warehouses, &available)
	if err != nil {
		return nil, err
	}
	p.CreatedAt, p.UpdatedAt = p.CreatedAt.UTC(), p.UpdatedAt.UTC()
	p.Prices = catalog.Prices{Price: euro(price), UVP: euro(uvp), Lowest30: euro(lowest), Student: euro(student)}
	p.Description, p.Attributes, p.Energy, p.DataSheetURL = d.Description, d.Attributes, d.Energy, d.DataSheetURL
	p.Images, p.Warranties, p.Bundle, p.Safety = d.Images, d.Warranties, d.Bundle, d.Safety
	p.Measure, p.Charger, p.Guarantee, p.Durability = d.Measure, d.Charger, d.Guarantee, d.Durability
	p.Prices.Base = p.Measure.BasePrice(p.Prices.Price)
	for i, w := range warehouses {
		p.Stock = append(p.Stock, catalog.Stock{Warehouse: w, Available: available[i]})
	}
	return &p, nil
}

// euro gives the zero Amount for no cents, because that is how the domain says "none".
func euro(cents int64) money.Amount {
	if cents == 0 {
		return money.Amount{}
	}
	return money.Euro(cents)
}

var productColumns = []string{
	"id", "article_number", "ean", "slug", "name", "manufacturer", "category_id", "oms_category", "condition",
	"price_minor", "uvp_minor", "lowest30_minor", "student_minor", "tax_rate", "has_bundle",
	"delivery_countries", "billing_countries", "weight_grams", "max_quantity", "popularity", "active",
	"details", "digest", "created_at", "updated_at",
}

// productWrite is a product that Apply has found new or changed.
type productWrite struct {
	product    *catalog.Product
	id         int64
	categoryID int64
	lowest30   money.Amount
	digest     []byte
}

func (w *productWrite) row(now time.Time) []any {
	p := w.product
	return []any{
		w.id, p.ArticleNumber, p.EAN, catalog.Slug(p.Name, w.id), p.Name, p.Manufacturer, w.categoryID, p.OMSCategory,
		string(p.Condition), p.Prices.Price.Minor, p.Prices.UVP.Minor, w.lowest30.Minor, p.Prices.Student.Minor,
		p.TaxRate, p.HasBundle, countryColumn(p.DeliveryCountries), countryColumn(p.BillingCountries),
		p.WeightGrams, p.MaxQuantity, p.Popularity, p.Active, w.details(), w.digest, now, now,
	}
}

func (w *productWrite) details() productDetails {
	p := w.product
	warranties := make([]catalog.Warranty, len(p.Warranties))
	for i, wa := range p.Warranties {
		// Months are unique within a product, so this id is unique in the shop and survives every import.
		wa.ID = w.id*1000 + int64(wa.Months)
		warranties[i] = wa
	}
	return productDetails{
		Description: p.Description, Attributes: p.Attributes, Energy: p.Energy, DataSheetURL: p.DataSheetURL,
		Images: p.Images, Warranties: warranties, Bundle: p.Bundle, Safety: p.Safety,
		Measure: p.Measure, Charger: p.Charger, Guarantee: p.Guarantee, Durability: p.Durability,
	}
}

func countryColumn(ids []int) []int32 {
	column := make([]int32, len(ids))
	for i, id := range ids {
		column[i] = int32(id)
	}
	return column
}

// asGiven takes from a product that was read what the store gives by itself, so that it is what an import would give.
func asGiven(p *catalog.Product) {
	p.ID, p.CategoryID, p.Slug, p.CreatedAt, p.UpdatedAt = 0, 0, "", time.Time{}, time.Time{}
	p.Prices.Lowest30, p.Prices.Base = money.Amount{}, nil
	for i := range p.Warranties {
		p.Warranties[i].ID = 0
	}
	if len(p.DeliveryCountries) == 0 {
		p.DeliveryCountries = nil // an empty array is what the database has for none
	}
	if len(p.BillingCountries) == 0 {
		p.BillingCountries = nil
	}
}

// productDigest tells whether an import changes anything. What the store itself gives, and stock and earlier prices, which
// have their own rules, are no part of it.
func productDigest(p *catalog.Product) ([]byte, error) {
	plain := *p
	plain.ID, plain.CategoryID, plain.Slug, plain.Stock, plain.CreatedAt = 0, 0, "", nil, time.Time{}
	plain.Prices.Lowest30, plain.Prices.Base, plain.PriceHistory = money.Amount{}, nil, nil
	return digestOf(plain)
}

func digestOf(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return sum[:], nil
}
