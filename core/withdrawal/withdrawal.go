// Package withdrawal is a consumer's withdrawal from a contract (§§ 355 to 357 and 356a BGB): what was declared, what
// became of it, and what it costs the shop. Anybody may declare one without logging in; whether the order exists, whose
// it is and whether the right exists is looked at afterwards, so that the answer tells nothing.
//
//	declared  ─► accepted | review | refused      by the rules
//	review    ─► accepted | refused               by an operator
//	refused   ─► accepted                         by an operator who overrules it
//	accepted  ─► refunding | settled | refused    by an operator: pay back, it was transferred, or no
//	refunding ─► settled | by_hand                as the provider pays back or will not
//	by_hand   ─► settled | refunding | refused    by an operator, as from accepted
//
// An accepted or refunding one whose order ends goes the way of the order's money: refunding while the provider is asked,
// then settled or by_hand.
package withdrawal

import (
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// Status is where a withdrawal stands.
type Status string

// The statuses.
const (
	Declared  Status = "declared"  // stored and acknowledged, not looked at yet
	Review    Status = "review"    // an operator has to find out which order is meant, or whether the sender may
	Accepted  Status = "accepted"  // the goods, or a proof that they were sent, are awaited
	Refunding Status = "refunding" // the provider is asked to pay back
	ByHand    Status = "by_hand"   // the provider cannot pay back: an operator transfers the money
	Settled   Status = "settled"   // the money is back, or none was due
	Refused   Status = "refused"
)

// Statuses are all of them, in the order of the work.
var Statuses = []Status{Declared, Review, Accepted, Refunding, ByHand, Settled, Refused}

// Open reports whether somebody still has to do something.
func (s Status) Open() bool { return s != Settled && s != Refused }

// Item is a part of an order as the consumer names it.
type Item struct {
	ArticleNumber string `json:"articleNumber"`
	Quantity      int    `json:"quantity"`
}

// Declaration is what a consumer declares: no more than § 356a(2) BGB allows to ask for. No items is the whole order.
type Declaration struct {
	Key         string // UUID chosen by the sender: the same is stored once
	OrderNumber string // as typed
	Name        string
	Email       string // where the receipt goes
	Items       []Item
	Lang        catalog.Lang
	Host        string // by which the shop was called: a partner's, "" for the shop's own
	CustomerID  int64  // who was logged in; 0 for nobody
	LinkedID    int64  // the order whose link the sender has; 0 for none. Stores keep it as the withdrawal's OrderID
}

// Taken is a line of the order as far as it is withdrawn from.
type Taken struct {
	Line          int          `json:"line"` // index in the order
	ArticleNumber string       `json:"articleNumber"`
	Name          string       `json:"name"`
	Quantity      int          `json:"quantity"`
	Amount        money.Amount `json:"amount"` // what was paid for it, discounts taken off
}

// Pieces gives what of the order is withdrawn from.
func (w *Withdrawal) Pieces() []order.Item {
	list := make([]order.Item, len(w.Lines))
	for i, l := range w.Lines {
		list[i] = order.Item{Line: l.Line, Quantity: l.Quantity}
	}
	return list
}

// Withdrawal is one declaration and what became of it.
type Withdrawal struct {
	ID int64 // what people name
	Declaration
	ReceivedAt time.Time
	Status     Status
	Reason     string // of review, refusal and by_hand: a translation key
	OrderID    int64  // 0 until one was found that the sender has proven to be theirs
	Lines      []Taken
	Amount     money.Amount // to pay back; zero where nothing was paid
	DueAt      time.Time    // when the money must be back
	DecidedAt  time.Time
	SettledAt  time.Time
	Reminders  int
	AskedAfter int     // how many operations its order had when an operator last asked the provider: what it refused of them is asked anew
	Return     *Return // nil until a label was ordered
	Events     []Event // of one withdrawal, oldest first; lists leave them out
}

// count is how often something happened to it.
func (w *Withdrawal) count(kind string) (n int) {
	for _, e := range w.Events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// Return is the parcel that brings the goods back.
type Return struct {
	Carrier        string // plugin
	Reference      string
	TrackingNumber string
	Token          string // opens the label
	LabelType      string
	Label          []byte // lists and reads leave it out; Store.Label gives it
}

// Event is something that happened to a withdrawal, for operators.
type Event struct {
	Kind   string    `json:"kind"`
	Detail string    `json:"detail"`
	At     time.Time `json:"at"`
}

// The kinds of events.
const (
	EventDeclared   = "declared"
	EventDecided    = "decided"
	EventLabel      = "label"
	EventNoLabel    = "no_label"
	EventParcel     = "return_parcel" // detail: what the carrier says of the goods' way back
	EventReminded   = "reminded"
	EventRefunding  = "refunding"
	EventNoRefund   = "refund_failed"
	EventSettled    = "settled"
	EventOverruled  = "overruled" // an operator accepted what the rules did not
	EventOrderEnded = "order_cancelled"
)

// The reasons why a withdrawal is reviewed or refused: translation keys.
const (
	ReasonUnknownOrder = "withdrawal_order_unknown"
	ReasonUnproven     = "withdrawal_unproven" // another e-mail address than the order's
	ReasonUnclear      = "withdrawal_items_unclear"
	ReasonUnpaidPart   = "withdrawal_unpaid_part" // a part of an order that waits for its money
	ReasonBusiness     = "withdrawal_business"
	ReasonExcluded     = "withdrawal_excluded"
	ReasonLate         = "withdrawal_late"
	ReasonAlready      = "withdrawal_already"
	ReasonReturned     = "withdrawal_returned" // the goods came back, and their money went back
	ReasonNoContract   = "withdrawal_no_contract"
	ReasonNotPaid      = order.ReasonUnpaid        // by hand: no money came, so that Transferred writes the claim off
	ReasonNotAllPaid   = "withdrawal_not_all_paid" // by hand: a part of their money came, and Transferred writes the rest off
)

// RefusalReasons are those that an operator may refuse for.
var RefusalReasons = []string{ReasonUnknownOrder, ReasonUnproven, ReasonBusiness, ReasonExcluded, ReasonLate, ReasonAlready, ReasonNoContract}
