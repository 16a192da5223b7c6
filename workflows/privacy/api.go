// Package privacy is the workflow of a customer's request about personal data: an export, or the account's deletion. It
// waits for what the time brings; how far the request is, is in PostgreSQL.
//
//	look ─► nothing is due ever ─► done
//	 ▲  └─► due ──time over──┐
//	 └───────────────────────┘
package privacy

import "time"

// Name is the workflow's type.
const Name = "privacy"

// WorkflowID names the workflow of a request.
func WorkflowID(id string) string { return "privacy-" + id }

// Input starts a run.
type Input struct {
	ID string `json:"id"`
}

// Step is what a look at the request gives.
type Step struct {
	DueAt time.Time `json:"dueAt,omitzero"` // when to look again; zero: never
}
