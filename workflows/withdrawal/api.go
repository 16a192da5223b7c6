// Package withdrawal is the workflow of one withdrawal from a contract, from its declaration until the money is back or
// it is refused. The receipt does not wait for it: that was asked for with the declaration.
//
//	decide ─► accepted ─► prepare (label, mail) ─► wait ─► refunding ─► settled
//	   │                                             ▲          └─► by hand ─► settled
//	   └─► review, refused: wait for an operator ────┘
//
// What stands where is in PostgreSQL; the workflow owns what happens next and when, and reminds the operator until
// nothing is open. A run may start from any state, so a command to a withdrawal whose workflow has ended starts a new
// run that handles it and ends.
package withdrawal

import (
	"fmt"
	"time"
)

// Name is the workflow's type.
const Name = "withdrawal"

// WorkflowID names the workflow of a withdrawal.
func WorkflowID(id int64) string { return fmt.Sprintf("withdrawal-%d", id) }

// Act is the update that hands over an operator's command; it answers once that is recorded.
const Act = "act"

// Input starts a run.
type Input struct {
	ID       int64 `json:"id"`
	Prepared bool  `json:"prepared,omitempty"` // by the run that this one continues
}

// Command is an operator's, as core/withdrawal has it.
type Command struct {
	Kind        string `json:"kind"`
	OrderID     int64  `json:"orderId,omitempty"`
	AmountMinor int64  `json:"amountMinor,omitempty"` // euro cents; 0 for what the rules give
	Reason      string `json:"reason,omitempty"`
	AgreedMinor *int64 `json:"agreedMinor,omitempty"` // euro cents
}

// State is the withdrawal's, as core/withdrawal has it.
type State string

// The states that the workflow tells apart.
const (
	Accepted  State = "accepted"
	Refunding State = "refunding"
	Settled   State = "settled"
	Refused   State = "refused"
)

// Step is what an activity leaves the withdrawal in.
type Step struct {
	State    State     `json:"state"`
	RemindAt time.Time `json:"remindAt,omitzero"`
}
