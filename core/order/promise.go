package order

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Promised keeps, beside what becomes of orders, when providers are asked about money that they promised and that goods still wait for.
type Promised interface {
	Fulfilments
	// ToAsk gives orders whose provider is to be asked by now, at most so many, what is longest due first, and puts each off until again, so
	// that nobody else asks meanwhile. Of one that was never asked about that is first after it was placed.
	ToAsk(ctx context.Context, now, again time.Time, first time.Duration, limit int) ([]Ref, error)
	// PutOff says when an order's provider is asked next.
	PutOff(ctx context.Context, id int64, until time.Time) error
}

// When and how much is asked. One question follows the other, so that customers who pay find the plugin free.
const (
	askEvery = 24 * time.Hour
	askAgain = time.Hour        // after a question that was not answered
	askSoon  = 10 * time.Minute // what was not asked after all: the plugin failed just before, or the process ended
	askMost  = 20
)

// Promises asks providers once a day about money that they promised, as long as goods wait to be dispatched for it. Some tell nobody what
// an employee does with a payment in their own back office, and the shop would learn of it when the money is refused. Workers find in the
// database what is due, in place of a timer in each order's workflow: so questions follow each other whatever was ordered at once, and
// no history grows by them.
type Promises struct {
	store Promised
	payer *checkout.Payer
	clock clock.Clock
}

// NewPromises makes the service.
func NewPromises(store Promised, payer *checkout.Payer, clock clock.Clock) *Promises {
	return &Promises{store, payer, clock}
}

// Ask asks about some of the orders of which it is time. A provider that does not answer is asked again in an hour, and about others at
// the same plugin soon; nothing follows from that. One that cannot be asked is asked again the next day, as a plugin may be upgraded.
// It may be called by several processes at once.
func (p *Promises) Ask(ctx context.Context) error {
	now := p.clock.Now()
	due, err := p.store.ToAsk(ctx, now, now.Add(askSoon), askEvery, askMost)
	if err != nil {
		return err
	}
	silent := map[string]bool{} // plugins
	for _, ref := range due {
		o, err := p.store.Order(ctx, ref.ID)
		if err != nil {
			return err
		}
		plugin := o.Attempt.Ref().Plugin
		if silent[plugin] {
			continue
		}
		next := askEvery
		switch err := p.ask(ctx, o); fault.CodeOf(err) {
		case "":
		case fault.Invalid, fault.Forbidden, fault.NotFound, fault.Conflict:
			slog.InfoContext(ctx, "provider cannot be asked what it promised", "order", o.ID, "plugin", plugin, "error", err)
		default:
			if ctx.Err() != nil {
				return nil
			}
			slog.WarnContext(ctx, "provider does not say what it promised", "order", o.ID, "plugin", plugin, "error", err)
			silent[plugin], next = true, askAgain
		}
		if err := p.store.PutOff(ctx, o.ID, now.Add(next)); err != nil {
			return err
		}
	}
	return nil
}

// ask asks about one order. What the payer does not store is what was taken of a part.
func (p *Promises) ask(ctx context.Context, o *Order) error {
	r, err := p.payer.Ask(ctx, o.AttemptID)
	if err != nil {
		return err
	}
	outside := o.takenOutside(r)
	if outside.Minor <= 0 {
		return nil
	}
	_, err = p.store.Change(ctx, o.ID, func(now *Order) (e Effects, err error) {
		if slices.Equal(now.Payments, o.Payments) { // else the answer may be about what the shop did meanwhile
			e.Notices = []Notice{{Kind: NoticeOutside, Detail: outside.String()}}
		}
		return e, nil
	})
	return err
}

// takenOutside is what the provider took beyond what the shop asked for and less than all, as it says when it is asked. While it works
// on something that the shop did ask for, nobody knows.
func (o *Order) takenOutside(r checkout.Result) money.Amount {
	total, known := o.Attempt.Totals.Total, o.asked()
	none := money.Amount{Currency: total.Currency}
	if r.Outcome != checkout.OutcomeAuthorized || !r.Captured || r.Amount.IsZero() || r.Amount == total || r.Amount.Currency != total.Currency {
		return none
	}
	for _, p := range o.Payments {
		switch c := o.payment(p.Capture); {
		case p.State == Wanted || p.State == Working:
			return none
		case p.Kind == RefundMoney && p.State == Done && c != nil && o.ofPromise(*c):
			known = known.Sub(p.Amount)
		}
	}
	return r.Amount.Sub(known)
}
