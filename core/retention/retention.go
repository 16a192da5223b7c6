// Package retention is how long what is known of people is kept: GDPR Art. 5(1)(e).
package retention

import (
	"context"
	"time"
)

// Rule is how long something about people is kept, and why.
type Rule struct {
	Name   string `json:"rule"`   // "unfinished_checkout"
	Period string `json:"period"` // for people: "30 days after the last change"
	Source string `json:"source"`
}

// Forgotten is what a rule did.
type Forgotten struct {
	Rule   string `json:"rule"`
	Rows   int    `json:"rows"`
	Mails  int    `json:"mails,omitempty"`  // to people whom it tells that they are about to be forgotten
	Failed bool   `json:"failed,omitempty"` // it could not be applied that day
}

// Keeper forgets what is kept no longer. core/postgres implements it.
type Keeper interface {
	// Rules lists all of them, in the order in which they are applied.
	Rules() []Rule
	// Apply does what a rule says as of a time, in one transaction; doing it again does nothing. Fault NotFound
	// ("retention_rule_unknown").
	Apply(ctx context.Context, rule string, now time.Time) (Forgotten, error)
}

// Schedule is when the rules are applied, and what came of it.
type Schedule struct {
	Exists bool      `json:"exists"` // false: nothing is forgotten by itself
	Paused bool      `json:"paused"`
	NextAt time.Time `json:"nextAt,omitzero"`
	Runs   []Run     `json:"runs"` // the last ones, newest first
}

// Run is one time that the rules were applied.
type Run struct {
	At     time.Time   `json:"at"`
	State  string      `json:"state"` // running, completed, failed; gone: Temporal keeps it no longer
	Result []Forgotten `json:"result,omitempty"`
}
