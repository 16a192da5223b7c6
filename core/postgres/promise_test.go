package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

// backOffice is what providers say when they are asked, by reference.
type backOffice struct {
	checkout.Payments
	says  map[string]checkout.Result
	fails map[string]error
	asked []string
	then  func() // what happens while it is asked
}

func (b *backOffice) Status(_ context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	b.asked = append(b.asked, ref.Reference)
	if b.then != nil {
		b.then()
	}
	return b.says[ref.Reference], b.fails[ref.Reference]
}

// asking is a shop whose orders wait for their dispatch, with money that was promised the moment before.
type asking struct {
	*shop
	provider *backOffice
	clock    *clock.Fixed
	payer    *checkout.Payer
	promises *order.Promises
}

func newAsking(t *testing.T) *asking {
	a := &asking{shop: newShop(t), clock: clock.NewFixed(time.Now().UTC()), provider: &backOffice{says: map[string]checkout.Result{}, fails: map[string]error{}}}
	a.stock(laptop, "main", 99)
	a.payer = checkout.NewPayer(a.attempts, postgres.NewWebhook(a.pool), a.provider, a.clock, checkout.DefaultPolicy, checkout.URLs{})
	a.promises = order.NewPromises(postgres.NewFulfilment(a.pool), a.payer, a.clock)
	return a
}

// promised is an order of two laptops in two deliveries, none of which has left, and what its provider calls its payment.
func (a *asking) promised(plugin string, change func(*order.Order)) (attempt *checkout.Attempt, reference string) {
	a.Helper()
	d := a.guest(map[int64]int{laptop: 2})
	d.Attempt.Payment.Code, d.Attempt.Payment.Plugin, d.Attempt.Payment.Flow = plugin, plugin, "redirect"
	attempt = a.freeze(d)
	reference = fmt.Sprintf("%s-%d", plugin, attempt.OrderID)
	a.settle(attempt.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: reference})
	_, err := postgres.NewFulfilment(a.pool).Change(a.ctx, attempt.OrderID, func(o *order.Order) (order.Effects, error) {
		for i := range 2 {
			o.Deliveries = append(o.Deliveries, order.Delivery{
				Number: i + 1, State: order.Planned, Charge: true, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: money.Euro(129900),
			})
		}
		if change != nil {
			change(o)
		}
		return order.Effects{}, nil
	})
	require.NoError(a, err)
	a.provider.says[reference] = checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: reference, Amount: attempt.Totals.Total}
	return attempt, reference
}

// later lets time pass, and gives whom the shop asked then.
func (a *asking) later(d time.Duration) []string {
	a.Helper()
	a.clock.Advance(d)
	a.provider.asked = nil
	require.NoError(a, a.promises.Ask(a.ctx))
	return a.provider.asked
}

const aDay = 24*time.Hour + time.Minute

// As long as goods wait, the provider is asked once a day, however often the shop looks; and about nothing else.
func TestAPromiseIsAskedAboutOnceADayWhileGoodsWait(t *testing.T) {
	a := newAsking(t)
	waits, reference := a.promised("klarna", nil)
	a.promised("klarna", func(o *order.Order) {
		o.Deliveries[0].State, o.Deliveries[1].State = order.Shipped, order.Dispatching
	})
	a.promised("klarna", func(o *order.Order) { o.Deliveries[0].Charge, o.Deliveries[1].Charge = false, false })
	held, _ := a.promised("klarna", nil)
	_, err := a.pool.Exec(a.ctx, `update checkout_attempt set held = true where id = $1`, held.ID)
	require.NoError(t, err)
	taken := a.freeze(a.guest(map[int64]int{laptop: 1}))
	a.settle(taken.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "TAKEN"})
	invoice := a.freeze(a.guest(map[int64]int{laptop: 1}))
	a.settle(invoice.ID, checkout.Result{Outcome: checkout.OutcomePending, Accepted: true, Reference: "INVOICE"})

	require.Empty(t, a.later(23*time.Hour), "it was placed today")
	require.Equal(t, []string{reference}, a.later(2*time.Hour))
	require.Empty(t, a.later(0))
	require.Empty(t, a.later(23*time.Hour))
	require.Equal(t, []string{reference}, a.later(2*time.Hour))
	require.Zero(t, a.count(`select count(*) from webhook_event`), "it keeps its promise")
	require.Empty(t, a.order(waits.OrderID).Notices)
}

// An employee cancels an order in the provider's back office, which tells nobody. It ends as if the provider had told.
func TestAPromiseThatWasGivenUpThereEndsTheOrder(t *testing.T) {
	a := newAsking(t)
	ends, reference := a.promised("klarna", nil)
	a.provider.says[reference] = checkout.Result{Outcome: checkout.OutcomeVoided, Reference: reference, Reason: checkout.ReasonTakenBack}
	require.Equal(t, []string{reference}, a.later(aDay))
	require.Equal(t, 1, a.count(`select count(*) from outbox where topic = $1`, outbox.Webhook))
	event := a.count(`select id from webhook_event where handled_at is null`)
	s, err := a.payer.Apply(a.ctx, ends.ID, int64(event))
	require.NoError(t, err)
	require.Equal(t, checkout.Failed, s.State)
	o := a.order(ends.OrderID)
	require.Equal(t, []any{order.Cancelled, checkout.ReasonTakenBack, checkout.NoticeBroken}, []any{o.Status, o.CancelReason, o.Notices[0].Kind})
	require.Equal(t, 99, a.available(laptop))
	require.Empty(t, a.later(aDay))
}

// What is being dispatched is an operator's to see to, who is told once.
func TestWhoIsToldOfABrokenPromiseIsNotToldDaily(t *testing.T) {
	a := newAsking(t)
	leaves, reference := a.promised("klarna", func(o *order.Order) { o.Deliveries[0].State = order.Dispatching })
	a.provider.says[reference] = checkout.Result{Outcome: checkout.OutcomeVoided, Reference: reference}
	require.Len(t, a.later(aDay), 1)
	_, err := a.payer.Apply(a.ctx, leaves.ID, int64(a.count(`select id from webhook_event where handled_at is null`)))
	require.NoError(t, err)
	o := a.order(leaves.OrderID)
	require.Equal(t, []any{order.Placed, checkout.NoticeBroken}, []any{o.Status, o.Notices[0].Kind})
	require.Empty(t, a.later(aDay))
}

// An employee makes an invoice over a part there, and another one: operators are told how much the shop did not ask for.
func TestWhatWasTakenThereIsTold(t *testing.T) {
	a := newAsking(t)
	part := func(reference string, cents int64) {
		a.provider.says[reference] = checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: reference, Amount: money.Euro(cents)}
	}
	told := func(at *checkout.Attempt) (list []string) {
		for _, n := range a.order(at.OrderID).Notices {
			list = append(list, n.Kind+": "+n.Detail)
		}
		return list
	}
	untouched, reference := a.promised("mondu", nil)
	part(reference, 4000)
	a.later(aDay)
	a.later(aDay)
	require.Equal(t, []string{order.NoticeOutside + ": " + money.Euro(4000).String()}, told(untouched), "once")

	// The first delivery has left and was refunded in part: what is there is the shop's own, and then 10 euro more.
	sent, own := a.promised("mondu", func(o *order.Order) {
		o.Deliveries[0].State = order.Delivered
		o.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Delivery: 1, Amount: money.Euro(129900), Reference: "I-1"},
			{Number: 2, Kind: order.RefundMoney, State: order.Done, Capture: 1, Request: "r", Amount: money.Euro(9900), Reference: "N-1"},
		}
	})
	part(own, 120000)
	a.later(aDay)
	require.Empty(t, told(sent))
	part(own, 121000)
	a.provider.then = func() { // the answer was on its way when the shop took the other part
		_, err := a.pool.Exec(a.ctx, `
			insert into order_payment (order_id, number, kind, state, amount_minor, delivery, request, capture, reference, reason)
			values ($1, 3, 'capture', 'wanted', 129900, 2, '', 0, '', '') on conflict do nothing`, sent.OrderID)
		require.NoError(t, err)
	}
	a.later(aDay)
	require.Empty(t, told(sent))
	a.provider.then = nil
	a.later(aDay)
	require.Empty(t, told(sent), "the shop is taking money itself")
	_, err := a.pool.Exec(a.ctx, `delete from order_payment where number = 3`)
	require.NoError(t, err)
	a.later(aDay)
	require.Equal(t, []string{order.NoticeOutside + ": " + money.Euro(1000).String()}, told(sent))

	// All of it is booked as what is told by notification.
	whole, all := a.promised("mondu", nil)
	part(all, whole.Totals.Total.Minor)
	a.later(aDay)
	_, err = a.payer.Apply(a.ctx, whole.ID, int64(a.count(`select id from webhook_event where handled_at is null`)))
	require.NoError(t, err)
	o := a.order(whole.OrderID)
	require.Equal(t, []any{whole.Totals.Total, false, false}, []any{o.Captured(), o.PaidAt.IsZero(), o.Deliveries[0].Charge})
	require.NotContains(t, a.later(aDay), all)
}

// A provider that is away is not asked about one order after the other: nothing follows, and it is asked again within the hour.
func TestAProviderThatIsAwayIsAskedAgainLater(t *testing.T) {
	a := newAsking(t)
	var klarna []string
	for range 3 {
		_, reference := a.promised("klarna", nil)
		klarna = append(klarna, reference)
		a.provider.fails[reference] = fault.New(fault.Unavailable, "plugin_unavailable")
	}
	_, mondu := a.promised("mondu", nil)
	_, payone := a.promised("payone", nil)
	a.provider.fails[payone] = fault.New(fault.Invalid, checkout.ReasonNotSupported)

	require.Len(t, a.later(aDay), 3, "one of Klarna's")
	require.Contains(t, a.provider.asked, mondu)
	require.Contains(t, a.provider.asked, payone)
	require.Empty(t, a.later(5*time.Minute))
	require.Len(t, a.later(6*time.Minute), 1, "about another order")
	require.Zero(t, a.count(`select count(*) from webhook_event`))
	require.Zero(t, a.count(`select count(*) from order_notice`))

	clear(a.provider.fails)
	asked := a.later(time.Hour)
	require.ElementsMatch(t, klarna, asked)
	require.Len(t, a.later(23*time.Hour), 2, "a day after they answered, also that they cannot")
}
