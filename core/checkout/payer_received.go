package checkout

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/money"
)

// Received records that the money of an order has come; an operator says so. amount is all that came, zero what is owed. Where the
// provider still had to decide, it may have taken that money itself, as a transfer that the bank has carried out by now: then that is
// what came, and nothing is withdrawn there.
func (p *Payer) Received(ctx context.Context, attemptID string, amount money.Amount) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if taken, ok := p.tookAll(ctx, a); ok {
		s, err := p.settle(ctx, attemptID, taken)
		if err != nil || amount.Minor <= a.Totals.Total.Minor {
			return s, err
		}
	}
	return p.settle(ctx, attemptID, Result{Outcome: OutcomeAuthorized, Captured: true, Amount: amount})
}

// askedFor bounds how long an operator's word waits for the provider's.
const askedFor = 5 * time.Second

// tookAll asks a provider that still had to decide whether it has taken all of the money by now.
func (p *Payer) tookAll(ctx context.Context, a *Attempt) (Result, bool) {
	if !a.AwaitsDecision() {
		return Result{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, askedFor)
	defer cancel()
	r, err := p.status(ctx, a)
	if err != nil {
		slog.WarnContext(ctx, "not asked whether the money came by its provider", "attempt", a.ID, "error", err)
		return Result{}, false
	}
	return r, isAll(a, r)
}

// isAll reports whether the provider says that it has taken all of the money.
func isAll(a *Attempt, r Result) bool {
	return r.Outcome == OutcomeAuthorized && r.Captured && !differs(a, r)
}
