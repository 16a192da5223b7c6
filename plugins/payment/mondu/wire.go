package main

// The parts of Mondu's API v1 that this plugin writes and reads. Amounts are cents.

type createOrder struct {
	Source          string   `json:"source"`
	StateFlow       string   `json:"state_flow"`
	PaymentMethod   string   `json:"payment_method"`
	Currency        string   `json:"currency"`
	GrossAmount     int64    `json:"gross_amount_cents"`
	NetTerm         int      `json:"net_term,omitempty"`
	ExternalID      string   `json:"external_reference_id"`
	SuccessURL      string   `json:"success_url"`
	CancelURL       string   `json:"cancel_url"`
	DeclinedURL     string   `json:"declined_url"`
	Language        string   `json:"language"`
	Buyer           buyer    `json:"buyer"`
	BillingAddress  *address `json:"billing_address"`
	ShippingAddress *address `json:"shipping_address"`
	Lines           []line   `json:"lines"`
}

type buyer struct {
	Email        string `json:"email"`
	FirstName    string `json:"first_name"`
	LastName     string `json:"last_name"`
	CompanyName  string `json:"company_name,omitempty"`
	Phone        string `json:"phone,omitempty"`
	VATNumber    string `json:"vat_number,omitempty"`
	ExternalID   string `json:"external_reference_id,omitempty"`
	IsRegistered bool   `json:"is_registered"`
}

type address struct {
	CountryCode string `json:"country_code"`
	City        string `json:"city"`
	ZipCode     string `json:"zip_code"`
	Line1       string `json:"address_line1"`
	Line2       string `json:"address_line2,omitempty"`
}

// line is one shipment's worth of items. What it costs is the items' net prices and its tax, shipping and fee, less its
// discount.
type line struct {
	Tax       int64      `json:"tax_cents"`
	Shipping  int64      `json:"shipping_price_cents"`
	BuyerFee  int64      `json:"buyer_fee_cents"`
	Discount  int64      `json:"discount_cents"`
	LineItems []lineItem `json:"line_items"`
}

type lineItem struct {
	ExternalID string `json:"external_reference_id"`
	ProductID  string `json:"product_id,omitempty"`
	ProductSKU string `json:"product_sku,omitempty"`
	Title      string `json:"title"`
	Quantity   int    `json:"quantity"`
	NetPerItem int64  `json:"net_price_per_item_cents"`
	Net        int64  `json:"net_price_cents"`
	Tax        int64  `json:"tax_cents"`
	ItemType   string `json:"item_type"`
}

type order struct {
	UUID        string `json:"uuid"`
	State       string `json:"state"`
	ExternalID  string `json:"external_reference_id"`
	CheckoutURL string `json:"hosted_checkout_url"`
	Price       int64  `json:"real_price_cents"`
	Currency    string `json:"currency"`
}

type orderAnswer struct {
	Order order `json:"order"`
}

type confirmOrder struct {
	ExternalID string `json:"external_reference_id"`
}

// adjustOrder is what the order is to be from now on.
type adjustOrder struct {
	Currency   string         `json:"currency"`
	ExternalID string         `json:"external_reference_id"`
	Amount     adjustedAmount `json:"amount"`
	Lines      []line         `json:"lines"`
}

type adjustedAmount struct {
	Net   int64 `json:"net_price_cents"`
	Tax   int64 `json:"tax_cents"`
	Gross int64 `json:"gross_amount_cents"`
}

type createInvoice struct {
	ExternalID   string        `json:"external_reference_id"`
	InvoiceURL   string        `json:"invoice_url"`
	GrossAmount  int64         `json:"gross_amount_cents"`
	ShippingInfo *shippingInfo `json:"shipping_info,omitempty"`
}

type shippingInfo struct {
	ShippingCompany string `json:"shipping_company,omitempty"`
	TrackingNumber  string `json:"tracking_number,omitempty"`
}

type invoice struct {
	UUID        string       `json:"uuid"`
	State       string       `json:"state"`
	Number      string       `json:"invoice_number"`
	GrossAmount int64        `json:"gross_amount_cents"`
	CreditNotes []creditNote `json:"credit_notes"`
}

type creditNote struct {
	UUID        string `json:"uuid"`
	State       string `json:"state"`
	ExternalID  string `json:"external_reference_id"`
	GrossAmount int64  `json:"gross_amount_cents"`
}

type createCreditNote struct {
	ExternalID  string `json:"external_reference_id"`
	GrossAmount int64  `json:"gross_amount_cents"`
	Tax         int64  `json:"tax_cents,omitempty"`
	Notes       string `json:"notes,omitempty"`
}

// problem is Mondu's error document.
type problem struct {
	Errors []struct {
		Name    string `json:"name"`
		Details string `json:"details"`
	} `json:"errors"`
}
