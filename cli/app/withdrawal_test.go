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
			return p.Refund(t.Context(), checkout.PaymentRef{OrderID: 1}, money.Euro(500), key)
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
