package httpapi

import (
	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// Product is the product page.
type Product struct {
	ID            int64              `json:"id"`
	Slug          string             `json:"slug"`
	Name          string             `json:"name"`
	Manufacturer  string             `json:"manufacturer"`
	ArticleNumber string             `json:"articleNumber"`
	EAN           string             `json:"ean"`
	CategoryID    int64              `json:"categoryId"`
	OMSCategory   string             `json:"omsCategory"`
	Condition     string             `json:"condition"`
	Description   string             `json:"description"`
	Prices        Prices             `json:"prices"`
	TaxRate       int64              `json:"taxRate" doc:"hundredths of a percent"`
	Attributes    []ProductAttribute `json:"attributes"`
	Highlights    []string           `json:"highlights"`
	Energy        *ProductEnergy     `json:"energy,omitempty"`
	DataSheet     string             `json:"dataSheet,omitempty"`
	Images        []ProductImage     `json:"images"`
	Warranties    []ProductWarranty  `json:"warranties"`
	HasBundle     bool               `json:"hasBundle"`
	Bundle        []BundlePart       `json:"bundle" doc:"what comes in the pack with it, at its price"`
	Safety        ProductSafety      `json:"safety"`
	Charger       *catalog.Charger   `json:"charger,omitempty" doc:"of devices that charge by USB"`
	Guarantee     *catalog.Guarantee `json:"guarantee,omitempty" doc:"the producer's, for longer than two years"`
	Durability    *ProductDurability `json:"durability,omitempty" doc:"what the producer says of updates and repair"`
	Availability  Availability       `json:"availability"`
	MaxQuantity   int                `json:"maxQuantity" doc:"that can be put into a cart now"`
	Shipping      *ProductShipping   `json:"shipping,omitempty" doc:"of one to a private customer in Germany, as a checkout begins with; missing: no carrier answers"`
	Withdrawal    bool               `json:"withdrawal" doc:"consumers may withdraw from buying it"`
	Breadcrumb    []Crumb            `json:"breadcrumb"`
	Similar       []Card             `json:"similar"`
	Reviews       ProductReviews     `json:"reviews" doc:"the newest"`
}

// ProductAttribute is a row of the data table.
type ProductAttribute struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Value string `json:"value"`
	Unit  string `json:"unit,omitempty"`
	Hex   string `json:"hex,omitempty"`
}

// ProductEnergy is what the energy labelling rules want shown.
type ProductEnergy struct {
	Class string `json:"class"`
	Scale string `json:"scale"`
	Label string `json:"label" doc:"image key of the label: /images/{size}/{key}"`
	Sheet string `json:"sheet"`
	EPREL string `json:"eprel"`
}

// ProductImage is one picture.
type ProductImage struct {
	Key string `json:"key"`
	Alt string `json:"alt"`
}

// ProductWarranty is a warranty extension that can be bought with the product.
type ProductWarranty struct {
	ID     int64        `json:"id"`
	Months int          `json:"months"`
	Price  money.Amount `json:"price"`
	Title  string       `json:"title"`
}

// BundlePart is something that comes in one pack with a product.
type BundlePart struct {
	Quantity int    `json:"quantity"`
	Title    string `json:"title"`
}

// ProductDurability is what the producer says of how long the product lasts.
type ProductDurability struct {
	UpdatesUntil string `json:"updatesUntil,omitempty" doc:"2031-03-31: free software updates at least until then"`
	RepairScore  string `json:"repairScore,omitempty"`
	Repair       string `json:"repair,omitempty" doc:"spare parts, manuals and limits of repair"`
}

// ProductSafety names who answers for the product.
type ProductSafety struct {
	Manufacturer string `json:"manufacturer"`
	Address      string `json:"address"`
	Contact      string `json:"contact"`
	Responsible  string `json:"responsible,omitempty"`
	Warnings     string `json:"warnings,omitempty"`
}

// Availability says whether and when the product comes. The dates are days, as 2006-01-02.
type Availability struct {
	State        string `json:"state" enum:"available,few,none"`
	Quantity     int    `json:"quantity,omitempty" doc:"what is left, told only when it is few"`
	DeliveryFrom string `json:"deliveryFrom,omitempty" format:"date"`
	DeliveryTo   string `json:"deliveryTo,omitempty" format:"date"`
}

// ProductShipping is what it costs to send a product, and how many working days that takes.
type ProductShipping struct {
	Fee          money.Amount `json:"fee"`
	HandlingDays int          `json:"handlingDays" doc:"until it leaves"`
	MinDays      int          `json:"minDays,omitempty" doc:"on its way; missing with maxDays: the carrier does not say"`
	MaxDays      int          `json:"maxDays,omitempty"`
}

// EnergyLabel is the label's image with the links beside it.
type EnergyLabel struct {
	EEFImage string `json:"eefImage" doc:"address of the image"`
	Sheet    string `json:"sheet"`
	EPREL    string `json:"eprel"`
}

type productRequest struct {
	Slug string `path:"slug" doc:"ends with the product's id"`
}

func (s *Server) registerProduct(api huma.API) {
	registerRaw[productRequest, Product](api, get("product", "product", "/api/product/{slug}", "A product page"), s.product)
	register(api, get("product", "energyLabel", "/product/fetch/eef/{id}", "A product's energy label"), s.energyLabel)
}
