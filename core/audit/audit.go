// Package audit writes down what operators do to orders, payments and customers: who, when, why, and what was before and
// after. What cannot be written down is not done.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kontor.dev/kontor/core/page"
)

// Entry is one thing that an operator did, or tried to.
type Entry struct {
	ID      int64           `json:"id"`
	At      time.Time       `json:"at"`
	Actor   string          `json:"actor"`            // who, as "erika@desk-3"
	Action  string          `json:"action"`           // what, as "checkout.compensate"
	Subject string          `json:"subject"`          // to what, as "order-100001"
	Reason  string          `json:"reason,omitempty"` // why, in the operator's words
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`
	Failure string          `json:"failure,omitempty"` // why it was not done
	DoneAt  time.Time       `json:"doneAt,omitzero"`   // zero: it is under way, or the operator's program died
}

// Filter chooses entries; empty fields choose all.
type Filter struct {
	Actor, Action, Subject string // Action also by its first part: "checkout" for all that begin with "checkout."
	Since                  time.Time
}

// Log keeps entries until a rule of core/retention deletes them, after years; none is changed once it has ended.
type Log interface {
	// Begin writes an entry before anything is done and gives its number.
	Begin(ctx context.Context, e Entry) (int64, error)
	// End writes how it came out: what is after it, and what it failed with, "" if it did not.
	End(ctx context.Context, id int64, after json.RawMessage, failure string) error
	// Entries reads a page, newest first, and counts all.
	Entries(ctx context.Context, f Filter, p page.Page) ([]Entry, int, error)
}

// Act writes the entry, acts, and writes how that came out. before and what act gives are kept as JSON, nil as nothing.
// Faults are those of the log, when nothing was done, and of act.
func Act(ctx context.Context, log Log, e Entry, before any, act func(context.Context) (after any, err error)) error {
	var err error
	if e.Before, err = document(before); err != nil {
		return err
	}
	id, err := log.Begin(ctx, e)
	if err != nil {
		return fmt.Errorf("nothing was done, because it cannot be written down: %w", err)
	}
	after, failed := act(ctx)
	failure := ""
	if failed != nil {
		failure = failed.Error()
	}
	result, err := document(after)
	// An operator who gave up waiting has acted all the same.
	return errors.Join(failed, err, log.End(context.WithoutCancel(ctx), id, result, failure))
}

func document(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	return json.Marshal(v)
}
