package main

import "time"

// The parts of Klarna Payments v1 and Order Management v1 that this plugin writes and reads. Amounts are minor units.

// cart is what a session and an order say about the purchase; Klarna compares the two.
type cart struct {
	PurchaseCountry  string      `json:"purchase_country"`
	PurchaseCurrency string      `json:"purchase_currency"`
	Locale           string      `json:"locale"`
	OrderAmount      int64       `json:"order_amount"`
	OrderTaxAmount   int64       `json:"order_tax_amount"`
	OrderLines       []orderLine `json:"order_lines"`
}

type orderLine struct {
	Type           string `json:"type"`
	Reference      string `json:"reference,omitempty"`
	Name           string `json:"name"`
	Quantity       int64  `json:"quantity"`
	UnitPrice      int64  `json:"unit_price"`
	TaxRate        int64  `json:"tax_rate"`
	TotalAmount    int64  `json:"total_amount"`
	TotalTaxAmount int64  `json:"total_tax_amount"`
	ProductURL     string `json:"product_url,omitempty"`
	ImageURL       string `json:"image_url,omitempty"`
}

type merchantURLs struct {
	Confirmation string `json:"confirmation,omitempty"`
	Notification string `json:"notification,omitempty"`
	Push         string `json:"push,omitempty"`
}

type address struct {
	GivenName        string `json:"given_name,omitempty"`
	FamilyName       string `json:"family_name,omitempty"`
	OrganizationName string `json:"organization_name,omitempty"`
	Email            string `json:"email,omitempty"`
	StreetAddress    string `json:"street_address,omitempty"`
	StreetAddress2   string `json:"street_address2,omitempty"`
	PostalCode       string `json:"postal_code,omitempty"`
	City             string `json:"city,omitempty"`
	Phone            string `json:"phone,omitempty"`
	Country          string `json:"country,omitempty"`
}

type openSession struct {
	cart
	Intent           string        `json:"intent"`
	AcquiringChannel string        `json:"acquiring_channel"`
	MerchantURLs     *merchantURLs `json:"merchant_urls,omitempty"`
	Options          widgetOptions `json:"options"`
}

// widgetOptions say how the widget behaves in the shop's page.
type widgetOptions struct {
	DisableConfirmationModals bool `json:"disable_confirmation_modals"` // the shop says itself what became of it
}

type category struct {
	Identifier string `json:"identifier"`
}

// session is the answer to opening one and to reading one.
type session struct {
	cart
	SessionID          string     `json:"session_id"`
	ClientToken        string     `json:"client_token"`
	Status             string     `json:"status"`
	AuthorizationToken string     `json:"authorization_token"`
	ExpiresAt          time.Time  `json:"expires_at"`
	Categories         []category `json:"payment_method_categories"`
}

type placeOrder struct {
	cart
	AutoCapture        bool          `json:"auto_capture"`
	BillingAddress     *address      `json:"billing_address,omitempty"`
	ShippingAddress    *address      `json:"shipping_address,omitempty"`
	MerchantReference1 string        `json:"merchant_reference1"`
	MerchantReference2 string        `json:"merchant_reference2"`
	MerchantURLs       *merchantURLs `json:"merchant_urls,omitempty"`
}

type placedOrder struct {
	OrderID     string `json:"order_id"`
	RedirectURL string `json:"redirect_url"`
	FraudStatus string `json:"fraud_status"`
}

// authorizeData is what the browser passes to the widget's authorize. It agrees with the order that follows.
type authorizeData struct {
	PurchaseCountry  string   `json:"purchase_country"`
	PurchaseCurrency string   `json:"purchase_currency"`
	Locale           string   `json:"locale"`
	BillingAddress   *address `json:"billing_address,omitempty"`
	ShippingAddress  *address `json:"shipping_address,omitempty"`
}

type shippingInfo struct {
	Company        string `json:"shipping_company,omitempty"`
	TrackingNumber string `json:"tracking_number,omitempty"`
}

type createCapture struct {
	CapturedAmount int64          `json:"captured_amount"`
	Reference      string         `json:"reference"`
	OrderLines     []orderLine    `json:"order_lines,omitempty"`
	ShippingInfo   []shippingInfo `json:"shipping_info,omitempty"`
}

type createRefund struct {
	RefundedAmount int64       `json:"refunded_amount"`
	Reference      string      `json:"reference"`
	Description    string      `json:"description,omitempty"`
	OrderLines     []orderLine `json:"order_lines,omitempty"`
}

// order is an order as Order Management shows it.
type order struct {
	OrderID            string    `json:"order_id"`
	Status             string    `json:"status"`
	FraudStatus        string    `json:"fraud_status"`
	PurchaseCurrency   string    `json:"purchase_currency"`
	OrderAmount        int64     `json:"order_amount"`
	CapturedAmount     int64     `json:"captured_amount"`
	RefundedAmount     int64     `json:"refunded_amount"`
	RemainingAmount    int64     `json:"remaining_authorized_amount"`
	MerchantReference1 string    `json:"merchant_reference1"`
	CreatedAt          time.Time `json:"created_at"`
	ExpiresAt          time.Time `json:"expires_at"`
	Captures           []struct {
		CaptureID      string `json:"capture_id"`
		CapturedAmount int64  `json:"captured_amount"`
		Reference      string `json:"reference"`
	} `json:"captures"`
	Refunds []struct {
		RefundID       string `json:"refund_id"`
		RefundedAmount int64  `json:"refunded_amount"`
		Reference      string `json:"reference"`
	} `json:"refunds"`
}

// problem is Klarna's error document.
type problem struct {
	Code          string   `json:"error_code"`
	Messages      []string `json:"error_messages"`
	CorrelationID string   `json:"correlation_id"`
}
