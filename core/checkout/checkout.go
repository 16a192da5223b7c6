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
//	        pending ─────────► confirmed
//	           └─────────────► failed (the money did not come, or another amount: the order is cancelled)
//
// The first of pending and confirmed places the order: stock sold, cart emptied, mail in the outbox.
package checkout

import (
	"fmt"
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
	ID            string // UUID
	CartID        string
	Version       int64 // grows with every change; freezing names the one that was priced
	Type          Type
	CustomerID    int64 // 0 is a guest
	Lang          catalog.Lang
	Email         string
	Phone         string
	Business      bool
	VATID         string
	Invoice       *address.Address
	Delivery      *address.Address // nil: same as invoice
	PaymentCode   string
	ShippingCodes []string               // chosen, one per delivery; may be fewer or more than there are deliveries now
	NoRisk        bool                   // the no-risk-much-fun package was added
	Sessions      map[string]OpenSession // at providers, by method code
	OrderID       int64                  // of the last attempt, 0 before the first
	LastReason    string                 // why the last attempt failed: a translation key
	Told          bool                   // the customer was shown LastReason
	UpdatedAt     time.Time
}

// DeliveryAddress is where the goods go: the delivery address, or the invoice address where there is none; nil when
// neither is known.
func (c *Checkout) DeliveryAddress() *address.Address {
	if c.Delivery != nil {
		return c.Delivery
	}
	return c.Invoice
}

// billed reports whether the invoice address is one that a business agreed with the shop: abroad, or with a VAT id.
func (c *Checkout) billed() bool {
	return c.CustomerID != 0 && c.Business && c.Invoice != nil && (c.Invoice.CountryID != address.Germany || c.VATID != "")
}

// billedVATID gives the VAT id of a business where it is one of the country that is billed, else "": an express provider may
// tell another country than the one that the id was given for.
func (c *Checkout) billedVATID() string {
	if !c.Business || c.VATID == "" || c.Invoice == nil {
		return ""
	}
	id, reason := address.VATID(c.VATID, c.Invoice.CountryID)
	if reason != "" {
		return ""
	}
	return id
}

// reachable reports whether the customer left a telephone number.
func (c *Checkout) reachable() bool {
	return c.Phone != "" || c.Invoice != nil && c.Invoice.TelephoneNumber != ""
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

// Open reports whether the attempt may still become an order: it holds the cart and blocks another attempt.
func (s State) Open() bool {
	return s == Created || s == Authorizing || s == Redirected || s == Unknown
}

// Placed reports whether the attempt has become an order.
func (s State) Placed() bool { return s == Pending || s == Confirmed }

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
	WarrantyTitle catalog.Text `json:"warrantyTitle,omitzero"` // which one, as it was offered; empty in orders of earlier programs
	Campus        bool         `json:"campus,omitempty"`       // at the price of the campus programme

	Condition catalog.Condition    `json:"condition,omitempty"` // in which it is sold; "" is new
	Bundle    []catalog.BundlePart `json:"bundle,omitempty"`    // what comes in the pack with it
}

// Price is what one piece costs with its warranty, as the sums of the order count it.
func (l *Line) Price(netOnly bool) money.Amount {
	return pricing.Item{Unit: l.Unit, TaxRate: l.TaxRate, Warranty: l.Warranty}.Price(netOnly)
}

// Attempt is one submit. Its workflow's ID is "checkout-" + ID. OrderID names the order that it becomes; the order row
// exists from the freeze on, as awaiting payment.
type Attempt struct {
	ID         string         `json:"id"` // UUID
	CheckoutID string         `json:"checkoutId"`
	CartID     string         `json:"cartId"`
	Number     int            `json:"number"` // 1 for the first of the checkout
	OrderID    int64          `json:"orderId"`
	State      State          `json:"state"`
	Lines      []Line         `json:"lines"`
	Deliveries []Delivery     `json:"deliveries"` // every line is in one
	Totals     pricing.Totals `json:"totals"`
	Payment    Payment        `json:"payment"`
	SessionID  string         `json:"sessionId,omitempty"` // at the provider, that it pays with
	DueAt      time.Time      `json:"dueAt,omitzero"`      // redirected: when the window closes; pending: when the money must have come; authorizing: see Start.Asked; else zero
	CreatedAt  time.Time      `json:"createdAt,omitzero"`
	Held       bool           `json:"held,omitempty"` // an operator keeps it still, see Desk.Hold
}

// Key is the idempotency key of the attempt's Authorize. Other calls that move money append what they do.
func (a *Attempt) Key() string { return fmt.Sprintf("%d-%d", a.OrderID, a.Number) }

// Settled is the attempt as it stands.
func (a *Attempt) Settled() Settled {
	return Settled{State: a.State, DueAt: a.DueAt, RemindAt: a.remindAt()}
}

// remindAt is when the customer is reminded of a transfer that has not come: two fifths of the time before it is over, which is two
// days of five. Zero where there is nothing to remind of.
func (a *Attempt) remindAt() time.Time {
	if a.State != Pending || a.DueAt.IsZero() || len(a.Payment.Instructions) == 0 {
		return time.Time{}
	}
	return a.DueAt.Add(-a.DueAt.Sub(a.CreatedAt) * 2 / 5)
}

// AwaitsDecision reports whether an order waits for its provider to decide, as of a bank about a credit, and not for the customer's
// money.
func (a *Attempt) AwaitsDecision() bool {
	return a.State == Pending && a.Payment.Flow != FlowSimple && len(a.Payment.Instructions) == 0
}

// Ref names the attempt's payment at its plugin.
func (a *Attempt) Ref() PaymentRef {
	return PaymentRef{
		Plugin: at(a.Payment.Plugin, a.Payment.Version), MethodCode: a.Payment.Code, Reference: a.Payment.Reference,
		IdempotencyKey: a.Key(), OrderID: a.OrderID, AttemptID: a.ID, Attempt: a.Number, Amount: a.Totals.Total,
	}
}

// Payment is an attempt's payment as far as it is known.
type Payment struct {
	Code         string            `json:"code"`           // method
	Plugin       string            `json:"plugin"`         // that began it
	Version      string            `json:"version"`        // of the plugin; "" when none ran
	Flow         string            `json:"flow"`           // of the method
	Host         string            `json:"host,omitempty"` // the partner's where the customer ordered and comes back to; "" for the shop's own
	Reference    string            `json:"reference"`      // the provider's, unique per plugin
	Outcome      Outcome           `json:"outcome,omitempty"`
	RedirectURL  string            `json:"redirectUrl,omitempty"`
	Fields       map[string]string `json:"fields,omitempty"`       // of a form to post to RedirectURL
	Instructions map[string]string `json:"instructions,omitempty"` // for the customer, by InstructionKeys
	Further      []Instruction     `json:"further,omitempty"`      // the others, in their order
	Reason       string            `json:"reason,omitempty"`       // why it was declined: a translation key
	Captured     bool              `json:"captured"`
	Open         bool              `json:"open,omitempty"`     // it failed, and its provider still works on it: a decision that nobody waits for, to be withdrawn there
	Late         bool              `json:"late,omitempty"`     // it had failed when the provider told of money, or of a decision to come
	ExpiresAt    time.Time         `json:"expiresAt,omitzero"` // until when money that is promised can be taken; zero: never, or unknown
	DueAt        time.Time         `json:"dueAt,omitzero"`     // on account: until when goods that leave on the day of the order are to be paid
}

// at names a plugin with a version: "paypal@1.2.0".
func at(plugin, version string) string {
	if version == "" {
		return plugin
	}
	return plugin + "@" + version
}
