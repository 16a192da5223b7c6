package main

import (
	"strings"
	"time"
)

// The parts of Checkout v2 that this plugin writes and reads.

type session struct {
	ID           string           `json:"checkoutSessionId"`
	Web          webDetails       `json:"webCheckoutDetails"`
	Payment      paymentDetails   `json:"paymentDetails"`
	Merchant     merchantMetadata `json:"merchantMetadata"`
	Buyer        buyer            `json:"buyer"`
	Shipping     *address         `json:"shippingAddress"`
	Billing      *address         `json:"billingAddress"`
	Preferences  []preference     `json:"paymentPreferences"`
	Constraints  []constraint     `json:"constraints"`
	Status       statusDetails    `json:"statusDetails"`
	Expires      stamp            `json:"expirationTimestamp"`
	PermissionID string           `json:"chargePermissionId"`
	ChargeID     string           `json:"chargeId"`
}

type webDetails struct {
	ReviewURL   string `json:"checkoutReviewReturnUrl,omitempty"`
	ResultURL   string `json:"checkoutResultReturnUrl,omitempty"`
	CancelURL   string `json:"checkoutCancelUrl,omitempty"`
	Mode        string `json:"checkoutMode,omitempty"`
	RedirectURL string `json:"amazonPayRedirectUrl,omitempty"` // read only
}

type paymentDetails struct {
	Intent      string `json:"paymentIntent,omitempty"`
	Pending     *bool  `json:"canHandlePendingAuthorization,omitempty"`
	Amount      *price `json:"chargeAmount,omitempty"`
	Presentment string `json:"presentmentCurrency,omitempty"`
	Descriptor  string `json:"softDescriptor,omitempty"`
}

type merchantMetadata struct {
	Reference string `json:"merchantReferenceId,omitempty"`
	StoreName string `json:"merchantStoreName,omitempty"`
	Custom    string `json:"customInformation,omitempty"` // the buyer does not see it
}

type buyer struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Phone string `json:"phoneNumber"`
}

type address struct {
	Name       string `json:"name"`
	Line1      string `json:"addressLine1"`
	Line2      string `json:"addressLine2,omitempty"`
	Line3      string `json:"addressLine3,omitempty"`
	City       string `json:"city"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"countryCode"`
	Phone      string `json:"phoneNumber,omitempty"`
}

type preference struct {
	Descriptor string `json:"paymentDescriptor"`
}

type constraint struct {
	ID string `json:"constraintId"`
}

type statusDetails struct {
	State   string `json:"state"`
	Reason  string `json:"reasonCode"`
	Updated stamp  `json:"lastUpdatedTimestamp"`
}

type buttonPayload struct {
	Web      webDetails        `json:"webCheckoutDetails"`
	StoreID  string            `json:"storeId"`
	Scopes   []string          `json:"scopes"`
	Delivery *deliverySpec     `json:"deliverySpecifications,omitempty"`
	Payment  *paymentDetails   `json:"paymentDetails,omitempty"`
	Merchant *merchantMetadata `json:"merchantMetadata,omitempty"`
	Address  *address          `json:"addressDetails,omitempty"`
}

type deliverySpec struct {
	Restrictions struct {
		Type      string              `json:"type"`
		Countries map[string]struct{} `json:"restrictions"`
	} `json:"addressRestrictions"`
}

type updateSession struct {
	Web      *webDetails       `json:"webCheckoutDetails,omitempty"`
	Payment  *paymentDetails   `json:"paymentDetails,omitempty"`
	Merchant *merchantMetadata `json:"merchantMetadata,omitempty"`
}

type completeSession struct {
	Amount price `json:"chargeAmount"`
}

type permission struct {
	Merchant merchantMetadata `json:"merchantMetadata"`
	Limits   struct {
		Limit   *price `json:"amountLimit"`
		Balance *price `json:"amountBalance"` // what of the limit is neither held nor taken
	} `json:"limits"`
}

type charge struct {
	ID           string           `json:"chargeId"`
	PermissionID string           `json:"chargePermissionId"`
	Amount       price            `json:"chargeAmount"`
	Captured     *price           `json:"captureAmount"`
	Refunded     *price           `json:"refundedAmount"`
	Status       statusDetails    `json:"statusDetails"`
	Expires      stamp            `json:"expirationTimestamp"`
	Merchant     merchantMetadata `json:"merchantMetadata"`
}

type createCharge struct {
	PermissionID string `json:"chargePermissionId"`
	Amount       price  `json:"chargeAmount"`
	CaptureNow   bool   `json:"captureNow"`
	Descriptor   string `json:"softDescriptor,omitempty"`
}

type captureCharge struct {
	Amount     price  `json:"captureAmount"`
	Descriptor string `json:"softDescriptor,omitempty"`
}

type cancelCharge struct {
	Reason string `json:"cancellationReason"`
}

type closePermission struct {
	Reason string `json:"closureReason"`
}

type createRefund struct {
	ChargeID   string `json:"chargeId"`
	Amount     price  `json:"refundAmount"`
	Descriptor string `json:"softDescriptor,omitempty"`
}

type refund struct {
	ID       string        `json:"refundId"`
	ChargeID string        `json:"chargeId"`
	Amount   price         `json:"refundAmount"`
	Status   statusDetails `json:"statusDetails"`
}

type problem struct {
	ReasonCode string `json:"reasonCode"`
}

// States of a session, a charge and a refund.
const (
	stateOpen       = "Open"
	stateCompleted  = "Completed"
	stateCanceled   = "Canceled"
	stateInitiated  = "AuthorizationInitiated"
	stateAuthorized = "Authorized"
	stateCapturing  = "CaptureInitiated"
	stateCaptured   = "Captured"
	stateDeclined   = "Declined"
	stateRefunded   = "Refunded"
)

// modeProcessOrder is a session that the buyer confirms without coming back to the shop in between.
const modeProcessOrder = "ProcessOrder"

const stampLayout = "20060102T150405Z"

// stamp is a time in Amazon's basic form or in RFC 3339. One that is neither counts as missing.
type stamp struct{ time.Time }

// UnmarshalJSON reads both forms.
func (s *stamp) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), `"`)
	for _, layout := range []string{stampLayout, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			s.Time = t
		}
	}
	return nil
}
