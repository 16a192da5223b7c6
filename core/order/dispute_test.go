package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
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

// Of a payment that a part was captured of the rest is given up. Where it only ends by itself nobody has to act, and nobody is told.
func TestTheRestThatEndsByItselfIsNoRefusal(t *testing.T) {
	for reason, want := range map[string]struct {
		state   order.OperationState
		notices int
	}{"": {order.Done, 0}, checkout.ReasonLapses: {order.Done, 0}, "payment_operation_captured": {order.Refused, 1}} {
		s := &telling{changing: changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}}
		s.order.Attempt.Totals.Total = money.Euro(1000)
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Shipped, Charge: true}, {Number: 2, State: order.DeliveryCancelled, Charge: true}}
		s.order.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Delivery: 1, Amount: money.Euro(500)}, // some providers give it no name
			{Number: 2, Kind: order.CaptureMoney, State: order.Working, Delivery: 1, Amount: money.Euro(200), Reference: "C-2"},
			{Number: 3, Kind: order.CaptureMoney, State: order.Refused, Delivery: 1, Amount: money.Euro(50), Reference: "C-3"},
			{Number: 4, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(100)}, // by transfer
			{Number: 5, Kind: order.VoidMoney, State: order.Wanted, Amount: money.Euro(300)},
		}
		v := &voids{refuse: reason}
		_, err := order.NewFulfiller(s, nil, v, nil, nil, clock.System{}, order.DefaultPolicy).GiveBack(t.Context(), 7, 5)
		require.NoError(t, err)
		require.Equal(t, money.Euro(700), v.asked.Captured, "what the provider took for the shop")
		void := s.order.Payments[4]
		require.Equal(t, []any{want.state, reason}, []any{void.State, void.Reason}, "which `kontor order show` tells")
		require.Len(t, s.told.Notices, want.notices, reason)
	}
}

// telling keeps what an order's change asks for besides.
type telling struct {
	changing
	told order.Effects
}

func (s *telling) Change(_ context.Context, _ int64, change func(*order.Order) (order.Effects, error)) (_ *order.Order, err error) {
	s.told, err = change(&s.order)
	return &s.order, err
}

type voids struct {
	refunds
	refuse string
	asked  checkout.Void
}

func (p *voids) Void(_ context.Context, _ checkout.PaymentRef, v checkout.Void) error {
	if p.asked = v; p.refuse != "" {
		return fault.New(fault.Conflict, p.refuse)
	}
	return nil
}
