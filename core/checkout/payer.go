package checkout

import (
	"context"
	"log/slog"
	"maps"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// Policy says how long attempts wait.
type Policy struct {
	Redirect   time.Duration // for a customer who left to pay
	Prepayment time.Duration // for money after the order, where the plugin names no day
}

// DefaultPolicy holds goods for half an hour while the customer pays elsewhere, and five days for a bank transfer.
var DefaultPolicy = Policy{Redirect: 30 * time.Minute, Prepayment: 5 * 24 * time.Hour}

// Payer takes the payment steps of attempts: it asks the plugin and applies what it says. Its steps are called by the
// attempt's workflow, one at a time, but for PayAtOnce; each may be repeated after a crash at any point.
//
// Faults that mean "try again" leave as they are: Unavailable (nothing was sent) and Internal. An unknown outcome is no
// fault but a state, and the workflow reconciles it.
type Payer struct {
	attempts Attempts
	events   Events
	payments Payments
	clock    clock.Clock
	policy   Policy
	urls     URLs
}

// URLs gives the addresses that a provider needs.
type URLs struct {
	Return  func(attemptID, host string) string  // to the host where the checkout began, see Payment.Host
	Express func(methodCode, host string) string // back from an express provider
	Webhook func(plugin string) string
}

func (u URLs) links(back, plugin string) Links {
	return Links{ReturnURL: back, CancelURL: back + "?cancelled=1", WebhookURL: u.Webhook(plugin)}
}

// NewPayer makes a Payer.
func NewPayer(attempts Attempts, events Events, payments Payments, clock clock.Clock, policy Policy, urls URLs) *Payer {
	return &Payer{attempts: attempts, events: events, payments: payments, clock: clock, policy: policy, urls: urls}
}

// FlowSimple is the flow of methods that ask nothing of the browser and answer at once.
const FlowSimple = "simple"

// Begin starts a created attempt. With simpleOnly it pays only by methods that answer at once, and leaves others in
// state Authorizing for Authorize; so it does with one that a call of PayAtOnce still asks for. An attempt that is past authorizing is
// given as it is, with whether it owes money.
func (p *Payer) Begin(ctx context.Context, attemptID string, simpleOnly bool) (Settled, error) {
	start, err := p.attempts.Begin(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	a := start.Attempt
	if a.State != Authorizing || start.Asked > 0 || (simpleOnly && a.Payment.Flow != FlowSimple) {
		s, err := p.standing(ctx, a)
		s.Fresh, s.Held = start.First, a.Held
		return s, err
	}
	if !start.First {
		return p.resume(ctx, start)
	}
	s, err := p.authorize(ctx, start)
	if fault.CodeOf(err) == fault.Unavailable {
		return Settled{State: Authorizing, Fresh: true}, nil // nothing was sent: Authorize may
	}
	return s, err
}

// Authorize asks for the money of an attempt that Begin left authorizing. Fresh says that Begin called it so and that
// this is the first call since.
func (p *Payer) Authorize(ctx context.Context, attemptID string, fresh bool) (Settled, error) {
	start, err := p.answered(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if start.Attempt.State != Authorizing {
		return p.standing(ctx, start.Attempt)
	}
	if !fresh {
		return p.resume(ctx, start)
	}
	return p.insist(ctx, start)
}

// standing gives an attempt as it is. Who was to give its money back may have died before that was known to anyone but the
// store.
func (p *Payer) standing(ctx context.Context, a *Attempt) (Settled, error) {
	s := a.Settled()
	if a.State != Failed {
		return s, nil
	}
	debt, err := p.attempts.Debt(ctx, a.ID)
	s.Compensate = debt.Owed || a.Payment.Open
	return s, err
}

// status asks what became of an attempt. A provider that cannot find a payment by its number may know it by the session that it
// was paid with; a, and so its Ref, then has the reference that was found. While the session cannot be asked, nothing is known of the
// attempt, and that it never arrived must not be believed.
func (p *Payer) status(ctx context.Context, a *Attempt) (Result, error) {
	ref := a.Ref()
	r, err := p.payments.Status(ctx, ref)
	if err != nil || !neverArrived(r) || ref.Reference != "" || a.SessionID == "" {
		return r, err
	}
	ref.Reference = a.SessionID
	found, err := p.payments.Status(ctx, ref)
	switch {
	case refuses(err): // to be asked so
		return r, nil
	case err != nil:
		return Result{}, err
	case !pays(found, a.SessionID):
		return r, nil
	}
	a.Payment.Reference = found.Reference
	return found, nil
}

// pays reports whether an answer about a session tells of the payment that was made with it. A session that waits for the customer
// or has ended without a payment is none; its reference is the session's own, or begins with that. Authorize under the same key
// goes on with it.
func pays(r Result, session string) bool {
	switch r.Outcome {
	case OutcomeAuthorized, OutcomeVoided, OutcomeRefunded, OutcomeUnknown:
		return true
	case OutcomePending, OutcomeDeclined:
		return r.Reference != "" && !strings.HasPrefix(r.Reference, session)
	}
	return false
}

// resume finds out what became of an Authorize that may have been sent, and sends it only if it never arrived.
func (p *Payer) resume(ctx context.Context, start *Start) (Settled, error) {
	if start.Attempt.Totals.Total.IsZero() {
		return p.authorize(ctx, start)
	}
	r, err := p.status(ctx, start.Attempt)
	switch {
	case fault.CodeOf(err) == fault.Unknown:
		return p.settleBegun(ctx, start, Result{Outcome: OutcomeUnknown})
	case err != nil:
		return Settled{}, err
	case neverArrived(r):
		return p.authorize(ctx, start)
	}
	return p.settleBegun(ctx, start, r)
}

func (p *Payer) authorize(ctx context.Context, start *Start) (Settled, error) {
	a, req := start.Attempt, start.Request
	if a.Totals.Total.IsZero() { // a voucher pays for all of it, and no provider takes nothing
		return p.settleBegun(ctx, start, Result{Outcome: OutcomeAuthorized, Captured: true})
	}
	req.OrderedAt = a.CreatedAt
	req.Links = p.urls.links(p.urls.Return(a.ID, a.Payment.Host), a.Payment.Plugin)
	r, err := p.payments.Authorize(ctx, req)
	switch {
	case fault.ReasonOf(err) == ReasonFailed: // nothing came of it, and the same again would fail again while the customer waits
		slog.WarnContext(ctx, "payment failed", "attempt", a.ID, "error", err)
		r = Result{Outcome: OutcomeDeclined, Reason: ReasonDown}
	case err != nil:
		if r, err = p.refused(ctx, a.ID, err); err != nil {
			return Settled{}, err
		}
	}
	s, err := p.settleBegun(ctx, start, r)
	if fault.CodeOf(err) == fault.Unavailable { // which would say that nothing was sent
		err = fault.Wrap(err, fault.Internal, "payment_unknown")
	}
	return s, err
}

// refused turns a fault of a plugin call into a result, where it is one.
func (p *Payer) refused(ctx context.Context, attemptID string, err error) (Result, error) {
	switch {
	case fault.CodeOf(err) == fault.Unknown:
		slog.WarnContext(ctx, "payment outcome unknown", "attempt", attemptID, "error", err)
		return Result{Outcome: OutcomeUnknown}, nil
	case refuses(err):
		slog.WarnContext(ctx, "payment refused", "attempt", attemptID, "error", err)
		return Result{Outcome: OutcomeDeclined, Reason: fault.ReasonOf(err)}, nil
	}
	return Result{}, err
}

// refuses reports whether a fault of a plugin call says that the call itself cannot be, so that the same again would not help.
func refuses(err error) bool {
	switch fault.CodeOf(err) {
	case fault.Invalid, fault.Forbidden, fault.NotFound, fault.Conflict:
		return true
	}
	return false
}

// Complete tells the plugin that the customer is back (query) or approved elsewhere (nil query). An attempt that waits for a
// decision is past the customer's return, but the plugin may have to act on what was decided.
func (p *Payer) Complete(ctx context.Context, attemptID string, query map[string]string) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	return p.complete(ctx, a, query)
}

func (p *Payer) complete(ctx context.Context, a *Attempt, query map[string]string) (Settled, error) {
	decided := a.State == Pending && query == nil
	if a.State != Redirected && a.State != Unknown && !decided {
		return p.standing(ctx, a)
	}
	r, err := p.payments.Complete(ctx, a.Ref(), query)
	if err != nil {
		if r, err = p.refused(ctx, a.ID, err); err != nil {
			return Settled{}, err
		}
	}
	if decided && r.Outcome == OutcomeUnknown {
		return Settled{}, fault.New(fault.Unavailable, "payment_unknown") // it is to be asked again, and stays pending until then
	}
	return p.settle(ctx, a.ID, r)
}

// Reconcile asks the provider what became of an attempt of unknown outcome. One that never reached the provider is sent
// again under the same key, so that the customer does not pay for a plugin's crash with an error.
func (p *Payer) Reconcile(ctx context.Context, attemptID string) (Settled, error) {
	a, err := p.loose(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	r, err := p.status(ctx, a)
	switch {
	case fault.CodeOf(err) == fault.Unknown:
		return a.Settled(), nil
	case err != nil:
		return Settled{}, err
	case approved(a, r):
		return p.complete(ctx, a, nil)
	case breaks(a, r), p.gaveUp(a, r):
		r = broken(r)
	case neverArrived(r) && (a.State == Redirected || a.State == Pending):
		return a.Settled(), nil // the customer has not got so far
	case neverArrived(r) && a.State == Unknown && a.Payment.Reference == "" && p.fresh(a):
		start, err := p.attempts.Begin(ctx, attemptID)
		if err != nil {
			return Settled{}, err
		}
		return p.authorize(ctx, start)
	}
	return p.settle(ctx, attemptID, r)
}

// loose gives an attempt that no operator keeps still; fault Conflict (ReasonHeld) for one that is.
func (p *Payer) loose(ctx context.Context, attemptID string) (*Attempt, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err == nil && a.Held {
		err = fault.New(fault.Conflict, ReasonHeld)
	}
	return a, err
}

// fresh reports whether the customer may still be waiting for the way to pay.
func (p *Payer) fresh(a *Attempt) bool {
	return p.clock.Now().Before(a.CreatedAt.Add(p.policy.Redirect))
}

// approved reports whether the customer agreed at the provider and only Complete is missing.
func approved(a *Attempt, r Result) bool {
	waits := a.State == Redirected || a.State == Unknown
	return waits && (r.Outcome == OutcomeApproved || r.Outcome == OutcomePending && a.Payment.Flow != FlowSimple)
}

// Expire closes an attempt whose time is over. It asks the provider first, so that no money is overlooked: one that
// is paid, or that the customer approved, becomes an order.
func (p *Payer) Expire(ctx context.Context, attemptID, reason string) (Settled, error) {
	if _, err := p.loose(ctx, attemptID); err != nil {
		return Settled{}, err
	}
	return p.end(ctx, attemptID, reason, true)
}

// Remind writes to the customer whose transfer has not come, while there is time for it.
func (p *Payer) Remind(ctx context.Context, attemptID string) (Settled, error) {
	a, err := p.loose(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if !p.clock.Now().Before(a.DueAt) {
		return a.Settled(), nil
	}
	return p.attempts.Remind(ctx, attemptID)
}

// Leave closes an attempt that the customer gave up before it was an order; one that is paid by now becomes one.
func (p *Payer) Leave(ctx context.Context, attemptID, reason string) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if a.State == Pending {
		return a.Settled(), nil
	}
	return p.end(ctx, attemptID, reason, false)
}

// Cancel is Leave by an operator, who may also cancel an order that waits for its money.
func (p *Payer) Cancel(ctx context.Context, attemptID, reason string) (Settled, error) {
	return p.end(ctx, attemptID, reason, false)
}

func (p *Payer) end(ctx context.Context, attemptID, reason string, complete bool) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	switch a.State {
	case Confirmed, Failed:
		return p.standing(ctx, a)
	case Created:
		return p.Fail(ctx, attemptID, reason)
	}
	r, err := p.status(ctx, a)
	if err != nil {
		return Settled{}, err
	}
	switch {
	case complete && (approved(a, r) || a.State == Pending && r.Outcome == OutcomePending && a.Payment.Flow != FlowSimple):
		s, err := p.complete(ctx, a, nil)
		if still := s.State == Redirected || s.State == Pending && a.State == Pending; err != nil || !still {
			return s, err
		}
	case r.Outcome == OutcomeAuthorized, r.Outcome == OutcomeDeclined && !neverArrived(r):
		return p.settle(ctx, attemptID, r)
	case r.Outcome == OutcomeUnknown:
		return Settled{}, fault.New(fault.Unavailable, "payment_unknown")
	}
	return p.drop(ctx, a, r, reason)
}

// drop ends an attempt of which the provider has no money; r is what it has. What it still decides is to be withdrawn there, which is
// Payer.Compensate's.
func (p *Payer) drop(ctx context.Context, a *Attempt, r Result, reason string) (Settled, error) {
	failed := Result{Outcome: OutcomeDeclined, Reason: reason, Open: leavesOpen(a, r)}
	if failed.Open {
		failed.Reference = r.Reference
	}
	return p.settle(ctx, a.ID, failed)
}

// Fail closes an attempt without asking anyone.
func (p *Payer) Fail(ctx context.Context, attemptID, reason string) (Settled, error) {
	return p.settle(ctx, attemptID, Result{Outcome: OutcomeDeclined, Reason: reason})
}

// Apply applies a stored webhook event to the attempt.
func (p *Payer) Apply(ctx context.Context, attemptID string, eventID int64) (Settled, error) {
	e, err := p.events.Event(ctx, eventID)
	if err != nil {
		return Settled{}, err
	}
	var s Settled
	switch r := e.Result; {
	case r.Outcome == OutcomeApproved:
		s, err = p.agreed(ctx, attemptID, r)
	case (r.Outcome == OutcomeDeclined || r.Outcome == OutcomeVoided) && r.Operation == "":
		s, err = p.refusal(ctx, attemptID, r)
	default:
		s, err = p.settle(ctx, attemptID, r)
	}
	if err != nil {
		return Settled{}, err
	}
	return s, p.events.EventHandled(ctx, eventID)
}

// agreed takes the last step of an attempt that the customer agreed to. To agree to one that is over comes too late.
func (p *Payer) agreed(ctx context.Context, attemptID string, r Result) (Settled, error) {
	a, err := p.attempts.Attempt(ctx, attemptID)
	if err != nil {
		return Settled{}, err
	}
	if a.State == Failed {
		return p.settle(ctx, attemptID, r)
	}
	return p.complete(ctx, a, nil)
}

// settle applies a result.
func (p *Payer) settle(ctx context.Context, attemptID string, r Result) (Settled, error) {
	s, err := p.attempts.Settle(ctx, attemptID, p.dated(r))
	return p.taken(ctx, attemptID, s, err)
}

// settleBegun applies the result of an attempt that was just begun.
func (p *Payer) settleBegun(ctx context.Context, start *Start, r Result) (Settled, error) {
	s, err := p.attempts.SettleBegun(ctx, start, p.dated(r))
	return p.taken(ctx, start.Attempt.ID, s, err)
}

// dated gives waits their end: that of the policy, for whoever left to pay, unless the provider's page ends before; and for money
// after the order, where the plugin names no day, or one that is over as it is named. Such a day is that of a clock that is wrong: the
// order would be confirmed and cancelled in one moment.
func (p *Payer) dated(r Result) Result {
	switch r.Outcome {
	case OutcomeRedirect, OutcomeFormPost:
		now := p.clock.Now()
		// A page that has ended already is one of a clock that is wrong.
		if most := now.Add(p.policy.Redirect); !r.ExpiresAt.After(now) || r.ExpiresAt.After(most) {
			r.ExpiresAt = most
		}
	case OutcomePending:
		now := p.clock.Now()
		if !r.ExpiresAt.IsZero() && !r.ExpiresAt.After(now) {
			r.Over, r.ExpiresAt = r.ExpiresAt, time.Time{}
			r.Instructions = maps.Clone(r.Instructions)
			delete(r.Instructions, "due_date")
		}
		if r.ExpiresAt.IsZero() && !r.Accepted {
			r.ExpiresAt = now.Add(p.policy.Prepayment)
		}
	}
	return r
}

// taken declines an attempt that somebody else's payment was to pay for.
func (p *Payer) taken(ctx context.Context, attemptID string, s Settled, err error) (Settled, error) {
	if fault.ReasonOf(err) == ReasonReferenceTaken {
		return p.attempts.Settle(ctx, attemptID, Result{Outcome: OutcomeDeclined, Reason: ReasonReferenceTaken})
	}
	return s, err
}

func neverArrived(r Result) bool {
	return r.Outcome == OutcomeDeclined && r.Reason == ReasonNotFound
}
