// Package newsletter is the workflow of one wish for the newsletter: the link is mailed, and what nobody confirms is
// taken back when its time is over.
//
//	ask ─► pending ──confirmed, ended──► done
//	 ▲        │ ├──asked for again──┐
//	 └────────┼─┘                   │
//	          └──time over─► expire ┴─► done
//
// The subscription's state is in PostgreSQL; the customer's click changes it there, and the signal only says so.
package newsletter

import "time"

// Name is the workflow's type.
const Name = "newsletter"

// WorkflowID names the workflow of a subscription.
func WorkflowID(subscriptionID string) string { return "newsletter-" + subscriptionID }

// Changed is the signal that the subscription was asked for, confirmed or ended. It has no argument.
const Changed = "changed"

// Input starts a run.
type Input struct {
	SubscriptionID string `json:"subscriptionId"`
}

// Step is what an activity leaves the subscription in.
type Step struct {
	Pending bool      `json:"pending,omitempty"` // the customer's click is awaited
	DueAt   time.Time `json:"dueAt,omitzero"`    // until then
}
