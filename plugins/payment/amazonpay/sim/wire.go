package sim

// The objects of the API, as they stand in requests and answers.

type price struct {
	Amount       string `json:"amount"`
	CurrencyCode string `json:"currencyCode"`
}

type webDetails struct {
	CheckoutReviewReturnURL string `json:"checkoutReviewReturnUrl,omitempty"`
	CheckoutResultReturnURL string `json:"checkoutResultReturnUrl,omitempty"`
	CheckoutCancelURL       string `json:"checkoutCancelUrl,omitempty"`
	CheckoutMode            string `json:"checkoutMode,omitempty"`
}

type webAnswer struct {
	webDetails
	AmazonPayRedirectURL *string `json:"amazonPayRedirectUrl"`
}

type paymentDetails struct {
	PaymentIntent                 string `json:"paymentIntent,omitempty"`
	CanHandlePendingAuthorization bool   `json:"canHandlePendingAuthorization"`
	ChargeAmount                  *price `json:"chargeAmount,omitempty"`
	TotalOrderAmount              *price `json:"totalOrderAmount,omitempty"`
	PresentmentCurrency           string `json:"presentmentCurrency,omitempty"`
	SoftDescriptor                string `json:"softDescriptor,omitempty"`
}

type metadata struct {
	MerchantReferenceID string `json:"merchantReferenceId,omitempty"`
	MerchantStoreName   string `json:"merchantStoreName,omitempty"`
	NoteToBuyer         string `json:"noteToBuyer,omitempty"`
	CustomInformation   string `json:"customInformation,omitempty"`
}

type address struct {
	Name          string `json:"name"`
	AddressLine1  string `json:"addressLine1"`
	AddressLine2  string `json:"addressLine2,omitempty"`
	AddressLine3  string `json:"addressLine3,omitempty"`
	City          string `json:"city"`
	StateOrRegion string `json:"stateOrRegion,omitempty"`
	PostalCode    string `json:"postalCode"`
	CountryCode   string `json:"countryCode"`
	PhoneNumber   string `json:"phoneNumber,omitempty"`
}

type restrictions struct {
	AddressRestrictions struct {
		Type         string              `json:"type"`
		Restrictions map[string]struct{} `json:"restrictions"`
	} `json:"addressRestrictions"`
	SpecialRestrictions []string `json:"specialRestrictions,omitempty"`
}

// payload is what the button carries, signed.
type payload struct {
	WebCheckoutDetails     *webDetails     `json:"webCheckoutDetails"`
	StoreID                string          `json:"storeId"`
	Scopes                 []string        `json:"scopes,omitempty"`
	DeliverySpecifications *restrictions   `json:"deliverySpecifications,omitempty"`
	ChargePermissionType   string          `json:"chargePermissionType,omitempty"`
	PaymentDetails         *paymentDetails `json:"paymentDetails,omitempty"`
	MerchantMetadata       *metadata       `json:"merchantMetadata,omitempty"`
	AddressDetails         *address        `json:"addressDetails,omitempty"`
	PlatformID             string          `json:"platformId,omitempty"`
}

type update struct {
	WebCheckoutDetails *webDetails     `json:"webCheckoutDetails,omitempty"`
	PaymentDetails     *paymentDetails `json:"paymentDetails,omitempty"`
	MerchantMetadata   *metadata       `json:"merchantMetadata,omitempty"`
	PlatformID         string          `json:"platformId,omitempty"`
	SupplementaryData  string          `json:"supplementaryData,omitempty"`
}

type buyer struct {
	BuyerID     string `json:"buyerId"`
	Name        string `json:"name"`
	Email       string `json:"email"`
	PhoneNumber string `json:"phoneNumber,omitempty"`
}

type constraint struct {
	ConstraintID string `json:"constraintId"`
	Description  string `json:"description"`
}

type preference struct {
	PaymentDescriptor string `json:"paymentDescriptor"`
}

type status struct {
	State                string  `json:"state"`
	ReasonCode           *string `json:"reasonCode"`
	ReasonDescription    *string `json:"reasonDescription"`
	LastUpdatedTimestamp string  `json:"lastUpdatedTimestamp"`
}

// sessionView shows what is not there as null, as Amazon does; a completed session names little more than its charge.
type sessionView struct {
	CheckoutSessionID   string          `json:"checkoutSessionId"`
	WebCheckoutDetails  *webAnswer      `json:"webCheckoutDetails"`
	ProductType         *string         `json:"productType"`
	PaymentDetails      *paymentDetails `json:"paymentDetails"`
	MerchantMetadata    *metadata       `json:"merchantMetadata"`
	Buyer               *buyer          `json:"buyer"`
	ShippingAddress     *address        `json:"shippingAddress"`
	BillingAddress      *address        `json:"billingAddress"`
	PaymentPreferences  []*preference   `json:"paymentPreferences"`
	StatusDetails       status          `json:"statusDetails"`
	Constraints         []constraint    `json:"constraints"`
	CreationTimestamp   string          `json:"creationTimestamp"`
	ExpirationTimestamp string          `json:"expirationTimestamp"`
	ChargePermissionID  *string         `json:"chargePermissionId"`
	ChargeID            *string         `json:"chargeId"`
	StoreID             string          `json:"storeId"`
	ReleaseEnvironment  string          `json:"releaseEnvironment"`
}

type permissionView struct {
	ChargePermissionID string   `json:"chargePermissionId"`
	MerchantMetadata   metadata `json:"merchantMetadata"`
	Limits             limits   `json:"limits"`
	StatusDetails      struct {
		State string `json:"state"`
	} `json:"statusDetails"`
}

type limits struct {
	AmountLimit   price `json:"amountLimit"`
	AmountBalance price `json:"amountBalance"`
}

type chargeView struct {
	ChargeID                      string  `json:"chargeId"`
	ChargePermissionID            string  `json:"chargePermissionId"`
	ChargeAmount                  price   `json:"chargeAmount"`
	CaptureAmount                 *price  `json:"captureAmount"`
	RefundedAmount                *price  `json:"refundedAmount"`
	SoftDescriptor                *string `json:"softDescriptor"`
	CanHandlePendingAuthorization bool    `json:"canHandlePendingAuthorization"`
	CreationTimestamp             string  `json:"creationTimestamp"`
	ExpirationTimestamp           string  `json:"expirationTimestamp"`
	StatusDetails                 status  `json:"statusDetails"`
	MerchantMetadata              any     `json:"merchantMetadata"` // null: the permission has it
}

type refundView struct {
	RefundID          string  `json:"refundId"`
	ChargeID          string  `json:"chargeId"`
	RefundAmount      price   `json:"refundAmount"`
	SoftDescriptor    *string `json:"softDescriptor"`
	CreationTimestamp string  `json:"creationTimestamp"`
	StatusDetails     status  `json:"statusDetails"`
}
