package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

func TestNoMoneyFollowsByItselfWhileThePaymentIsDisputed(t *testing.T) {
	for _, state := range []checkout.DisputeState{checkout.DisputeOpen, checkout.DisputeLost, checkout.DisputeWon, checkout.DisputeWithdrawn} {
		waits := state == checkout.DisputeOpen || state == checkout.DisputeLost
		for request, alone := range map[string]bool{
			"return-1": true, "cancel-1": true, "expired-1": true, "complaint-77": false, order.WithdrawalRequest(5): false,
		} {
			s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
			s.order.Payments = []order.Operation{
				{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(500), Reference: "p-1"},
				{Number: 2, Kind: order.RefundMoney, State: order.Wanted, Amount: money.Euro(200), Request: request, Capture: 1},
			}
			s.order.Told(checkout.Dispute{ID: "D-1", State: state, ToldAt: time.Now()})
			p := &refunds{}
			_, err := order.NewFulfiller(s, nil, p, nil, nil, clock.System{}, order.DefaultPolicy).GiveBack(t.Context(), 7, 2)
			require.NoError(t, err)
			back := s.order.Payments[1]
			if !waits || !alone {
				require.Equal(t, []any{order.Done, []string{"p-1"}}, []any{back.State, p.asked.Earlier}, "%s %s", state, request)
				continue
			}
			require.Equal(t, []any{order.Refused, order.ReasonDisputed}, []any{back.State, back.Reason}, "%s %s", state, request)
			require.Empty(t, p.asked.Earlier, "nobody was asked")
			require.NoError(t, s.order.WouldRefund("by-hand", money.Euro(200)), "an operator may")
		}
	}
}

// What is promised only may be let go: nobody has it twice.
func TestAPromiseOfADisputedPaymentIsLetGo(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	s.order.Payments = []order.Operation{{Number: 1, Kind: order.VoidMoney, State: order.Wanted, Amount: money.Euro(200)}}
	s.order.Told(checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen})
	_, err := order.NewFulfiller(s, nil, &voids{}, nil, nil, clock.System{}, order.DefaultPolicy).GiveBack(t.Context(), 7, 1)
	require.NoError(t, err)
	require.Equal(t, order.Done, s.order.Payments[0].State)
}

type voids struct{ refunds }

func (*voids) Void(context.Context, checkout.PaymentRef, string) error { return nil }
