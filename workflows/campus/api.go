// Package campus is the workflow of one customer's part in the campus programme: it waits for what the time brings and
// tells the customer.
//
//	look ─► nothing is due ever ─► done
//	 ▲ ├──► orders waited for too long ─► cancelled ─┐
//	 │ └──► due ──time over, or changed──────────────┤
//	 └───────────────────────────────────────────────┘
//
// What is due is in PostgreSQL: the end of an application, the notice before a membership's end, the end, and that of the
// patience with orders at the programme's prices whose customer is no member. Who applies,
// confirms or reviews changes it there, and the signal only says so.
package campus

import (
	"strconv"
	"time"
)

// Name is the workflow's type.
const Name = "campus"

// WorkflowID names the workflow of a customer.
func WorkflowID(customerID int64) string { return "campus-" + strconv.FormatInt(customerID, 10) }

// Changed is the signal that the customer's record changed. It has no argument.
const Changed = "changed"

// Input starts a run.
type Input struct {
	CustomerID int64 `json:"customerId"`
}

// Step is what a look at the record gives.
type Step struct {
	DueAt   time.Time `json:"dueAt,omitzero"`    // when to look again; zero: when it changes
	Overdue []int64   `json:"overdue,omitempty"` // orders to give up before that
}
