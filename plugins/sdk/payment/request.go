package payment

import (
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// StartRequest opens, updates or reads a session.
type StartRequest struct {
	Method         string
	IdempotencyKey string
	SessionID      string // of an open session to update and read; empty opens a new one
	Express        bool   // starts from the cart
	Purchase       Purchase
	URLs           URLs
	ClientData     map[string]string
}

// AuthorizeRequest asks for the money.
type AuthorizeRequest struct {
	Method         string
	IdempotencyKey string // made of order and attempt
	Purchase       Purchase
	URLs           URLs
	SessionID      string            // from Start
	ClientData     map[string]string // from the browser, such as a token; never a card number
	OrderedAt      time.Time         // when the customer ordered, the same whenever the call is repeated; zero when the shop does not say
}

// CompleteRequest says that the customer came back.
type CompleteRequest struct {
	Method         string
	IdempotencyKey string // the one of Authorize
	Reference      string // from the outcome of Authorize
	OrderNumber    string
	Attempt        int
	Amount         base.Money        // that must be authorized
	Params         map[string]string // query or form that the customer came back with; may be forged
	Cancelled      bool              // came back through the cancel address
}

// CaptureRequest takes authorized money.
type CaptureRequest struct {
	Method         string
	IdempotencyKey string
	Reference      string
	OrderNumber    string
	Amount         base.Money
	Final          bool   // no further capture follows
	Lines          []Line // that it is for; empty says nothing of them, whatever the amount is
	Carrier        string // of the shipment
	TrackingNumber string
	InvoiceNumber  string   // of the legal invoice; empty when there is none yet
	InvoiceURL     string   // of that invoice as PDF; may be empty
	Earlier        []string // references of the payment's other captures, voids and refunds so far, in their order
}

// VoidRequest gives up an authorization, or what is left of it once a part was captured.
type VoidRequest struct {
	Method         string
	IdempotencyKey string
	Reference      string
	OrderNumber    string
	Earlier        []string   // as CaptureRequest has it
	Captured       base.Money // by the shop so far, unset for nothing; what the provider took beyond it is no rest: CodeCaptured
}

// RefundRequest gives captured money back.
type RefundRequest struct {
	Method           string
	IdempotencyKey   string
	Reference        string
	CaptureReference string // from the receipt of the capture; empty when it was captured at once
	OrderNumber      string
	Amount           base.Money
	Reason           string   // for the customer, in their language
	Lines            []Line   // that it is for; empty says nothing of them
	Earlier          []string // as CaptureRequest has it
}

// StatusRequest asks what became of an attempt.
type StatusRequest struct {
	Method         string
	IdempotencyKey string // the one of Authorize
	Reference      string // empty when the answer to Authorize was lost
	OrderNumber    string
	Attempt        int
	Amount         base.Money
}

// State is the truth at the provider.
type State struct {
	Outcome  Outcome
	Captured base.Money // sum of all captures
	Refunded base.Money // sum of all refunds
	Voided   bool       // the authorization is gone
}

// ReceiptState says how far an operation is.
type ReceiptState int32

// The states. The zero value counts as unknown.
const (
	ReceiptUnspecified ReceiptState = iota
	ReceiptDone
	ReceiptPending  // a webhook or Status will tell
	ReceiptDeclined // the provider refused; Code says why
)

// Receipt of a capture, void or refund.
type Receipt struct {
	State     ReceiptState
	Reference string // of the operation at the provider
	Amount    base.Money
	Code      string // why it was declined, snake case
}

// EventKind is what a provider reports.
type EventKind int32

// The kinds of event.
const (
	EventUnspecified EventKind = iota
	EventAuthorized
	EventCaptured
	EventVoided
	EventRefunded
	EventDeclined
	EventPending
	EventApproved // the customer agreed; Complete has to be called to get the money
	EventDisputed // the customer disputes the payment, or that has gone on or ended; Dispute says which
)

// DisputeState is how a dispute stands.
type DisputeState int32

// The states of a dispute. The zero value drops the event.
const (
	DisputeUnspecified DisputeState = iota
	DisputeOpen                     // not decided
	DisputeWon                      // the merchant keeps the money
	DisputeLost                     // the customer keeps the money, or has it back
	DisputeWithdrawn                // the customer gave it up
)

// Dispute is what a customer and the merchant disagree on.
type Dispute struct {
	ID     string // at the provider, the same in every event about it
	State  DisputeState
	Reason string    // that the provider names, snake case; may be empty
	DueAt  time.Time // until when the merchant has to answer; zero when nothing is asked or the provider does not say
}

// Event is one fact from the provider.
type Event struct {
	ID                 string // at the provider; the shop stores each only once
	Kind               EventKind
	Reference          string // of the payment, the one in the outcome of Authorize
	OrderNumber        string // if the provider carries it
	Amount             base.Money
	OccurredAt         time.Time // the provider's time
	Code               string    // of a declined attempt; of a voided one where its cause is known
	OperationReference string    // of the capture or refund
	Dispute            Dispute   // of EventDisputed; Amount is what is disputed, zero when the provider does not say
}

// WebhookAnswer is what a notification means.
type WebhookAnswer struct {
	Reply  base.WebhookReply // to the provider once the events are stored
	Events []Event           // proven to come from the provider; empty when it means nothing to the shop
}
