package sim

// The shapes of Mondu's API v1 that this simulator reads and writes.

type buyer struct {
	Email            string `json:"email"`
	FirstName        string `json:"first_name"`
	LastName         string `json:"last_name"`
	CompanyName      string `json:"company_name"`
	Phone            string `json:"phone"`
	LegalForm        string `json:"legal_form"`
	RegistrationID   string `json:"registration_id"`
	VATNumber        string `json:"vat_number"`
	IsRegistered     bool   `json:"is_registered"`
	ExternalID       string `json:"external_reference_id"`
	AccountCreatedAt string `json:"account_created_at"`
	AccountUpdatedAt string `json:"account_updated_at"`
}

type address struct {
	CountryCode string `json:"country_code"`
	City        string `json:"city"`
	ZipCode     string `json:"zip_code"`
	Line1       string `json:"address_line1"`
	Line2       string `json:"address_line2"`
	State       string `json:"state"`
}

type lineItem struct {
	ExternalID string `json:"external_reference_id"`
	ProductID  string `json:"product_id"`
	ProductSKU string `json:"product_sku"`
	Title      string `json:"title"`
	Quantity   int64  `json:"quantity"`
	NetPerItem int64  `json:"net_price_per_item_cents"`
	Net        int64  `json:"net_price_cents"`
	Tax        int64  `json:"tax_cents"`
	ItemType   string `json:"item_type"`
}

type line struct {
	Tax       int64      `json:"tax_cents"`
	Shipping  int64      `json:"shipping_price_cents"`
	BuyerFee  int64      `json:"buyer_fee_cents"`
	Discount  int64      `json:"discount_cents"`
	LineItems []lineItem `json:"line_items"`
}

type orderRequest struct {
	Source          string   `json:"source"`
	StateFlow       string   `json:"state_flow"`
	PaymentMethod   string   `json:"payment_method"`
	Currency        string   `json:"currency"`
	GrossAmount     int64    `json:"gross_amount_cents"`
	TotalDiscount   int64    `json:"total_discount_cents"`
	NetTerm         int      `json:"net_term"`
	ExternalID      string   `json:"external_reference_id"`
	SuccessURL      string   `json:"success_url"`
	CancelURL       string   `json:"cancel_url"`
	DeclinedURL     string   `json:"declined_url"`
	Language        string   `json:"language"`
	Notes           string   `json:"notes"`
	Buyer           *buyer   `json:"buyer"`
	BillingAddress  *address `json:"billing_address"`
	ShippingAddress *address `json:"shipping_address"`
	Lines           []line   `json:"lines"`
}

type adjustRequest struct {
	Currency   string `json:"currency"`
	ExternalID string `json:"external_reference_id"`
	Amount     struct {
		Net   int64 `json:"net_price_cents"`
		Tax   int64 `json:"tax_cents"`
		Gross int64 `json:"gross_amount_cents"`
	} `json:"amount"`
	Lines []line `json:"lines"`
}

type bankAccount struct {
	IBAN          string `json:"iban"`
	BIC           string `json:"bic"`
	AccountHolder string `json:"account_holder"`
}

type orderView struct {
	UUID          string       `json:"uuid"`
	State         string       `json:"state"`
	ExternalID    string       `json:"external_reference_id"`
	PaymentMethod string       `json:"payment_method"`
	Currency      string       `json:"currency"`
	Price         int64        `json:"real_price_cents"`
	CheckoutURL   string       `json:"hosted_checkout_url,omitempty"`
	NetTerm       int          `json:"authorized_net_term,omitempty"`
	Installments  int          `json:"number_of_installments,omitempty"`
	BankAccount   *bankAccount `json:"bank_account,omitempty"`
}

type invoiceRequest struct {
	ExternalID   string            `json:"external_reference_id"`
	InvoiceURL   string            `json:"invoice_url"`
	GrossAmount  int64             `json:"gross_amount_cents"`
	Tax          int64             `json:"tax_cents"`
	Discount     int64             `json:"discount_cents"`
	Shipping     int64             `json:"shipping_price_cents"`
	ShippingInfo map[string]string `json:"shipping_info"`
	LineItems    []struct {
		ExternalID string `json:"external_reference_id"`
		Quantity   int64  `json:"quantity"`
	} `json:"line_items"`
}

type invoiceView struct {
	UUID         string            `json:"uuid"`
	State        string            `json:"state"`
	Number       string            `json:"invoice_number"`
	GrossAmount  int64             `json:"gross_amount_cents"`
	ShippingInfo map[string]string `json:"shipping_info,omitempty"`
	CreditNotes  []creditNote      `json:"credit_notes"`
}

type creditNoteRequest struct {
	ExternalID  string `json:"external_reference_id"`
	GrossAmount int64  `json:"gross_amount_cents"`
	Tax         int64  `json:"tax_cents"`
	Notes       string `json:"notes"`
}

type creditNote struct {
	UUID        string `json:"uuid"`
	ExternalID  string `json:"external_reference_id"`
	GrossAmount int64  `json:"gross_amount_cents"`
	Tax         int64  `json:"tax_cents"`
	Notes       string `json:"notes,omitempty"`
}
