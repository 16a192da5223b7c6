package sim

// The shapes of Klarna Payments v1 and Order Management v1 that this simulator reads and writes.

type address struct {
	Title            string `json:"title,omitempty"`
	GivenName        string `json:"given_name,omitempty"`
	FamilyName       string `json:"family_name,omitempty"`
	OrganizationName string `json:"organization_name,omitempty"`
	Attention        string `json:"attention,omitempty"`
	Email            string `json:"email,omitempty"`
	StreetAddress    string `json:"street_address,omitempty"`
	StreetAddress2   string `json:"street_address2,omitempty"`
	PostalCode       string `json:"postal_code,omitempty"`
	City             string `json:"city,omitempty"`
	Region           string `json:"region,omitempty"`
	Phone            string `json:"phone,omitempty"`
	Country          string `json:"country,omitempty"`
}

type customer struct {
	Type        string `json:"type,omitempty"`
	DateOfBirth string `json:"date_of_birth,omitempty"`
	Gender      string `json:"gender,omitempty"`
	Title       string `json:"title,omitempty"`
	VATID       string `json:"vat_id,omitempty"`
}

type orderLine struct {
	Type                string `json:"type,omitempty"`
	Reference           string `json:"reference,omitempty"`
	Name                string `json:"name"`
	Quantity            *int64 `json:"quantity"`
	QuantityUnit        string `json:"quantity_unit,omitempty"`
	UnitPrice           *int64 `json:"unit_price"`
	TaxRate             int64  `json:"tax_rate"`
	TotalAmount         *int64 `json:"total_amount"`
	TotalDiscountAmount int64  `json:"total_discount_amount,omitempty"`
	TotalTaxAmount      int64  `json:"total_tax_amount"`
	ProductURL          string `json:"product_url,omitempty"`
	ImageURL            string `json:"image_url,omitempty"`
	MerchantData        string `json:"merchant_data,omitempty"`
}

type merchantURLs struct {
	Confirmation  string `json:"confirmation,omitempty"`
	Notification  string `json:"notification,omitempty"`
	Push          string `json:"push,omitempty"`
	Authorization string `json:"authorization,omitempty"`
}

// cart is what the requests to open and update a session and to place an order have in common.
type cart struct {
	PurchaseCountry    string        `json:"purchase_country,omitempty"`
	PurchaseCurrency   string        `json:"purchase_currency,omitempty"`
	Locale             string        `json:"locale,omitempty"`
	OrderAmount        *int64        `json:"order_amount,omitempty"`
	OrderTaxAmount     *int64        `json:"order_tax_amount,omitempty"`
	OrderLines         []orderLine   `json:"order_lines,omitempty"`
	BillingAddress     *address      `json:"billing_address,omitempty"`
	ShippingAddress    *address      `json:"shipping_address,omitempty"`
	Customer           *customer     `json:"customer,omitempty"`
	MerchantURLs       *merchantURLs `json:"merchant_urls,omitempty"`
	MerchantReference1 string        `json:"merchant_reference1,omitempty"`
	MerchantReference2 string        `json:"merchant_reference2,omitempty"`
	MerchantData       string        `json:"merchant_data,omitempty"`
}

type sessionRequest struct {
	cart
	Intent           string `json:"intent,omitempty"`
	AcquiringChannel string `json:"acquiring_channel,omitempty"`
	Design           string `json:"design,omitempty"`

	Options *widgetOptions `json:"options,omitempty"`
}

type widgetOptions struct {
	DisableConfirmationModals bool `json:"disable_confirmation_modals,omitempty"`
}

type orderRequest struct {
	cart
	AutoCapture bool `json:"auto_capture"`
}

type category struct {
	Identifier string `json:"identifier"`
	Name       string `json:"name"`
}

type sessionView struct {
	sessionRequest
	SessionID          string     `json:"session_id,omitempty"`
	ClientToken        string     `json:"client_token"`
	Categories         []category `json:"payment_method_categories"`
	Status             string     `json:"status,omitempty"`
	AuthorizationToken string     `json:"authorization_token,omitempty"`
	ExpiresAt          string     `json:"expires_at,omitempty"`
}

type paymentMethod struct {
	Type string `json:"type"`
}

type placedView struct {
	OrderID                 string        `json:"order_id"`
	RedirectURL             string        `json:"redirect_url,omitempty"`
	FraudStatus             string        `json:"fraud_status"`
	AuthorizedPaymentMethod paymentMethod `json:"authorized_payment_method"`
}

type shippingInfo struct {
	ShippingCompany       string `json:"shipping_company,omitempty"`
	ShippingMethod        string `json:"shipping_method,omitempty"`
	TrackingNumber        string `json:"tracking_number,omitempty"`
	TrackingURI           string `json:"tracking_uri,omitempty"`
	ReturnShippingCompany string `json:"return_shipping_company,omitempty"`
	ReturnTrackingNumber  string `json:"return_tracking_number,omitempty"`
	ReturnTrackingURI     string `json:"return_tracking_uri,omitempty"`
}

type captureRequest struct {
	CapturedAmount *int64         `json:"captured_amount"`
	Description    string         `json:"description,omitempty"`
	Reference      string         `json:"reference,omitempty"`
	OrderLines     []orderLine    `json:"order_lines,omitempty"`
	ShippingInfo   []shippingInfo `json:"shipping_info,omitempty"`
	ShippingDelay  int64          `json:"shipping_delay,omitempty"`
}

type refundRequest struct {
	RefundedAmount *int64      `json:"refunded_amount"`
	Description    string      `json:"description,omitempty"`
	Reference      string      `json:"reference,omitempty"`
	OrderLines     []orderLine `json:"order_lines,omitempty"`
}

type captureView struct {
	CaptureID       string         `json:"capture_id"`
	KlarnaReference string         `json:"klarna_reference"`
	CapturedAmount  int64          `json:"captured_amount"`
	CapturedAt      string         `json:"captured_at"`
	Description     string         `json:"description,omitempty"`
	Reference       string         `json:"reference,omitempty"`
	RefundedAmount  int64          `json:"refunded_amount"`
	OrderLines      []orderLine    `json:"order_lines,omitempty"`
	ShippingInfo    []shippingInfo `json:"shipping_info,omitempty"`
}

type refundView struct {
	RefundID       string      `json:"refund_id"`
	RefundedAmount int64       `json:"refunded_amount"`
	RefundedAt     string      `json:"refunded_at"`
	Description    string      `json:"description,omitempty"`
	Reference      string      `json:"reference,omitempty"`
	OrderLines     []orderLine `json:"order_lines,omitempty"`
}

type orderView struct {
	OrderID             string        `json:"order_id"`
	Status              string        `json:"status"`
	FraudStatus         string        `json:"fraud_status"`
	PurchaseCountry     string        `json:"purchase_country"`
	PurchaseCurrency    string        `json:"purchase_currency"`
	Locale              string        `json:"locale"`
	OrderAmount         int64         `json:"order_amount"`
	OriginalOrderAmount int64         `json:"original_order_amount"`
	CapturedAmount      int64         `json:"captured_amount"`
	RefundedAmount      int64         `json:"refunded_amount"`
	RemainingAmount     int64         `json:"remaining_authorized_amount"`
	OrderLines          []orderLine   `json:"order_lines"`
	MerchantReference1  string        `json:"merchant_reference1,omitempty"`
	MerchantReference2  string        `json:"merchant_reference2,omitempty"`
	KlarnaReference     string        `json:"klarna_reference"`
	BillingAddress      *address      `json:"billing_address,omitempty"`
	ShippingAddress     *address      `json:"shipping_address,omitempty"`
	CreatedAt           string        `json:"created_at"`
	ExpiresAt           string        `json:"expires_at"`
	Captures            []captureView `json:"captures"`
	Refunds             []refundView  `json:"refunds"`
}
