// Package account is the workflow of what takes time about one customer's account: the authority's answer about a VAT id,
// and the end of a conversion to a business's account, which the answer decides.
//
//	ask ─► settle ─► over ─► leave the campus programme ─► done
//	 ▲        └─► doubted ──a day over, or changed──┐
//	 │               └──time over─► undo ───────────┤
//	 └──────────────────────────────────────────────┘
//
// The conversion itself is one transaction, and how far it is, is in PostgreSQL. Undo is its compensation: the account is
// what it was before.
package account

import (
	"strconv"
	"time"
)

// Name is the workflow's type.
const Name = "account"

// WorkflowID names the workflow of a customer.
func WorkflowID(customerID int64) string { return "account-" + strconv.FormatInt(customerID, 10) }

// Changed is the signal that the account was converted, or has another VAT id. It has no argument.
const Changed = "changed"

// Input starts a run.
type Input struct {
	CustomerID int64 `json:"customerId"`
}

// Step is what an activity leaves the conversion in. Zero: none is under way.
type Step struct {
	Ask   bool      `json:"ask,omitempty"`  // the authority has to answer first
	DueAt time.Time `json:"dueAt,omitzero"` // when it is taken back
}
