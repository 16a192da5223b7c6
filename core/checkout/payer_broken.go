package checkout

import (
	"context"
	"fmt"

	"kontor.dev/kontor/core/fault"
)

// Ask asks a provider about a promise that nothing is known to be wrong with, as some tell nobody what is done with a payment in their
// own back office, and gives what it says; the zero Result for an attempt that is no promise. That it gave the promise up, or that all of
// the money is taken, is stored as if it had told so itself, and goes that way. Faults are those of Payments.Status, and Conflict
// (ReasonHeld).
func (p *Payer) Ask(ctx context.Context, attemptID string) (Result, error) {
	a, err := p.loose(ctx, attemptID)
	if err != nil || !a.promised() {
		return Result{}, err
	}
	r, err := p.status(ctx, a)
	if err != nil {
		return Result{}, err
	}
	if !isAll(a, r) && !breaks(a, r) && !p.gaveUp(a, r) {
		return r, nil
	}
	// Each time is an event of its own: what became of the one before may have been nothing, as when it could not be asked again.
	return r, p.events.StoreEvents(ctx, []WebhookEvent{{
		ID: fmt.Sprintf("asked-%s-%d", a.ID, p.clock.Now().Unix()), Plugin: a.Payment.Plugin, Reference: a.Payment.Reference,
		AttemptID: a.ID, Result: r,
	}})
}

// refusal applies that a provider says no, or that it holds nothing any more. Of a placed order that may be about a card which was tried
// before, or come late: it is asked whether it still keeps its promise.
func (p *Payer) refusal(ctx context.Context, attemptID string, r Result) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if a.promised() {
		now, err := p.status(ctx, a)
		switch {
		case err == nil:
			if breaks(a, now) || r.Outcome == OutcomeVoided && p.gaveUp(a, now) {
				r = broken(r)
			}
		case fault.CodeOf(err) != fault.Unknown && !refuses(err):
			return Settled{}, err
		}
	}
	return p.settle(ctx, attemptID, r)
}

// breaks reports whether what a provider says when it is asked about a placed order is that it does not keep its promise. What it has
// let go of, or what ended by itself, is no refusal: operators are told of that in other ways.
func breaks(a *Attempt, r Result) bool {
	return a.promised() && r.Outcome == OutcomeDeclined && !neverArrived(r) && r.Reason != ReasonLapsed
}

// gaveUp reports whether somebody gave up at the provider what it promised for a placed order, before its time was over: an employee in
// the merchant's account there, or the provider. Whether the shop did itself is in the order's books.
func (p *Payer) gaveUp(a *Attempt, r Result) bool {
	ends := a.Payment.ExpiresAt
	return a.promised() && r.Outcome == OutcomeVoided && (ends.IsZero() || p.clock.Now().Before(ends))
}

// broken is a result by which a promise is over.
func broken(r Result) Result {
	if r.Broken = true; r.Outcome == OutcomeVoided {
		r.Reason = ReasonTakenBack
	}
	return r
}
