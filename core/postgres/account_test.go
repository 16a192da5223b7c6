package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// onAccount is a placed order of two laptops on account, due since yesterday, of which change says what became.
func (s *shop) onAccount(change func(*order.Order)) int64 {
	s.Helper()
	d := s.guest(map[int64]int{laptop: 2})
	d.Attempt.Payment.Code = "invoice"
	a := s.freeze(d)
	due := time.Now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Second)
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomePending, Accepted: true, Reference: ident.New(), ExpiresAt: due})
	_, err := postgres.NewFulfilment(s.pool).Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
		require.Equal(s, due, o.Attempt.Payment.DueAt, "the day to pay is kept")
		for i := range 2 {
			o.Deliveries = append(o.Deliveries, order.Delivery{
				Number: i + 1, State: order.Delivered, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: money.Euro(a.Totals.Total.Minor / 2),
				DispatchAt: time.Now().AddDate(0, 0, -31), PayBy: time.Now().AddDate(0, 0, -1).UTC().Truncate(time.Second),
			})
		}
		change(o)
		return order.Effects{}, nil
	})
	require.NoError(s, err)
	return a.OrderID
}

// The list of what is overdue has the orders of which something is, and no other.
func TestOverdueOrdersAreListed(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 100)
	now := time.Now()
	half := func(o *order.Order) money.Amount { return o.Deliveries[0].Amount }
	took := func(o *order.Order, delivery int) {
		o.Payments = append(o.Payments, order.Operation{Number: len(o.Payments) + 1, Kind: order.CaptureMoney, State: order.Done, Delivery: delivery, Amount: half(o)})
	}
	want := map[int64]string{}
	for name, change := range map[string]func(*order.Order){
		"overdue": func(*order.Order) {},
		"not yet": func(o *order.Order) {
			o.Deliveries[0].PayBy, o.Deliveries[1].PayBy = now.Add(time.Hour), now.Add(time.Hour)
		},
		"one is":          func(o *order.Order) { o.Deliveries[0].PayBy = now.Add(time.Hour) },
		"one was paid":    func(o *order.Order) { took(o, 1) },
		"both were paid":  func(o *order.Order) { took(o, 1); took(o, 2) },
		"a part was paid": func(o *order.Order) { took(o, 1); o.Payments[0].Amount.Minor-- },
		"a part, and back": func(o *order.Order) {
			took(o, 1)
			o.Payments[0].Amount.Minor--
			o.Deliveries[0].State, o.Deliveries[1].State = order.Returned, order.Returned
		},
		"the order was paid":    func(o *order.Order) { o.PaidAt = now },
		"all came back":         func(o *order.Order) { o.Deliveries[0].State, o.Deliveries[1].State = order.Returned, order.Returned },
		"one came back":         func(o *order.Order) { o.Deliveries[0].State = order.Returned },
		"one was written off":   func(o *order.Order) { o.WriteOff(7, half(o), now) },
		"both were":             func(o *order.Order) { o.WriteOff(7, o.Attempt.Totals.Total, now) },
		"one, and it came back": func(o *order.Order) { o.WriteOff(7, half(o), now); o.Deliveries[0].State = order.Returned },
		"another way to pay":    func(o *order.Order) { o.Deliveries[0].PayBy, o.Deliveries[1].PayBy = time.Time{}, time.Time{} },
	} {
		want[s.onAccount(change)] = name
	}
	s.paidOrder()
	list, total, err := s.orders.Orders(s.ctx, order.Filter{Overdue: true}, page.Of(1, 50, 50))
	require.NoError(t, err)
	require.Len(t, list, total)
	listed := map[int64]bool{}
	for _, o := range list {
		listed[o.ID] = true
	}
	full, err := s.orders.InFull(s.ctx, list)
	require.NoError(t, err)
	require.Len(t, full, len(list))
	for i, o := range full {
		require.Equal(t, list[i].ID, o.ID, "in the same order")
		require.Equal(t, s.order(o.ID), o)
	}
	for id, name := range want {
		open, _ := s.order(id).Overdue(now)
		require.Equal(t, !open.IsZero(), listed[id], name)
	}
	require.Len(t, list, 7)
	for before, count := range map[time.Duration]int{0: 7, 48 * time.Hour: 0} {
		n, err := s.orders.Overdue(s.ctx, now.Add(-before))
		require.NoError(t, err)
		require.Equal(t, count, n)
	}
}

// Several orders are read as each by itself.
func TestContractsAreReadInOneGo(t *testing.T) {
	r := newReturns(t)
	r.stock(cable, "main", 5)
	_, err := r.pool.Exec(r.ctx, `update shop_order set delivered_at = now()`)
	require.NoError(t, err)
	r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	ids := []int64{r.orderID}
	for range 2 {
		a := r.freeze(r.guest(map[int64]int{cable: 1, laptop: 1}))
		r.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: ident.New(), Captured: true, Amount: a.Totals.Total})
		ids = append(ids, a.OrderID)
	}
	list, err := r.store.Contracts(r.ctx, append(ids, 1))
	require.NoError(t, err)
	require.Len(t, list, len(ids))
	for i, c := range list {
		id := ids[len(ids)-1-i]
		one, err := r.store.Contract(r.ctx, id)
		require.NoError(t, err)
		require.Equal(t, one, c)
		require.Equal(t, id, c.Order.ID)
		require.Equal(t, []string{"things"}, c.Categories[laptop])
	}
	first := list[len(ids)-1]
	require.Equal(t, []any{1, int64(129900), false}, []any{first.Withdrawn[0], first.Refunded.Minor, first.DeliveredAt.IsZero()})
	none, err := r.store.Contracts(r.ctx, nil)
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = r.store.Contract(r.ctx, 1)
	require.ErrorContains(t, err, "order_not_found")
}

// asked is money that goes back, with what was asked.
type asked struct{ with []any }

func (a *asked) Refund(_ context.Context, _ checkout.PaymentRef, amount money.Amount, key string, first int) error {
	a.with = []any{amount, key, first}
	return nil
}

// The provider refused what the end of an order was to give back: the operator has it asked anew, for the withdrawal.
func TestWhatWasRefusedOfAnOrdersEndIsAskedForAnew(t *testing.T) {
	r := newReturns(t)
	w := r.decide(r.declare(ident.New(), "erika@example.org").ID)
	_, err := postgres.NewFulfilment(r.pool).Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
		o.Status = order.Cancelled
		o.Deliveries = []order.Delivery{{Number: 1, State: order.DeliveryCancelled, Items: []order.Item{{Line: 0, Quantity: 2}}, Amount: w.Amount}}
		o.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: w.Amount},
			{Number: 2, Kind: order.RefundMoney, State: order.Refused, Capture: 1, Amount: w.Amount, Request: "cancel-1", Reason: "payment_operation_too_late"},
		}
		return order.Effects{}, nil
	})
	require.NoError(t, err)
	money := &asked{}
	r.steps.Money = money
	_, err = r.pool.Exec(r.ctx, `update withdrawal set status = 'refunding'`) // before anybody asked
	require.NoError(t, err)
	w, err = r.steps.Refund(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.ByHand, "payment_operation_too_late"}, []any{w.Status, w.Reason})
	require.Empty(t, money.with)
	_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund})
	require.NoError(t, err)
	w, err = r.steps.Refund(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, withdrawal.Settled, w.Status)
	require.Equal(t, []any{w.Amount, order.WithdrawalRequest(w.ID), 2}, money.with)
}
