package checkout

import (
	"cmp"
	"context"
	"log/slog"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// GiveUp ends an attempt that is no order because an operator says so, also one that is authorized; Settled tells whether
// there is money to give back. Faults: Unavailable and Unknown while the provider does not say what it has, unless an operator has
// seen that it has nothing; Conflict
// (ReasonPlaced, ReasonHeld).
func (p *Payer) GiveUp(ctx context.Context, attemptID string) (Settled, error) {
	a, err := p.loose(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if a.State.Placed() {
		return Settled{}, fault.New(fault.Conflict, ReasonPlaced)
	}
	r, err := p.status(ctx, a)
	if err == nil && r.Outcome == OutcomeUnknown {
		err = fault.New(fault.Unavailable, "payment_unknown")
	}
	if err != nil {
		// Some providers never say what became of a payment that nobody knows of. Should money come yet, it goes back as any late one.
		if debt, failed := p.attempts.Debt(ctx, attemptID); failed != nil || !debt.Nothing {
			return Settled{}, err
		}
		slog.WarnContext(ctx, "attempt ended on an operator's word", "attempt", attemptID, "error", err)
		r = Result{}
	}
	s, err := p.drop(ctx, a, r, ReasonLeft)
	if err != nil || s.State != Failed {
		return s, err
	}
	if r.Outcome == OutcomeAuthorized {
		return p.settle(ctx, attemptID, r)
	}
	return s, nil
}

// Compensate gives back the money of an attempt that did not become an order, unless an operator has, and withdraws what its provider
// still decides. Where the method cannot,
// operators are told to: trying again would not help. What the provider refuses is a fault as the provider gives it, and
// operators are told why. While it works on a refund that is fault Conflict (ReasonGoingBack): only its status says that the
// money went back.
func (p *Payer) Compensate(ctx context.Context, attemptID string) error {
	a, err := p.loose(ctx, attemptID)
	if err != nil {
		return err
	}
	debt, err := p.attempts.Debt(ctx, attemptID)
	if err != nil || debt.Repaid {
		return err
	}
	if err = p.giveBack(ctx, a, debt); fault.ReasonOf(err) == ReasonGoingBack {
		return err
	}
	switch fault.CodeOf(err) {
	case fault.Invalid, fault.Unauthenticated, fault.Forbidden, fault.NotFound, fault.Conflict:
		slog.WarnContext(ctx, "money not given back", "attempt", a.ID, "error", err)
		if failed := p.attempts.Notice(ctx, a.OrderID, NoticeNotBack, fault.ReasonOf(err)); failed != nil {
			return failed
		}
	}
	return err
}

func (p *Payer) giveBack(ctx context.Context, a *Attempt, debt Debt) error {
	r, err := p.status(ctx, a)
	if err != nil {
		return err
	}
	if !debt.Owed && !a.Payment.Captured { // nothing came yet
		switch {
		case leavesOpen(a, r):
			if r, err = p.withdraw(ctx, a, r); err != nil || r.Outcome != OutcomeAuthorized {
				return err
			}
		case a.Payment.Open && r.Outcome == OutcomeUnknown:
			return fault.New(fault.Unavailable, "payment_unknown")
		case a.Payment.Open && r.Outcome == OutcomeVoided: // the answer to the shop's own word was lost
			return p.withdrawn(ctx, a, NoticeWithdrawn, cmp.Or(a.Payment.Reference, r.Reference))
		case a.Payment.Open && r.Outcome != OutcomeAuthorized: // it has ended there by itself
			_, err := p.settle(ctx, a.ID, Result{Outcome: OutcomeVoided})
			return err
		}
		if r.Outcome == OutcomeAuthorized { // decided in the meantime
			if _, err := p.settle(ctx, a.ID, r); err != nil {
				return err
			}
		}
	}
	switch {
	case r.Outcome == OutcomeRefunded || r.Outcome == OutcomeVoided:
		return p.attempts.Notice(ctx, a.OrderID, NoticeGivenBack, string(r.Outcome))
	case debt.GoingBack: // providers forget keys, so that asking once more could be a second refund
		return errGoingBack
	case r.Captured || a.Payment.Captured: // what came by transfer is known to the shop alone
		err = p.refund(ctx, a, r)
	default:
		err = p.payments.Void(ctx, a.Ref(), Void{Key: a.Key() + "-void"})
		if fault.CodeOf(err) == fault.Conflict { // taken in the meantime
			err = p.refund(ctx, a, r)
		}
	}
	switch {
	case fault.ReasonOf(err) == ReasonNotSupported:
		slog.WarnContext(ctx, "money has to be given back by hand", "attempt", a.ID, "method", a.Payment.Code)
		return p.attempts.Notice(ctx, a.OrderID, NoticeByHand, a.owes(r).String())
	case err != nil:
		return err
	}
	return p.attempts.Notice(ctx, a.OrderID, NoticeGivenBack, a.Payment.Reference)
}

// withdraw tells the provider that nothing is to come of what it still decides, and gives what it has then: it may have decided
// before it heard. One that refuses goes on deciding, and operators are told; one that has nothing to withdraw, or says that it lapses, as
// a page that waits for a customer who has left it, ends that by itself. Should money come of either, it goes back as any that comes late.
func (p *Payer) withdraw(ctx context.Context, a *Attempt, r Result) (Result, error) {
	ref := a.Ref()
	ref.Reference = cmp.Or(ref.Reference, r.Reference)
	refusal := p.payments.Void(ctx, ref, Void{Key: a.Key() + "-void"})
	if refusal != nil && !refuses(refusal) {
		return Result{}, refusal
	}
	now, err := p.status(ctx, a)
	switch {
	case err != nil:
		return Result{}, err
	case now.Outcome == OutcomeAuthorized:
		return now, nil
	case now.Outcome == OutcomeUnknown:
		return Result{}, fault.New(fault.Unavailable, "payment_unknown")
	}
	switch {
	case leavesOpen(a, now) && refusal != nil && fault.ReasonOf(refusal) != ReasonLapses:
		slog.WarnContext(ctx, "not withdrawn at the provider", "attempt", a.ID, "method", a.Payment.Code, "error", refusal)
		return now, p.withdrawn(ctx, a, NoticeNotWithdrawn, cmp.Or(fault.ReasonOf(refusal), ref.Reference))
	case leavesOpen(a, now):
		_, err = p.settle(ctx, a.ID, Result{Outcome: OutcomeVoided})
		return now, err
	}
	return now, p.withdrawn(ctx, a, NoticeWithdrawn, ref.Reference)
}

// withdrawn notes for operators that nothing is to be withdrawn any more.
func (p *Payer) withdrawn(ctx context.Context, a *Attempt, notice, detail string) error {
	if err := p.attempts.Notice(ctx, a.OrderID, notice, detail); err != nil {
		return err
	}
	_, err := p.settle(ctx, a.ID, Result{Outcome: OutcomeVoided})
	return err
}

// owes is what has to go back: the amount that the provider names, which need not be the attempt's, since a wrong amount is one
// of the reasons to give it back.
func (a *Attempt) owes(r Result) money.Amount {
	if r.Amount.IsZero() {
		return a.Totals.Total
	}
	return r.Amount
}

// refund gives back what is owed.
func (p *Payer) refund(ctx context.Context, a *Attempt, r Result) error {
	receipt, err := p.payments.Refund(ctx, a.Ref(), Refund{Key: a.Key() + "-refund", Amount: a.owes(r)})
	switch {
	case err != nil || receipt.Done:
		return err
	case receipt.Reason != "":
		return fault.New(fault.Conflict, receipt.Reason)
	}
	if err := p.attempts.Notice(ctx, a.OrderID, NoticeGoingBack, receipt.Reference); err != nil {
		return err
	}
	return errGoingBack
}

var errGoingBack = fault.New(fault.Conflict, ReasonGoingBack)
