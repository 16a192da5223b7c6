package sim

// The shapes of Orders v2 and Payments v2 that this simulator reads and writes. Amounts are decimal text on the wire.

type money struct {
	CurrencyCode string `json:"currency_code"`
	Value        string `json:"value"`
}

type breakdown struct {
	ItemTotal        *money `json:"item_total,omitempty"`
	Shipping         *money `json:"shipping,omitempty"`
	Handling         *money `json:"handling,omitempty"`
	TaxTotal         *money `json:"tax_total,omitempty"`
	Insurance        *money `json:"insurance,omitempty"`
	ShippingDiscount *money `json:"shipping_discount,omitempty"`
	Discount         *money `json:"discount,omitempty"`
}

type amount struct {
	CurrencyCode string     `json:"currency_code"`
	Value        string     `json:"value"`
	Breakdown    *breakdown `json:"breakdown,omitempty"`
}

type item struct {
	Name        string `json:"name"`
	UnitAmount  *money `json:"unit_amount"`
	Tax         *money `json:"tax,omitempty"`
	Quantity    string `json:"quantity"`
	Description string `json:"description,omitempty"`
	SKU         string `json:"sku,omitempty"`
	Category    string `json:"category,omitempty"`
}

type address struct {
	AddressLine1 string `json:"address_line_1,omitempty"`
	AddressLine2 string `json:"address_line_2,omitempty"`
	AdminArea1   string `json:"admin_area_1,omitempty"`
	AdminArea2   string `json:"admin_area_2,omitempty"`
	PostalCode   string `json:"postal_code,omitempty"`
	CountryCode  string `json:"country_code"`
}

type name struct {
	FullName  string `json:"full_name,omitempty"`
	GivenName string `json:"given_name,omitempty"`
	Surname   string `json:"surname,omitempty"`
}

type shipping struct {
	Name    *name    `json:"name,omitempty"`
	Type    string   `json:"type,omitempty"`
	Address *address `json:"address,omitempty"`
}

type unitRequest struct {
	ReferenceID    string    `json:"reference_id,omitempty"`
	Amount         *amount   `json:"amount"`
	Description    string    `json:"description,omitempty"`
	CustomID       string    `json:"custom_id,omitempty"`
	InvoiceID      string    `json:"invoice_id,omitempty"`
	SoftDescriptor string    `json:"soft_descriptor,omitempty"`
	Items          []item    `json:"items,omitempty"`
	Shipping       *shipping `json:"shipping,omitempty"`
}

type experience struct {
	BrandName               string `json:"brand_name,omitempty"`
	Locale                  string `json:"locale,omitempty"`
	ShippingPreference      string `json:"shipping_preference,omitempty"`
	ReturnURL               string `json:"return_url,omitempty"`
	CancelURL               string `json:"cancel_url,omitempty"`
	LandingPage             string `json:"landing_page,omitempty"`
	UserAction              string `json:"user_action,omitempty"`
	PaymentMethodPreference string `json:"payment_method_preference,omitempty"`
}

type wallet struct {
	EmailAddress string      `json:"email_address,omitempty"`
	AccountID    string      `json:"account_id,omitempty"`
	Name         *name       `json:"name,omitempty"`
	Address      *address    `json:"address,omitempty"`
	Experience   *experience `json:"experience_context,omitempty"`
}

type paymentSource struct {
	PayPal *wallet `json:"paypal,omitempty"`
}

type orderRequest struct {
	Intent        string         `json:"intent"`
	PurchaseUnits []unitRequest  `json:"purchase_units"`
	PaymentSource *paymentSource `json:"payment_source,omitempty"`
	AppContext    *experience    `json:"application_context,omitempty"`
}

type link struct {
	Href   string `json:"href"`
	Rel    string `json:"rel"`
	Method string `json:"method,omitempty"`
}

type statusDetails struct {
	Reason string `json:"reason,omitempty"`
}

// transaction is an authorization, a capture or a refund: they share their visible fields.
type transaction struct {
	ID             string         `json:"id"`
	Status         string         `json:"status"`
	StatusDetails  *statusDetails `json:"status_details,omitempty"`
	Amount         *money         `json:"amount,omitempty"`
	InvoiceID      string         `json:"invoice_id,omitempty"`
	CustomID       string         `json:"custom_id,omitempty"`
	FinalCapture   bool           `json:"final_capture,omitempty"`
	NoteToPayer    string         `json:"note_to_payer,omitempty"`
	ExpirationTime string         `json:"expiration_time,omitempty"`
	Supplementary  *supplementary `json:"supplementary_data,omitempty"`
	Links          []link         `json:"links,omitempty"`
	CreateTime     string         `json:"create_time,omitempty"`
	UpdateTime     string         `json:"update_time,omitempty"`
}

type supplementary struct {
	RelatedIDs relatedIDs `json:"related_ids"`
}

type relatedIDs struct {
	OrderID         string `json:"order_id,omitempty"`
	AuthorizationID string `json:"authorization_id,omitempty"`
	CaptureID       string `json:"capture_id,omitempty"`
}

type payments struct {
	Authorizations []transaction `json:"authorizations,omitempty"`
	Captures       []transaction `json:"captures,omitempty"`
	Refunds        []transaction `json:"refunds,omitempty"`
}

type unit struct {
	unitRequest
	Payments *payments `json:"payments,omitempty"`
}

type payer struct {
	PayerID      string   `json:"payer_id"`
	EmailAddress string   `json:"email_address"`
	Name         *name    `json:"name,omitempty"`
	Address      *address `json:"address,omitempty"`
}

type orderView struct {
	ID            string         `json:"id"`
	Status        string         `json:"status"`
	Intent        string         `json:"intent,omitempty"`
	PaymentSource *paymentSource `json:"payment_source,omitempty"`
	PurchaseUnits []unit         `json:"purchase_units,omitempty"`
	Payer         *payer         `json:"payer,omitempty"`
	CreateTime    string         `json:"create_time,omitempty"`
	UpdateTime    string         `json:"update_time,omitempty"`
	Links         []link         `json:"links"`
}
