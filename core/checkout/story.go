package checkout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/audit"
)

// Story explains an attempt in plain words, for operators.
type Story struct {
	Case     *Case    `json:"attempt"`
	Tries    []Try    `json:"tries"`
	Happened []Moment `json:"happened"` // in order of time
	Stands   string   `json:"stands"`
	WaitsFor string   `json:"waitsFor"` // "" when it is over
	Advice   []string `json:"advice"`   // commands that can help, with why
	Workflow *Run     `json:"workflow"` // nil: the server did not answer
}

func tell(c *Case, r *Record, run *Run, acts []audit.Entry, now time.Time) *Story {
	s := &Story{Case: c, Tries: r.Tries, Workflow: run, Stands: stands(c), WaitsFor: waitsFor(c, run, now), Advice: advise(c, run)}
	s.Happened = append(s.Happened, r.Moments...)
	if run != nil {
		s.Happened = append(s.Happened, run.Moments...)
	}
	for _, e := range acts {
		s.Happened = append(s.Happened, Moment{At: e.At, What: deed(e), From: "audit"})
	}
	slices.SortStableFunc(s.Happened, func(a, b Moment) int { return a.At.Compare(b.At) })
	return s
}

func deed(e audit.Entry) string {
	text := e.Actor + " did " + e.Action
	if e.Reason != "" {
		text += ", because: " + e.Reason
	}
	if e.Failure != "" {
		text += " (it failed: " + e.Failure + ")"
	}
	return text
}

// stands says what the state means.
func stands(c *Case) string {
	total := c.Totals.Total.String()
	switch c.State {
	case Created:
		return "The customer sent the order, the goods are reserved, and nobody has begun with the payment yet."
	case Authorizing:
		return fmt.Sprintf("The shop is asking %s for %s and has no answer yet.", c.Payment.Plugin, total)
	case Redirected:
		return fmt.Sprintf("The customer was sent to %s to pay %s and is not back yet.", c.Payment.Plugin, total)
	case Unknown:
		return fmt.Sprintf("Nobody knows whether %s has taken %s: the shop asked and got no clear answer. The goods stay reserved.", c.Payment.Plugin, total)
	case Pending:
		return fmt.Sprintf("The order stands and its goods are reserved; its %s are to come.", total)
	case Confirmed:
		if c.Payment.Captured {
			return fmt.Sprintf("The order is placed and its %s are taken.", total)
		}
		return fmt.Sprintf("The order is placed; %s are promised by %s and taken later.", total, c.Payment.Plugin)
	}
	text := fmt.Sprintf("The attempt failed (%s): it is no order, and its goods went back to stock.", c.Payment.Reason)
	if c.Owed {
		text += " But money came for it, which has to go back to the customer."
	}
	return text
}

// waitsFor says what has to happen next, and by when.
func waitsFor(c *Case, run *Run, now time.Time) string {
	var parts []string
	if c.Held {
		parts = append(parts, "for an operator: it is held, so the shop neither ends it nor gives money back")
	}
	if run != nil {
		for _, step := range run.Steps {
			parts = append(parts, underWay(step, now))
		}
	}
	switch {
	case len(parts) > 0:
	case c.Owed && run != nil && run.Status == RunRunning:
		parts = append(parts, "for the provider to take the money back")
	case c.State == Created, c.State == Authorizing:
		parts = append(parts, "for a worker to go on with the payment")
	case c.State == Redirected:
		parts = append(parts, "for the customer's return or the provider's webhook"+until(c.DueAt, now, "then the provider is asked, and what is not paid ends"))
	case c.State == Unknown:
		parts = append(parts, "for the provider to say what became of the payment; it is asked again and again, at the latest every five minutes")
	case c.State == Pending:
		parts = append(parts, "for the customer's money"+until(c.DueAt, now, "then the order is cancelled"))
	}
	if c.Events > 0 {
		parts = append(parts, fmt.Sprintf("for %d stored webhook events to be applied", c.Events))
	}
	return strings.Join(parts, "; ")
}

func until(due, now time.Time, then string) string {
	if due.IsZero() {
		return ""
	}
	if now.After(due) {
		return fmt.Sprintf(", which was due %s ago", now.Sub(due).Round(time.Second))
	}
	return fmt.Sprintf(" until %s (in %s); %s", due.Format(time.RFC3339), due.Sub(now).Round(time.Second), then)
}

func underWay(s RunStep, now time.Time) string {
	text := fmt.Sprintf("for %s, try %d", stepWords(s.Name), max(s.Tries, 1))
	if s.Failure != "" {
		text += ", after the last one failed: " + s.Failure
	}
	if s.NextAt.After(now) {
		text += fmt.Sprintf("; the next try is in %s", s.NextAt.Sub(now).Round(time.Second))
	}
	return text
}

var steps = map[string]string{
	"checkout.begin": "the payment to begin", "checkout.authorize": "the provider to authorize", "checkout.complete": "the provider to complete the payment",
	"checkout.reconcile": "the provider to say what became of the payment", "checkout.expire": "the provider to say whether it was paid before it is ended",
	"checkout.leave": "the provider to say whether it was paid before it is given up", "checkout.cancel": "the provider to agree to the cancellation",
	"checkout.apply": "a webhook event to be applied", "checkout.received": "the money to be recorded",
	"checkout.compensate": "the provider to give the money back", "checkout.giveup": "the provider to say what it has before the attempt is given up",
}

func stepWords(name string) string {
	if words, ok := steps[name]; ok {
		return words
	}
	return name
}

// advise names the commands that fit.
func advise(c *Case, run *Run) []string {
	var out []string
	say := func(command, why string) {
		out = append(out, fmt.Sprintf("kontor checkout %s %d: %s", command, c.OrderID, why))
	}
	idle := run != nil && run.Status != RunRunning && (c.State.Open() || c.State == Pending || c.Owed)
	failing := run != nil && slices.ContainsFunc(run.Steps, func(s RunStep) bool { return s.Failure != "" })
	if c.Held {
		say("release", "let it go on")
		return out
	}
	if idle || failing {
		say("retry", "take it up again now")
	}
	switch {
	case c.State == Redirected, c.State == Unknown, c.State == Authorizing:
		say("reconcile", "ask the provider now")
		say("compensate", "give it up, and any money back")
	case c.State == Pending:
		out = append(out, fmt.Sprintf("kontor order paid %d: when the money is in the bank", c.OrderID))
		out = append(out, fmt.Sprintf("kontor order cancel %d: when it will not come", c.OrderID))
	case c.Owed:
		say("compensate", "give the money back now")
	}
	if len(out) > 0 && c.State != Created && c.State != Authorizing {
		say("hold", "keep it still while you find out more")
	}
	return out
}
