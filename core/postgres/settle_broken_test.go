package postgres_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
)

// lent is an order that a bank is to pay for.
func (s *shop) lent(first checkout.Result) *checkout.Attempt {
	s.Helper()
	d := s.guest(map[int64]int{laptop: 1})
	d.Attempt.Payment.Code, d.Attempt.Payment.Flow = "commerzfinanz", "form_post"
	d.Attempt.Deliveries = []checkout.Delivery{{ID: 1, Lines: []int{0}}}
	a := s.freeze(d)
	first.Reference = "APP-" + a.ID
	s.settle(a.ID, first)
	return a
}

// asked counts the entries of the outbox about an order: its mails, by template, and what wakes its fulfilment.
func (s *shop) asked(orderID int64, what string) int {
	s.Helper()
	return s.count(`select count(*) from outbox where id = $1`, fmt.Sprintf("order-%d-%s", orderID, what))
}

// A bank takes its promise back before the goods have left: they go back into stock, and everybody is told, once.
func TestABankThatDoesNotKeepItsPromiseEndsTheOrder(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 2)
	broken := checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_declined_refused", Broken: true}
	a := s.lent(checkout.Result{Outcome: checkout.OutcomeAuthorized})
	for range 2 {
		require.Equal(t, checkout.Failed, s.settle(a.ID, broken).State)
	}
	o := s.order(a.OrderID)
	require.Equal(t, []any{order.Cancelled, broken.Reason}, []any{o.Status, o.CancelReason})
	require.Equal(t, order.DeliveryCancelled, o.Deliveries[0].State)
	require.Equal(t, 2, s.count(`select available from stock where product_id = $1`, laptop))
	require.Equal(t, 1, s.asked(a.OrderID, mail.OrderCancelled))
	require.Equal(t, 1, s.asked(a.OrderID, "owes-0"), "its fulfilment ends")
	require.Len(t, o.Notices, 1)
	require.Equal(t, []string{checkout.NoticeBroken, broken.Reason}, []string{o.Notices[0].Kind, o.Notices[0].Detail})
	require.True(t, s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized}).Compensate, "it comes too late when the bank agrees again")

	left := s.lent(checkout.Result{Outcome: checkout.OutcomeAuthorized})
	_, err := postgres.NewFulfilment(s.pool).Change(s.ctx, left.OrderID, func(o *order.Order) (order.Effects, error) {
		o.Deliveries = order.Plan(o)
		o.Deliveries[0].State = order.Dispatching
		return order.Effects{}, nil
	})
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, s.settle(left.ID, broken).State)
	o = s.order(left.OrderID)
	require.Equal(t, []any{order.Placed, checkout.NoticeBroken}, []any{o.Status, o.Notices[0].Kind}, "an operator sees to what is on its way")
}

// The customer does not wait for the bank, and transfers the money. What is applied for there is withdrawn.
func TestWhoPaysWhileABankDecidesHasNoLoanBesides(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 2)
	a := s.lent(checkout.Result{Outcome: checkout.OutcomePending})
	part := cameByTransfer
	part.Amount = a.Totals.Total
	part.Amount.Minor--
	require.Equal(t, checkout.Pending, s.settle(a.ID, part).State, "of a part nobody knows what it is for")
	for range 2 {
		require.Equal(t, checkout.Confirmed, s.settle(a.ID, cameByTransfer).State)
	}
	o := s.order(a.OrderID)
	require.Equal(t, []any{order.Placed, false}, []any{o.Status, o.PaidAt.IsZero()})
	require.Len(t, o.Payments, 1)
	require.Equal(t, []any{order.VoidMoney, order.Wanted}, []any{o.Payments[0].Kind, o.Payments[0].State})
	require.Equal(t, 1, s.asked(a.OrderID, "owes-1"))

	// Cancelled before the transfer came, which no bank can give back.
	over := s.lent(checkout.Result{Outcome: checkout.OutcomePending})
	require.Equal(t, checkout.Failed, s.settle(over.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: order.ReasonCancelled}).State)
	for range 2 {
		require.False(t, s.settle(over.ID, cameByTransfer).Compensate)
	}
	o = s.order(over.OrderID)
	require.Equal(t, []any{order.ByHand, over.Totals.Total}, []any{o.Payments[1].State, o.Payments[1].Amount})
}
