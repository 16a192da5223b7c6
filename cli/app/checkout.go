package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.temporal.io/sdk/client"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/observe"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/vat"
	processes "kontor.dev/kontor/workflows/client"
	workers "kontor.dev/kontor/workflows/worker"
)

// buying is the checkout with what drives it.
type buying struct {
	temporal client.Client
	server   config.Temporal
	process  *processes.Checkout
	service  *checkout.Service
	standard *checkout.Standard
	webhooks *checkout.Webhooks
	orders   *postgres.Order
	worker   *workers.Worker
	campus   *campus.Service
	students *processes.Campus

	newsletter  *newsletter.Service
	newsletters *processes.Newsletter
	fulfilments *postgres.Fulfilment
	withdrawals *postgres.Withdrawals
	fulfilment  *processes.Fulfilment
	promises    *order.Promises

	privacy   *privacy.Service
	privacies *processes.Privacy
	accounts  *processes.Account
}

// openCheckout connects the checkout to its workflows. Temporal is dialled with the first call, so that the catalogue
// is shown while it is down.
func (p *parts) openCheckout() error {
	keys := postgres.NewHistoryKeys(p.pool)
	temporal, err := processes.DialLazy(p.cfg.Temporal.Address, p.cfg.Temporal.Namespace, processes.NewKeys(keys))
	if err != nil {
		return err
	}
	queue, payments := p.cfg.Temporal.TaskQueue, observe.Payments(p.plugins.Payments())
	attempts, events := postgres.NewAttempt(p.pool), postgres.NewWebhook(p.pool)
	eager := p.cfg.Temporal.BuildID == ""
	process := processes.NewCheckout(temporal, queue, attempts).Eager(eager)
	urls, err := urlsOf(p.cfg)
	if err != nil {
		return err
	}
	fulfilments, carriers := postgres.NewFulfilment(p.pool).Bill(p.cfg.Seller()), p.plugins.Carriers()
	fulfiller := order.NewFulfiller(fulfilments, attempts, payments, carriers, p.plugins.Shipping(), systemClock, order.DefaultPolicy)
	payer := checkout.NewPayer(attempts, events, payments, systemClock, checkout.DefaultPolicy, urls)
	programme, err := NewCampus(p.cfg, p.pool)
	if err != nil {
		return err
	}
	fulfiller.Hold(programme.Held)
	seal, err := newSeal(p.cfg)
	if err != nil {
		return err
	}
	requests := privacy.NewService(postgres.NewPrivacy(p.pool), seal, systemClock).Enclose(programme)
	letters := newsletter.NewService(postgres.NewNewsletters(p.pool), systemClock)
	orders, fulfilment := postgres.NewOrder(p.pool), processes.NewFulfilment(temporal, queue).Eager(eager)
	commands := processes.NewOrder(process, fulfilment, orders)
	standard := checkout.NewStandard(p.plugins.Shipping())
	p.buying = buying{
		standard: standard,
		privacy:  requests, privacies: processes.NewPrivacy(temporal, queue),
		accounts: processes.NewAccount(temporal, queue),
		campus:   programme, students: processes.NewCampus(temporal, queue),
		temporal: temporal, server: p.cfg.Temporal, process: process, newsletter: letters, newsletters: processes.NewNewsletter(temporal, queue),
		service: checkout.NewService(checkout.Parts{
			Store: postgres.NewCheckout(p.pool).Uncovered(p.cfg.Checkout.Uncovered()).Keys(keys), Attempts: attempts, Payments: payments, Shipping: p.plugins.Shipping(), Standard: standard,
			Vouchers: postgres.NewVouchers(p.pool), Carts: postgres.NewCarts(p.pool).Hide(p.cfg.Hidden()), Process: process, Payer: payer, Clock: systemClock, URLs: urls,
			Extras: extras(p.cfg.Checkout), Reach: p.cfg.Reach(),
		}),
		webhooks: checkout.NewWebhooks(payments, events, process, carriers, fulfilments),
		orders:   orders,
		worker: workers.New(workers.Deps{
			Temporal: temporal, Queue: queue, Retention: postgres.NewRetention(p.pool).Unused(p.cfg.Customer.UnusedMonths), BuildID: p.cfg.Temporal.BuildID, Histories: p.cfg.Temporal.Histories,
			Payer: payer, Attempts: attempts, Process: process, Fulfiller: fulfiller,
			Newsletter: letters, Campus: programme, Orders: commands, Privacy: requests,
			Conversions: customer.NewConversions(postgres.NewCustomers(p.pool), systemClock),
			VAT:         vat.NewService(postgres.NewVATEvidence(p.pool), newAuthority(p.cfg), systemClock),
			Withdrawals: p.withdrawalSteps(orders, commands),
		}),
		promises:    order.NewPromises(fulfilments, payer, systemClock),
		fulfilments: fulfilments, fulfilment: fulfilment, withdrawals: postgres.NewWithdrawals(p.pool),
	}
	return nil
}

// extras are what the shop's settings leave of what it could offer.
func extras(c config.Checkout) checkout.Extras {
	e := checkout.DefaultExtras
	if !c.NoRiskMuchFun {
		e.Private, e.Business = checkout.NoRisk{}, checkout.NoRisk{}
	}
	if !c.BusinessPromotion {
		e.Promotions = nil
	}
	return e
}

// work runs the workflows until ctx ends, and tries again when Temporal was not there. That is said once a minute.
func (b *buying) work(ctx context.Context) error {
	const pause, again = 2 * time.Second, time.Minute
	for said := (time.Time{}); ; {
		err := b.worker.Run(ctx)
		if ctx.Err() != nil || fault.CodeOf(err) != fault.Unavailable {
			return err
		}
		if time.Since(said) >= again {
			said = time.Now()
			slog.WarnContext(ctx, "workflows wait for Temporal", "temporal.address", b.server.Address, "temporal.namespace", b.server.Namespace, "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// askPromises asks providers now and then about money that they promised: each time about a few orders, so that a day's are spread, and
// first once the plugins are up.
func (b *buying) askPromises(ctx context.Context) error {
	const every = 30 * time.Second
	for {
		pause(ctx, every)
		if ctx.Err() != nil {
			return nil
		}
		if err := b.promises.Ask(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "providers are not asked what they promised", "error", err)
		}
	}
}

// deliverWebhooks hands stored events of providers to the attempts that they belong to.
func (b *buying) deliverWebhooks(ctx context.Context, events []outbox.Event) error {
	return each(events, func(e numbered) error { return b.webhooks.Deliver(ctx, e.ID) })
}

// beginCheckouts starts the workflows of attempts that were paid for without one, and wait for something since.
func (b *buying) beginCheckouts(ctx context.Context, events []outbox.Event) error {
	return atOnce(ctx, events, func(ctx context.Context, ref order.Ref) error { return b.process.Begin(ctx, ref.AttemptID) })
}

// beginFulfilment starts what comes after an order was placed.
func (b *buying) beginFulfilment(ctx context.Context, events []outbox.Event) error {
	return atOnce(ctx, events, b.fulfilment.Begin)
}

// atOnce begins several orders' workflows at once, because each waits for Temporal's database.
func atOnce(ctx context.Context, events []outbox.Event, begin func(context.Context, order.Ref) error) error {
	const most = 8
	starts, ctx := errgroup.WithContext(ctx)
	starts.SetLimit(most)
	err := each(events, func(ref order.Ref) error {
		starts.Go(func() error { return begin(ctx, ref) })
		return nil
	})
	return errors.Join(err, starts.Wait())
}

// wakeFulfilment lets orders look at what is to be done of them.
func (b *buying) wakeFulfilment(ctx context.Context, events []outbox.Event) error {
	return each(events, func(ref order.Ref) error { return b.fulfilment.Wake(ctx, ref) })
}

// strangeAfter is when a scan is of no parcel of the shop's. Until then it may be ahead of the carrier's answer that names the
// parcel. It is less than the outbox takes to give an event up.
const strangeAfter = 10 * time.Minute

// deliverScans hands stored scans of carriers to the orders of their parcels, or to the withdrawals whose goods they bring back. A
// carrier also tells of what was sent with the same account and not by the shop: that is noted, and nobody has to do anything.
func (b *buying) deliverScans(ctx context.Context, events []outbox.Event) error {
	for _, event := range events {
		err := each([]outbox.Event{event}, func(e numbered) error { return b.deliverScan(ctx, e.ID) })
		if fault.ReasonOf(err) == "parcel_not_found" && time.Since(event.At) > strangeAfter {
			slog.WarnContext(ctx, "scan of a parcel that the shop does not know", "parcel", event.Key, "event", event.ID)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *buying) deliverScan(ctx context.Context, id int64) error {
	_, of, err := b.fulfilments.Scan(ctx, id)
	if fault.ReasonOf(err) == "parcel_not_found" {
		if known, failed := b.withdrawals.Scanned(ctx, id); known || failed != nil {
			return failed
		}
	}
	if err != nil {
		return err
	}
	return b.fulfilment.Scan(ctx, of, id)
}

// numbered is the payload of an event about something stored.
type numbered struct {
	ID int64 `json:"id"`
}

// each reads the payloads of events and hands them on in turn.
func each[P any](events []outbox.Event, deliver func(P) error) error {
	for _, e := range events {
		var payload P
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
		if err := deliver(payload); err != nil {
			return err
		}
	}
	return nil
}

// tellNewsletters hands changes of subscriptions to the workflows that wait for them.
func (b *buying) tellNewsletters(ctx context.Context, events []outbox.Event) error {
	for _, e := range events {
		var payload struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
		if err := b.newsletters.Changed(ctx, payload.ID); err != nil {
			return err
		}
	}
	return nil
}
