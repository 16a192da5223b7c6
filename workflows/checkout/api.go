// Package checkout is the workflow of one checkout attempt, from submit until the order is paid or the attempt is over; of one that
// was answered at once, from then on, where anything is left to do.
//
//	begin ─► authorizing ─► redirected ─► confirmed
//	              │    └──► unknown ──┘ │
//	              └─► pending ──────────┴► failed ─► (compensated)
//
// The attempt's state is in PostgreSQL; the workflow owns what happens next and when. A run may start from any state,
// so a message to an attempt whose workflow has ended starts a new run that handles it and ends.
package checkout

import "time"

// Name is the workflow's type.
const Name = "checkout"

// WorkflowID names the workflow of an attempt.
func WorkflowID(attemptID string) string { return "checkout-" + attemptID }

// The updates; each answers with the attempt's state once the message is handled.
const (
	Submit = "submit" // no argument; answers when the attempt no longer is authorizing
	Return = "return" // map[string]string: the query of the return address
	Leave  = "leave"  // string: the reason; the customer gives the attempt up before it is an order
	Cancel = "cancel" // string: the reason; an operator cancels, also an order that waits for its money
	Paid   = "paid"   // int64: all that came, in cents, or none for what is owed; an operator saw the money

	Reconcile  = "reconcile"  // no argument; an operator wants the provider asked now
	Compensate = "compensate" // no argument; an operator gives up an attempt that is no order, and its money back
	Hold       = "hold"       // bool: an operator keeps the attempt still, or lets it go
)

// Event is the signal that hands over a stored webhook event; its argument is the event's number (int64).
const Event = "event"

// Retry is the signal that an operator wants what waits for its next try to be tried now. It has no argument.
const Retry = "retry"

// Input starts a run.
type Input struct {
	AttemptID string `json:"attemptId"`
}

// State is the attempt's, as core/checkout has it.
type State string

// The states that the workflow tells apart.
const (
	Authorizing State = "authorizing"
	Redirected  State = "redirected"
	Unknown     State = "unknown"
	Pending     State = "pending"
	Confirmed   State = "confirmed"
	Failed      State = "failed"
)

// Step is what an activity leaves the attempt in.
type Step struct {
	State      State     `json:"state"`
	DueAt      time.Time `json:"dueAt,omitzero"`    // when the wait of this state ends
	RemindAt   time.Time `json:"remindAt,omitzero"` // when to remind the customer of what is waited for
	Compensate bool      `json:"compensate,omitempty"`
	Fresh      bool      `json:"fresh,omitempty"` // authorizing, and the provider cannot have been asked yet
	Held       bool      `json:"held,omitempty"`  // an operator keeps it still; told by the first step of a run
}
