package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

var seller = invoice.Seller{Name: "Kontor GmbH", VATID: "DE136695976"}

// paidOrder is a placed order of one laptop.
func (s *shop) paidOrder() int64 {
	s.Helper()
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: ident.New(), Captured: true, Amount: a.Totals.Total})
	return a.OrderID
}

// send books that the goods leave.
func send(o *order.Order) (order.Effects, error) {
	o.Deliveries = []order.Delivery{{
		Number: 1, State: order.Shipped, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: o.Attempt.Totals.Total, DispatchAt: time.Now(),
	}}
	return order.Effects{}, nil
}

// Many orders leave at once and some of them fail at the last moment: each has its invoice, and no number is missing.
func TestInvoicesAreNumberedWithoutGaps(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 100)
	fulfilment, invoices := postgres.NewFulfilment(s.pool).Bill(seller), postgres.NewInvoices(s.pool)
	ids := make([]int64, 12)
	for i := range ids {
		ids[i] = s.paidOrder()
	}
	_, err := s.pool.Exec(s.ctx, `
		create function lost() returns trigger language plpgsql as $$ begin raise 'the process died'; end $$;
		create constraint trigger lost after insert on invoice deferrable initially deferred
		    for each row when (new.order_id % 3 = 0) execute function lost()`)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			if _, err := fulfilment.Change(s.ctx, id, send); (err != nil) != (id%3 == 0) {
				t.Errorf("order %d: %v", id, err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, 8, s.count(`select count(*) from invoice`))
	_, err = s.pool.Exec(s.ctx, `drop trigger lost on invoice`)
	require.NoError(t, err)
	for range 2 { // and once more, which changes nothing
		for _, id := range ids {
			_, err := fulfilment.Change(s.ctx, id, send)
			require.NoError(t, err)
		}
	}
	require.Equal(t, len(ids), s.count(`select count(*) from invoice`))
	year := time.Now().Year()
	for n := range ids {
		i, err := invoices.Invoice(s.ctx, fmt.Sprintf("%d-%06d", year, n+1))
		require.NoError(t, err)
		require.Equal(t, money.Euro(129900), i.Positions[0].Amount)
	}
	_, err = s.pool.Exec(s.ctx, `update invoice set total_minor = 0`)
	require.ErrorContains(t, err, "never changed")
	_, err = invoices.Invoice(s.ctx, "2026-999999")
	require.ErrorIs(t, err, invoice.ErrNotFound)
}

func TestARefundIsCreditedOnceAndLateTradersCatchUp(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	id := s.paidOrder()
	fulfilment, invoices := postgres.NewFulfilment(s.pool), postgres.NewInvoices(s.pool)
	_, err := fulfilment.Change(s.ctx, id, send)
	require.NoError(t, err)
	require.Zero(t, s.count(`select count(*) from invoice`), "nobody sells")
	list, err := invoices.Issue(s.ctx, id, seller)
	require.NoError(t, err)
	require.Len(t, list, 1)

	fulfilment.Bill(seller)
	for range 2 {
		_, err = fulfilment.Change(s.ctx, id, func(o *order.Order) (order.Effects, error) {
			o.Payments = []order.Operation{{Number: 1, Kind: order.RefundMoney, State: order.Done, Request: "goodwill", Amount: money.Euro(5000)}}
			return order.Effects{}, nil
		})
		require.NoError(t, err)
	}
	list, err = invoices.OfOrder(s.ctx, id)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{invoice.Credit, money.Euro(5000), list[0].Number}, []any{list[1].Kind, list[1].Total, list[1].Corrects[0].Number})
}

// The year's millionth document has a longer number, and is the last of the list all the same.
func TestDocumentsComeInTheOrderOfTheirNumbers(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 10)
	fulfilment, invoices := postgres.NewFulfilment(s.pool).Bill(seller), postgres.NewInvoices(s.pool)
	first, second := s.paidOrder(), s.paidOrder()
	_, err := s.pool.Exec(s.ctx, `insert into invoice_series (year, last) select y, 999998 from generate_series(2020, 2100) y`)
	require.NoError(t, err)
	for _, id := range []int64{first, second} {
		_, err = fulfilment.Change(s.ctx, id, send)
		require.NoError(t, err)
	}
	var orders []int64
	require.NoError(t, invoices.Issued(s.ctx, time.Now().Add(-time.Hour), time.Now().Add(time.Hour), func(b invoice.Booking) error {
		orders = append(orders, b.OrderID)
		return nil
	}))
	require.Equal(t, []int64{first, second}, orders)
}

// The period to withdraw runs from the last delivery, once there is one.
// An invoice that was kept as long as the law asks is not made a second time: it would have today's number, and nobody's name.
func TestAForgottenInvoiceIsNotIssuedAgain(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 10)
	fulfilment, invoices, id := postgres.NewFulfilment(s.pool).Bill(seller), postgres.NewInvoices(s.pool), s.paidOrder()
	_, err := fulfilment.Change(s.ctx, id, send)
	require.NoError(t, err)
	_, err = postgres.NewRetention(s.pool).Run(s.ctx, time.Now().AddDate(10, 0, 0), false)
	require.NoError(t, err)
	require.Zero(t, s.count(`select count(*) from invoice`))
	list, err := invoices.Issue(s.ctx, id, seller)
	require.NoError(t, err)
	require.Empty(t, list)
	_, err = fulfilment.Change(s.ctx, id, func(o *order.Order) (order.Effects, error) { return order.Effects{}, nil })
	require.NoError(t, err)
	require.Zero(t, s.count(`select count(*) from invoice`))
}

func TestTheLastDeliveryBeginsThePeriod(t *testing.T) {
	r := newReturns(t)
	fulfilment := postgres.NewFulfilment(r.pool)
	long := time.Now().Add(-40 * 24 * time.Hour).UTC().Truncate(time.Second)
	deliver := func(states ...order.DeliveryState) {
		_, err := fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
			o.Deliveries = nil
			for i, state := range states {
				d := order.Delivery{Number: i + 1, State: state, Items: []order.Item{{Line: 0, Quantity: 1}}}
				if state == order.Delivered || state == order.Returned {
					d.DoneAt = long.Add(time.Duration(i) * time.Hour)
				}
				o.Deliveries = append(o.Deliveries, d)
			}
			return order.Effects{}, nil
		})
		require.NoError(t, err)
	}
	received := func() time.Time {
		c, err := r.store.Contract(r.ctx, r.orderID)
		require.NoError(t, err)
		return c.DeliveredAt
	}
	deliver(order.Delivered, order.Shipped)
	require.Zero(t, received(), "one is still under way")
	first := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	require.Equal(t, withdrawal.Accepted, first.Status)
	deliver(order.Delivered, order.Delivered)
	require.Equal(t, long.Add(time.Hour), received())
	deliver(order.Delivered, order.Returned)
	require.Equal(t, long.Add(time.Hour), received(), "what came back was received before")
	late := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	require.Equal(t, []any{withdrawal.Refused, withdrawal.ReasonLate}, []any{late.Status, late.Reason})
}
