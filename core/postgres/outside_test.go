package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

// An employee gives money back at the provider, which tells of it; an operator books it, and everything follows as of any refund.
func TestARefundMadeAtTheProviderIsBooked(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	fulfilment := postgres.NewFulfilment(s.pool).Bill(seller)
	require.NoError(t, postgres.NewEndpoints(s.pool).Add(s.ctx, endpoint.Endpoint{
		Name: "books", URL: "https://books.example", Kinds: []endpoint.Kind{endpoint.Kind(order.MilestoneRefunded)}, KeyID: "1",
	}))
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1"})
	_, err := fulfilment.Change(s.ctx, a.OrderID, send)
	require.NoError(t, err)

	listed := func() (ids []int64, unbooked []string) {
		list, _, err := postgres.NewOrder(s.pool).Orders(s.ctx, order.Filter{Unbooked: true}, page.Of(1, 10, 10))
		require.NoError(t, err)
		for _, o := range list {
			ids = append(ids, o.ID)
		}
		record, err := postgres.NewDesk(s.pool).Record(s.ctx, a.ID)
		require.NoError(t, err)
		require.ElementsMatch(t, record.Unbooked, s.order(a.OrderID).Unbooked(), "in SQL as in Go")
		return ids, record.Unbooked
	}
	ids, unbooked := listed()
	require.Empty(t, ids)
	require.Empty(t, unbooked)
	for _, told := range []checkout.Result{
		{}, // as when it is asked
		{Operation: "REF-3", Amount: money.Euro(500)}, {Operation: "REF-31", Amount: money.Euro(700)}, {Operation: "REF-3", Amount: money.Euro(500)}, {Operation: "REF-4"},
	} {
		told.Outcome, told.Reference = checkout.OutcomeRefunded, "PAY-1"
		s.settle(a.ID, told)
	}
	ids, unbooked = listed()
	require.Equal(t, []int64{a.OrderID}, ids)
	require.ElementsMatch(t, []string{"PAY-1", "REF-3 5,00\u00a0€", "REF-31 7,00\u00a0€", "REF-4"}, unbooked)

	book := func(reference string, cents int64) error {
		_, err := fulfilment.Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
			return o.BookOutside(order.Outside{Reference: reference, Amount: money.Euro(cents)}, time.Now().UTC())
		})
		return err
	}
	for range 2 {
		require.NoError(t, book("REF-3", 500))
	}
	require.NoError(t, book("REF-4", 900))
	_, unbooked = listed()
	require.Equal(t, []string{"REF-31 7,00\u00a0€"}, unbooked)
	require.NoError(t, book("REF-31", 700))
	ids, _ = listed()
	require.Empty(t, ids)

	require.Equal(t, int64(2100), s.order(a.OrderID).Refunded().Minor)
	documents, err := postgres.NewInvoices(s.pool).OfOrder(s.ctx, a.OrderID)
	require.NoError(t, err)
	credited := map[string]int64{}
	for _, n := range documents {
		if n.Kind == invoice.Credit {
			credited[n.Request] = n.Total.Minor
		}
	}
	require.Equal(t, map[string]int64{"outside-REF-3": 500, "outside-REF-4": 900, "outside-REF-31": 700}, credited)
	require.Equal(t, 3, s.count(`select count(*) from outbox where topic = 'mail.requested' and payload ->> 'template' = 'delivery_refunded'`))
	require.Equal(t, 3, s.count(`select count(*) from outbox where payload ->> 'kind' = 'order.refunded'`))
	_, err = fulfilment.Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
		return order.Effects{}, o.WouldRefund("later", money.Euro(129900-2100+1))
	})
	require.ErrorContains(t, err, "refund_too_high")
}
