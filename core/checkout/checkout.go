// Package checkout turns a cart into an order. A Checkout is what the customer has entered so far, one per cart; an
// Attempt is one submit of it, with frozen prices, reserved stock and at most one payment. Each attempt is owned by one
// workflow (workflows/checkout); submit, the customer's return, webhooks, timers and operators are messages to it.
//
//	           ┌────────────► declined ─┐
//	created ─► authorizing ─► redirected ├─► failed (stock released, cart thawed, checkout type reinit)
//	           │    │  ▲         │       │
//	           │    ▼  └─────────┤       │
//	           │  unknown ───────┤  expired
//	           ▼                 ▼
//	        pending ─────────► confirmed (order placed, stock committed, cart emptied, mail in the outbox)
package checkout

import (
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Type is the kind of a checkout, which decides its start step.
type Type string

// The types of the spec.
const (
	Guest         Type = "guest"
	Customer      Type = "customer"
	Lite          Type = "lite"
	Reinit        Type = "reinit"
	ExpressAmazon Type = "expressAmazonPayCheckoutInit"
	ExpressPayPal Type = "expressPayPalCheckout"
)

// Checkout is what the customer has entered. It is keyed by the cart.
type Checkout struct {
	ID           string // UUID
	CartID       string
	Type         Type
	Lang         catalog.Lang
	Email        string
	Phone        string
	Business     bool
	VATID        string
	Invoice      *address.Address
	Delivery     *address.Address // nil: same as invoice
	PaymentCode  string
	ShippingCode string
	OrderID      int64  // of the last attempt, 0 before the first
	LastReason   string // why the last attempt failed: a translation key
	UpdatedAt    time.Time
}

// State is where an attempt stands.
type State string

// The states of an attempt. Confirmed and Failed are final; Pending is an order placed but not yet paid (prepayment).
const (
	Created     State = "created"
	Authorizing State = "authorizing"
	Redirected  State = "redirected"
	Unknown     State = "unknown"
	Pending     State = "pending"
	Confirmed   State = "confirmed"
	Failed      State = "failed"
)

// Line is a frozen line of an attempt.
type Line struct {
	ProductID     int64        `json:"productId"`
	ArticleNumber string       `json:"articleNumber"`
	Name          string       `json:"name"`
	Image         string       `json:"image"`
	Quantity      int          `json:"quantity"`
	Unit          money.Amount `json:"unit"`
	TaxRate       int64        `json:"taxRate"`
	WarrantyID    int64        `json:"warrantyId,omitempty"`
	Warranty      money.Amount `json:"warranty,omitzero"`
}

// Attempt is one submit. Its workflow's ID is "checkout-" + ID. OrderID names the order that it becomes; the order row
// exists from the freeze on, as awaiting payment.
type Attempt struct {
	ID         string // UUID
	CheckoutID string
	CartID     string
	Number     int // 1 for the first of the checkout
	OrderID    int64
	State      State
	Lines      []Line
	Totals     pricing.Totals
	Payment    Payment
	CreatedAt  time.Time
}

// Payment is an attempt's payment as far as it is known.
type Payment struct {
	Code         string            `json:"code"`      // method
	Plugin       string            `json:"plugin"`    // name and version that began it
	Reference    string            `json:"reference"` // the provider's, unique per provider
	RedirectURL  string            `json:"redirectUrl,omitempty"`
	Instructions map[string]string `json:"instructions,omitempty"` // for the customer: iban, bic, holder, purpose, dueDate
	Reason       string            `json:"reason,omitempty"`       // why it was declined: a translation key
	Captured     bool              `json:"captured"`
}
