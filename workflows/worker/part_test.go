package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

// Who transfers a part has not paid: the goods wait until all is there, and what came goes back when the order ends before.
func TestGoodsWaitUntilAllOfTheirMoneyIsThere(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	half := money.Euro(1000)
	bought := s.buy("moneyorder")
	for range 2 {
		o, err := s.operator.Paid(s.ctx, bought.OrderID, half)
		require.NoError(t, err)
		require.Equal(t, []any{order.Reserved, half, bought.Totals.Total.Sub(half)}, []any{o.Status, o.Captured(), o.Open()})
		require.Equal(t, 1, s.mails(mail.PaymentInPart))
	}
	_, err := s.operator.Paid(s.ctx, bought.OrderID, money.Euro(500))
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_paid_less"), "what came since the last part is not all that came")
	o, err := s.operator.Paid(s.ctx, bought.OrderID, money.Amount{})
	require.NoError(t, err)
	require.Equal(t, []any{order.Placed, false, 1}, []any{o.Status, o.PaidAt.IsZero(), s.mails(mail.PaymentReceived)})
	_, err = s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	o, err = s.operator.Return(s.ctx, o.ID, 0, false)
	require.NoError(t, err)
	require.Equal(t, []money.Amount{o.Attempt.Totals.Total, o.Attempt.Totals.Total}, []money.Amount{o.Captured(), o.Refunded()})

	given := s.buy("moneyorder")
	_, err = s.operator.Paid(s.ctx, given.OrderID, half)
	require.NoError(t, err)
	o, err = s.operator.Cancel(s.ctx, given.OrderID)
	require.NoError(t, err)
	require.Equal(t, order.Cancelled, o.Status)
	require.Len(t, o.ToTransfer(), 1)
	require.Equal(t, half, o.ToTransfer()[0].Amount)
	list, _, err := postgres.NewOrder(s.pool).Orders(s.ctx, order.Filter{ByHand: true, Status: order.Cancelled}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, list, 1)

	card := s.placed("fakecard", "dhl_standard", 1)
	_, err = s.operator.Paid(s.ctx, card.ID, half)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_paid_in_part"))
}

// A transfer takes its days: what comes for an order that was cancelled meanwhile is told, and goes back.
func TestMoneyForACancelledOrderIsBooked(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	kinds := func(o *order.Order) (list []string) {
		for _, n := range o.Notices {
			list = append(list, n.Kind)
		}
		return list
	}
	reserved := s.buy("moneyorder")
	_, err := s.operator.Cancel(s.ctx, reserved.OrderID)
	require.NoError(t, err)
	for range 2 {
		_, err = s.operator.Paid(s.ctx, reserved.OrderID, money.Euro(5000))
		require.NoError(t, err)
	}
	o, err := s.operator.Paid(s.ctx, reserved.OrderID, money.Amount{})
	require.NoError(t, err)
	require.Equal(t, order.Cancelled, o.Status)
	require.ElementsMatch(t, []string{order.NoticeLateMoney, order.NoticeByHand}, kinds(o))
	total := reserved.Totals.Total
	require.Equal(t, []money.Amount{total, total}, []money.Amount{o.Captured(), o.Refunded()})
	require.Equal(t, []money.Amount{money.Euro(5000), total.Sub(money.Euro(5000))}, []money.Amount{o.ToTransfer()[0].Amount, o.ToTransfer()[1].Amount})
	require.Equal(t, 2, s.mails(mail.OrderRefunded))

	o = s.placed("invoice", "dhl_standard", 1)
	_, err = s.operator.Cancel(s.ctx, o.ID)
	require.NoError(t, err)
	for range 2 {
		o, err = s.operator.Paid(s.ctx, o.ID, money.Amount{})
		require.NoError(t, err)
	}
	require.Equal(t, []any{order.Cancelled, o.Attempt.Totals.Total, []string{order.NoticeLateMoney}}, []any{o.Status, o.Captured(), kinds(o)})
	o, err = s.operator.Refund(s.ctx, o.ID, "late", money.Amount{})
	require.NoError(t, err)
	require.Equal(t, o.Attempt.Totals.Total, o.Refunded())
}
