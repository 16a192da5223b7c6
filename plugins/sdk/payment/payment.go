// Package payment is the contract of a payment plugin as plain Go. A plugin implements Provider; the host holds a
// Provider that speaks to the plugin's process.
//
// An attempt goes: Authorize -> authorized | pending | redirect | form post | declined | unknown.
// After the customer is back, Complete tells where it stands; a webhook may tell earlier; Status tells at any time.
// Authorized money is then captured, voided or refunded.
package payment

import (
	"context"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Provider is what a payment plugin serves. Calls that move money (Authorize, Complete, Capture, Void, Refund) carry an
// idempotency key: the same key with the same request has the effect of one call and gives the same answer. Errors are
// *base.Error; when a call may have taken effect at the provider, OutcomeUnknown is set.
type Provider interface {
	// Methods lists the methods, retired ones included. It never calls the provider.
	Methods(ctx context.Context) ([]Method, error)
	// Start opens, updates or reads a session for a widget or an express button.
	Start(ctx context.Context, r StartRequest) (Session, error)
	// Authorize asks for the money and answers without waiting for the customer.
	Authorize(ctx context.Context, r AuthorizeRequest) (Outcome, error)
	// Complete tells where the attempt stands when the customer is back, and takes the last step if one is needed. It may
	// be called any number of times.
	Complete(ctx context.Context, r CompleteRequest) (Outcome, error)
	// HandleWebhook checks a notification and translates it, without moving money. A forged one is base.Forged.
	HandleWebhook(ctx context.Context, r base.WebhookRequest) (WebhookAnswer, error)
	// Capture takes authorized money, whole or in part. Of a provider that takes it only as a whole a part is declined with
	// CodeOnlyWhole.
	Capture(ctx context.Context, r CaptureRequest) (Receipt, error)
	// Void gives up what is left of an authorization, or withdraws what the provider still decides when the shop has ended the
	// attempt; of what cannot be withdrawn Status goes on to say that it is pending. What the provider took beyond r.Captured is no
	// rest: it is declined with CodeCaptured. A provider without a call for the rest is answered for with CodeLapses.
	Void(ctx context.Context, r VoidRequest) (Receipt, error)
	// Refund gives captured money back, whole or in part.
	Refund(ctx context.Context, r RefundRequest) (Receipt, error)
	// Status reads the truth at the provider and changes nothing. Outcome is Declined with code CodeNotFound when the
	// attempt never reached the provider. The host asks while nobody knows an outcome, and once a day as long as goods wait to be
	// dispatched for an authorized payment, which somebody may have cancelled or captured in the provider's own back office: then
	// State says Voided, or what was Captured. A plugin that cannot read the provider answers from what it knows, or not_supported.
	Status(ctx context.Context, r StatusRequest) (State, error)
}

// Method is one payment method as the customer sees it.
type Method struct {
	Code           string    // unique in the shop, lower case, "klarnapaylater"
	Title          base.Text // names the method
	Hint           base.Text // one sentence below the title
	ToggleTip      base.Text // explains at length
	Logo           base.Image
	Flow           Flow
	Countries      []string            // of the billing address, ISO alpha-2; empty means all
	Currencies     []string            // ISO 4217; empty means all
	CustomerTypes  []base.CustomerType // empty means all
	Min            base.Money          // smallest order total, inclusive
	Max            base.Money          // largest order total, inclusive
	MaxPrivate     base.Money          // of private customers, where theirs is lower than Max
	Fee            base.Money          // added to the order total
	DeliveryKinds  []base.DeliveryKind // with which it is offered; empty means all
	Requirements   []Requirement       // that the shop must meet
	CapturesAtOnce bool                // an authorized payment is already captured
	Express        bool                // Start can open a session from the cart
	Retired        bool                // not offered; old orders still show the title
	RetiredReason  string              // for the operator
	Sort           int                 // small first
	TermDays       int                 // time to pay; 0 means none
	// BrowserOrigins that the shopper's browser needs: to load a script or a frame, to call, to post a form. Each is one (base.IsOrigin),
	// and they are at most MaxOrigins.
	BrowserOrigins []string
	BrowserData    bool // the provider asks for the browser's address and user agent, which Authorize then has
}

// MaxOrigins is how many origins of one method browsers are let through to; the shop leaves out the others. They stand in the answer to
// every page of the shop, and browsers and proxies take no head of any length.
const MaxOrigins = 20

// Flow says what the browser has to do for a method.
type Flow int32

// The flows.
const (
	FlowUnspecified Flow = iota
	FlowSimple           // nothing
	FlowRedirect         // leave for the provider's page and come back
	FlowFormPost         // post a form to the provider's page
	FlowWidget           // show the provider's widget, opened with a client token
	FlowCardForm         // show a card form whose data goes to the provider only
	FlowWallet           // open a wallet sheet of the browser or the device
)

// Requirement is a condition that only the shop can check.
type Requirement int32

// The requirements.
const (
	RequireUnspecified Requirement = iota
	RequireApplePayBrowser
	RequireSameAddress // billing and delivery are the same
	RequirePhone
	RequireDateOfBirth // passed as client data "date_of_birth", YYYY-MM-DD
	RequireSession     // a session from Start is open
	RequireAccount     // a full account, logged in
)

// LineKind is what an order line is.
type LineKind int32

// The kinds of line. The zero value counts as LinePhysical.
const (
	LineUnspecified LineKind = iota
	LinePhysical
	LineDigital // a service or licence, such as a warranty
	LineShipping
	LineFee
	LineDiscount // its total is negative
)

// Line is one line of the order. The totals of all lines add up to the purchase's amount.
type Line struct {
	Kind      LineKind
	SKU       string
	Name      string // as the customer reads it; empty for lines that are not goods
	Quantity  int
	UnitPrice base.Money // gross
	Total     base.Money // gross
	TaxRate   int        // hundredths of a percent: 1900 is 19 %
	Tax       base.Money // contained in Total
	URL       string
	ImageURL  string
}

// Customer is who pays.
type Customer struct {
	Type      base.CustomerType
	ID        string // the shop's customer number; empty for a guest
	Email     string
	VATID     string
	IP        string // of the customer's device; empty but in Authorize of a method with BrowserData
	UserAgent string // of the customer's browser; the same
}

// Purchase is what is paid for.
type Purchase struct {
	OrderNumber  string // as the customer reads it; empty before the order exists
	Attempt      int    // of the order, from 1; 0 before the order exists
	Amount       base.Money
	Lines        []Line
	Customer     Customer
	Billing      *base.Address // nil in an express checkout
	Delivery     *base.Address // nil in an express checkout; equal to Billing when none differs
	DeliveryKind base.DeliveryKind
	Locale       string // BCP 47, "de-DE"
	// CheckoutID names the shop's checkout, the same in Start and Authorize. A session that the browser names, and not the shop,
	// is bound to it.
	CheckoutID string
}

// URLs of the shop that the provider needs, absolute.
type URLs struct {
	Return  string // where the customer comes back after paying
	Cancel  string // where the customer comes back after giving up
	Webhook string // receives notifications for this plugin
}

// Session is an opened session at the provider.
type Session struct {
	ID          string
	ClientToken string            // for the provider's script
	ClientData  map[string]string // for the browser: fields of a form, a signature, a merchant session
	RedirectURL string            // for an express checkout by redirect
	ExpiresAt   time.Time         // zero means unknown
	Buyer       *Buyer            // once the customer agreed
}

// Buyer is what an express provider tells about the customer.
type Buyer struct {
	Email    string
	Billing  *base.Address
	Delivery *base.Address
}
