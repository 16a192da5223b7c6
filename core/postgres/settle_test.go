package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
)

// inTwo is a placed order of two laptops, one of which has left.
func (s *shop) inTwo(placed checkout.Result, charge bool, change func(*order.Order)) *checkout.Attempt {
	s.Helper()
	s.stock(laptop, "main", 2)
	d := s.guest(map[int64]int{laptop: 2})
	d.Attempt.Payment.Code = "cod"
	a := s.freeze(d)
	placed.Reference = "PAY-1"
	s.settle(a.ID, placed)
	_, err := postgres.NewFulfilment(s.pool).Change(s.ctx, a.OrderID, func(o *order.Order) (order.Effects, error) {
		half := money.Euro(a.Totals.Total.Minor / 2)
		for i, state := range []order.DeliveryState{order.Shipped, order.Planned} {
			o.Deliveries = append(o.Deliveries, order.Delivery{
				Number: i + 1, State: state, Charge: charge, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: half,
			})
		}
		change(o)
		return order.Effects{}, nil
	})
	require.NoError(s, err)
	return a
}

var cameByTransfer = checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}

func TestTheCashForOneParcelLeavesTheOtherToBePaid(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}, false, func(*order.Order) {})
	for range 2 {
		s.settle(a.ID, cameByTransfer)
		o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
		require.NoError(t, err)
		require.Equal(t, []any{false, true, money.Euro(129900)}, []any{o.Attempt.Payment.Captured, o.PaidAt.IsZero(), o.Captured()})
	}
}

func TestAnEventWithoutAnAmountIsOfThePartThatWasAsked(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomeAuthorized}, true, func(o *order.Order) {
		o.Payments = []order.Operation{{
			Number: 1, Kind: order.CaptureMoney, State: order.Working, Delivery: 1, Amount: o.Deliveries[0].Amount, Reference: "CAP-1",
		}}
	})
	event := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Operation: "CAP-1"}
	s.settle(a.ID, event)
	o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
	require.NoError(t, err)
	require.Equal(t, []any{false, true, order.Done}, []any{o.Attempt.Payment.Captured, o.PaidAt.IsZero(), o.Payments[0].State})
	event.Amount = a.Totals.Total
	s.settle(a.ID, event)
	require.False(t, s.order(a.OrderID).PaidAt.IsZero())
}

func TestMoneyThatComesAfterTheEndIsTold(t *testing.T) {
	s := newShop(t)
	a := s.inTwo(checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}, false, func(o *order.Order) {
		o.Deliveries[0].State, o.Deliveries[1].State = order.DeliveryCancelled, order.DeliveryCancelled
		o.Status, o.CancelReason, o.CancelledAt = order.Cancelled, order.ReasonCancelled, time.Now()
	})
	for range 2 {
		s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "PAY-1", Amount: a.Totals.Total})
		o, err := postgres.NewFulfilment(s.pool).Order(s.ctx, a.OrderID)
		require.NoError(t, err)
		require.Len(t, o.Notices, 1)
		require.Equal(t, []any{order.NoticeLateMoney, order.Cancelled, a.Totals.Total}, []any{o.Notices[0].Kind, o.Status, o.Captured()})
	}
}
