package checkout

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// Method is a payment method that a plugin offers.
type Method struct {
	Code          string
	Plugin        string
	Title         catalog.Text
	Hint          catalog.Text // one line below the title
	Tip           catalog.Text // the toggle tip's text
	LogoURL       string       // served by the shop: /plugins/logo/{code}
	Flow          string       // simple, redirect, form_post, widget, wallet
	Fee           money.Amount
	Countries     []int // of billing; empty is all
	CustomerTypes []string
	Min, Max      money.Amount   // of the order; zero is open
	MaxPrivate    money.Amount   // of a private customer's order, besides Max; zero is open
	Kinds         []DeliveryKind // with which it is offered; empty is all
	Needs         []Need
	Express       bool // a session can be opened from the cart
	// Origins of the provider that the browser may load scripts and frames from, call, and post forms to.
	Origins []string
	Browser bool // it asks for the shopper's Browser
	Retired bool
	Sort    int
}

// CashOnDelivery is the code of the method whose money the carrier collects.
const CashOnDelivery = "cod"

// PickupOnly reports whether the method is only for goods that the customer collects.
func (m Method) PickupOnly() bool { return len(m.Kinds) == 1 && m.Kinds[0] == KindPickup }

// Need is what a method asks of the shop before it may be offered.
type Need string

// The needs.
const (
	NeedApplePay    Need = "apple_pay_browser"
	NeedSameAddress Need = "same_address"
	NeedPhone       Need = "phone"
	NeedBirthDate   Need = "date_of_birth" // in the submit's client data, YYYY-MM-DD
	NeedSession     Need = "session"       // an open PaymentSession
	NeedAccount     Need = "account"
)

// DeliveryKind is how goods reach the customer.
type DeliveryKind string

// The kinds.
const (
	KindHome        DeliveryKind = "home"
	KindPackstation DeliveryKind = "packstation"
	KindParcelShop  DeliveryKind = "parcel_shop"
	KindPickup      DeliveryKind = "pickup"
	KindFreight     DeliveryKind = "freight"
)

// Outcome is what a payment plugin answered.
type Outcome string

// The outcomes. Unknown means that the provider may or may not have acted: ask Status, never authorize again.
const (
	OutcomeAuthorized Outcome = "authorized"
	// OutcomeApproved comes by webhook only: the customer approved at the provider, no money moved yet; Complete does that.
	OutcomeApproved Outcome = "approved"
	OutcomeVoided   Outcome = "voided"   // by webhook or Status: the provider released or never took the money
	OutcomeRefunded Outcome = "refunded" // by webhook or Status
	OutcomePending  Outcome = "pending"
	OutcomeRedirect Outcome = "redirect"
	OutcomeFormPost Outcome = "form_post"
	OutcomeDeclined Outcome = "declined"
	OutcomeUnknown  Outcome = "unknown"
	// OutcomeDisputed comes by webhook only: the Dispute of the result was opened, or has gone on or ended. It moves nothing.
	OutcomeDisputed Outcome = "disputed"
)

// Reasons of a declined payment that the shop treats in a way of its own.
const (
	ReasonCancelled = "customer_cancelled"       // the customer turned back at the provider
	ReasonNotFound  = "payment_not_found"        // Status only: the provider never heard of the attempt
	ReasonDeclined  = "payment_declined"         // where the plugin gives none
	ReasonExpired   = "payment_expired"          // the customer did not come back
	ReasonTakenBack = "payment_declined_voided"  // somebody gave it up at the provider, as in the merchant's account there
	ReasonLapsed    = "payment_declined_expired" // the time to pay ran out at the provider
	ReasonAmount    = "payment_amount_differs"   // the provider authorized another amount than the order's, which goes back
	ReasonNotPaid   = "payment_not_received"
	ReasonLeft      = "payment_left" // the customer went back to change something
	ReasonDown      = "payment_unavailable"

	// ReasonUnderWay never reaches a customer: the attempt is ended first.
	ReasonUnderWay = "checkout_attempt_under_way"

	ReasonReferenceTaken = "payment_reference_taken" // the provider named a payment that is another attempt's

	// Reasons that only operators meet.
	ReasonHeld      = "attempt_held"        // it is kept still
	ReasonPlaced    = "attempt_placed"      // it has become an order
	ReasonNotBegun  = "attempt_not_begun"   // the customer is waiting for its first answer
	ReasonGoingBack = "give_back_under_way" // the provider has agreed to give the money back, and works on it
	ReasonNotOwed   = "attempt_not_owed"    // no money came for it that has not gone back
)

// Result is the answer to Authorize, Complete and Status.
type Result struct {
	Outcome      Outcome
	Reference    string // the provider's
	Operation    string // of an event: the reference of the capture or refund that it is about; may be empty
	Captured     bool   // authorized and captured at once
	Amount       money.Amount
	Accepted     bool              // pending: the order may go ahead before the money comes (invoice, cash on delivery)
	ExpiresAt    time.Time         // pending: when the money must have come; redirect: when the page ends; zero is open
	URL          string            // redirect, form_post
	Fields       map[string]string // form_post
	Instructions map[string]string // pending: those of InstructionKeys
	Further      []Instruction     // pending: what else there is to know to pay, in order
	Reason       string            // declined: a translation key
	Open         bool              `json:",omitempty"` // declined by the shop: the provider still works on it, see Payment.Open
	Over         time.Time         `json:",omitzero"`  // pending: the day to pay that the plugin named, where that is over already; ExpiresAt is another then
	Broken       bool              `json:",omitempty"` // declined or voided: asked about a placed order, the provider says that it does not keep its promise
	Dispute      *Dispute          `json:",omitempty"` // disputed
}

// InstructionKeys are the keys of instructions that the shop has words of its own for, in the order in which a customer needs them.
var InstructionKeys = []string{"account_holder", "iban", "bic", "bank_name", "amount", "purpose", "due_date"}

// Instruction is a line of how to pay in the words of the plugin.
type Instruction struct {
	Label catalog.Text `json:"label"`
	Value string       `json:"value"`
}

// Purchase is what is paid for and by whom, as far as it is known: a session may open before there are addresses.
type Purchase struct {
	CheckoutID string // what a session is opened for, and paid with
	OrderID    int64  // 0 before the order exists
	Attempt    int    // number of the attempt, from 1; 0 before
	Amount     money.Amount
	Lines      []Line
	Shipping   money.Amount
	Discount   money.Amount // positive
	Fee        money.Amount // of the method, and of the no-risk-much-fun package
	Tax        money.Amount
	Invoice    address.Address
	Delivery   address.Address
	Kind       DeliveryKind
	Email      string
	Phone      string
	Business   bool
	VATID      string
	Lang       catalog.Lang
}

// AuthorizeRequest begins a payment. The IdempotencyKey derives from order and attempt number, so that a replay cannot
// charge again.
type AuthorizeRequest struct {
	Plugin         string // with the version that the attempt stays with, as in PaymentRef
	MethodCode     string
	IdempotencyKey string
	AttemptID      string
	Purchase
	Links
	SessionID string            // of the PaymentSession, for methods that have one
	Client    map[string]string // tokens from the browser's widget
	Browser   Browser           // for methods that ask for it
	OrderedAt time.Time         // when the customer ordered
}

// Browser is what a shopper's browser shows of itself. It is personal data: it goes to methods that ask for it, is kept until
// the attempt has its first answer, and is never logged.
type Browser struct {
	IP        string `json:"ip,omitempty"`
	UserAgent string `json:"userAgent,omitempty"`
	Host      string `json:"-"` // the partner's that it called the shop by, "" for the shop's own; Payment.Host keeps it
}

// Links are the shop's addresses that a provider needs, absolute.
type Links struct {
	ReturnURL  string
	CancelURL  string // ReturnURL with cancelled=1, which Complete gets in its query
	WebhookURL string
}

// PaymentRef names a payment at its plugin. Plugin is the one that began it, with its version ("paypal@1.2.0"); without
// one, or when that version is gone, the one that takes new attempts is asked.
type PaymentRef struct {
	Plugin         string
	MethodCode     string
	Reference      string // may be empty when the reply to Authorize was lost
	IdempotencyKey string // of the Authorize
	OrderID        int64
	AttemptID      string
	Attempt        int
	Amount         money.Amount
	Earlier        []string // the provider's references of what was captured, given up and given back of it so far, in order
}

// ReasonLapses is why the rest of a payment was not given up: its provider has no call for that, and lets it go by itself.
const ReasonLapses = "payment_operation_lapses"

// ReasonOnlyWhole is why a part of a payment was not taken: its provider takes all of it at once, or nothing.
const ReasonOnlyWhole = "payment_operation_only_whole"

// ReasonNotSupported is the reason of the fault of a plugin that has no such operation.
const ReasonNotSupported = "not_supported"

// The reasons of faults that the same call again is not likely to heal: a plugin's answer makes no sense, or it says that it failed
// and need not be tried again.
const (
	ReasonBadAnswer = "plugin_bad_answer"
	ReasonFailed    = "plugin_failed"
)

// Capture takes authorized money, of one delivery or of all. The same key takes it once.
type Capture struct {
	Key            string
	Amount         money.Amount
	Final          bool   // no further capture follows
	Carrier        string // of the shipment; may be empty
	TrackingNumber string // may be empty
	InvoiceNumber  string // of the legal invoice; empty when there is none yet
	InvoiceURL     string // of that invoice as PDF; may be empty
}

// Void gives up what is left of an authorization. The same key gives it up once.
type Void struct {
	Key      string
	Captured money.Amount // by the shop so far; of a payment that the provider took more of, nothing is given up
}

// Refund gives captured money back. The same key gives it back once.
type Refund struct {
	Key              string
	Amount           money.Amount
	CaptureReference string // of the capture's receipt; empty when the money was taken with the authorization
}

// Receipt is the answer to Capture and Refund.
type Receipt struct {
	Done      bool // false without a Reason: the provider still works on it
	Reference string
	Amount    money.Amount
	Reason    string // of a refusal: a translation key
}

// WebhookEvent is a verified event of a provider.
type WebhookEvent struct {
	ID        string // the provider's, unique per plugin
	Plugin    string
	Reference string
	OrderID   int64  // 0 if the provider did not name it
	AttemptID string // "" if the provider did not name it
	Result    Result
}

// WebhookCall is a provider's HTTP request as it arrived. It may be forged, repeated, late or garbage.
type WebhookCall struct {
	Method  string
	Path    string // what follows the plugin's webhook address; may be empty
	Query   string // raw
	Headers map[string][]string
	Body    []byte
}

// WebhookReply is what the provider wants to read once its events are stored. Status 0 is 204.
type WebhookReply struct {
	Status      int
	ContentType string
	Body        []byte
}

// Payments is the payment plugins, seen from the shop. core/pluginhost implements it. Faults: Unavailable when nothing
// was sent to the provider, Unknown when it may have been.
type Payments interface {
	// Methods gives all methods of running plugins, by Sort.
	Methods(ctx context.Context) ([]Method, error)
	// Version gives the version of the method's plugin that a new attempt of the cart begins with and stays with: the same
	// for each try of a cart while an operator changes nothing. "" when none runs.
	Version(method, cartID string) string
	// Authorize asks for the money. A method that needs a session and has none is fault Invalid (ReasonNoSession).
	Authorize(ctx context.Context, req AuthorizeRequest) (Result, error)
	// Complete is called when the customer came back, with the query parameters of the return address; "cancelled" is "1"
	// when it was the cancel address. It may be called any number of times.
	Complete(ctx context.Context, ref PaymentRef, query map[string]string) (Result, error)
	Status(ctx context.Context, ref PaymentRef) (Result, error)
	// Capture takes authorized money, whole or in part. A refusal is a receipt, not a fault: ReasonOnlyWhole for a part that is to be
	// asked for as a whole.
	Capture(ctx context.Context, ref PaymentRef, c Capture) (Receipt, error)
	// Void gives up an authorization, or what is left of it. A refusal is fault Conflict: ReasonLapses when the rest ends by itself.
	Void(ctx context.Context, ref PaymentRef, v Void) error
	// Refund gives captured money back, whole or in part. A refusal is a receipt, not a fault; a method that cannot refund
	// is fault Invalid (ReasonNotSupported).
	Refund(ctx context.Context, ref PaymentRef, r Refund) (Receipt, error)
	// Start opens, updates or reads a session. Fault Invalid (ReasonSessionGone) when the one named has ended.
	Start(ctx context.Context, req SessionRequest) (PaymentSession, error)
	// Webhook verifies a provider's call; a forged one is fault Forbidden ("webhook_forged").
	Webhook(ctx context.Context, plugin string, call WebhookCall) ([]WebhookEvent, WebhookReply, error)
}

// Process drives attempts; workflows/client implements it with Temporal.
type Process interface {
	// Submit starts the attempt's workflow (or finds the running one) and gives the state once it is settled, waits for
	// the customer elsewhere, or takes longer than the customer should wait. A second Submit of the same attempt gives
	// the same. Fault Unavailable ("checkout_unavailable"): the attempt is kept and resumes later.
	Submit(ctx context.Context, attemptID string) (State, error)
	// Return tells the attempt that the customer came back. It is idempotent and gives the state as it is then.
	Return(ctx context.Context, attemptID string, query map[string]string) (State, error)
	// Supersede ends an attempt whose customer went back to change something; one that is paid by now stays so.
	Supersede(ctx context.Context, attemptID string) (State, error)
	// Notify hands the stored webhook event of that number to the attempt it belongs to.
	Notify(ctx context.Context, attemptID string, eventID int64) error
}
