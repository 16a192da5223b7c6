package app

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// books are an order that is refunded as its fulfilment does: asked for once per request, answered later.
type books struct {
	order.Reader
	order.Commands
	order order.Order
	asked int
}

func (b *books) Order(context.Context, int64) (*order.Order, error) { return &b.order, nil }

func (b *books) Refund(_ context.Context, _ int64, request string, amount money.Amount) (*order.Order, error) {
	b.asked++
	b.order.Payments = append(b.order.Payments, order.Operation{Kind: order.RefundMoney, State: order.Wanted, Request: request, Amount: amount})
	return &b.order, nil
}

func TestAWithdrawalIsRefundedThroughTheOrdersBooks(t *testing.T) {
	const key = "withdrawal-5001-refund"
	for state, want := range map[order.OperationState]fault.Code{
		order.Wanted: fault.Unavailable, order.ByHand: fault.Invalid, order.Refused: fault.Conflict, order.Working: "", order.Done: "",
	} {
		b := &books{}
		b.order.Payments = []order.Operation{{Kind: order.RefundMoney, State: order.Done, Request: "goodwill", Amount: money.Euro(100)}}
		p := payback{orders: b, commands: b}
		refund := func() error {
			return p.Refund(t.Context(), checkout.PaymentRef{OrderID: 1}, money.Euro(500), key, 0)
		}
		require.Equal(t, fault.Unavailable, fault.CodeOf(refund()), "the provider has not answered")
		b.order.Payments[1].State = state
		for range 2 {
			err := refund()
			if want == "" {
				require.NoError(t, err)
				continue
			}
			require.Equal(t, want, fault.CodeOf(err), state)
		}
		require.Equal(t, 1, b.asked, "%s: the same request is asked for once", state)
	}
}

// What the provider refused is asked for once more each time that an operator says so, and never what it gave back.
func TestARefusedRefundIsAskedAnewWhenTheOperatorSaysSo(t *testing.T) {
	const key = "withdrawal-5001-refund"
	b := &books{}
	b.order.Payments = []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(900)}}
	p := payback{orders: b, commands: b}
	refund := func(first int) error {
		return p.Refund(t.Context(), checkout.PaymentRef{OrderID: 1}, money.Euro(500), key, first)
	}
	for asked := 1; asked <= 2; asked++ {
		first := len(b.order.Payments)
		require.Equal(t, fault.Unavailable, fault.CodeOf(refund(first)))
		last := &b.order.Payments[len(b.order.Payments)-1]
		last.State, last.Reason = order.Refused, "payment_operation_too_late"
		for range 2 { // the activity is taken again
			require.Equal(t, "payment_operation_too_late", fault.ReasonOf(refund(first)))
		}
		require.Equal(t, asked, b.asked)
	}
	first := len(b.order.Payments)
	require.Error(t, refund(first))
	b.order.Payments[first].State = order.Done
	for range 2 {
		require.NoError(t, refund(first))
	}
	require.Equal(t, 3, b.asked)

	b.order.Payments[first].Amount = money.Euro(200) // of several captures only one was refused
	require.Equal(t, fault.Unavailable, fault.CodeOf(refund(first+1)))
	require.Equal(t, 4, b.asked)
}
