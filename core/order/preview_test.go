package order

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// twoDeliveries is a paid order, one delivery of which is with the customer.
func twoDeliveries() *Order {
	o := &Order{ID: 1, Status: Placed, Deliveries: []Delivery{
		{Number: 1, State: Planned, Amount: money.Euro(2000)}, {Number: 2, State: Delivered, Amount: money.Euro(3000)},
	}}
	o.Attempt.Totals.Total, o.Attempt.Payment = money.Euro(5000), checkout.Payment{Captured: true}
	return o
}

func TestPreviewsAreWhatTheCommandsDo(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		would func(*Order) error
		does  func(*Order) error
		back  int64
	}{
		"cancel": {
			func(o *Order) error { return o.WouldCancel(ReasonCancelled, now) },
			func(o *Order) error { _, err := o.cancel(ReasonCancelled, now); return err }, 2000,
		},
		"return": {
			func(o *Order) error { return o.WouldReturn(0, true, now) },
			func(o *Order) error { _, err := o.returned(0, true, now); return err }, 3000,
		},
		"refund": {
			func(o *Order) error { return o.WouldRefund("r", money.Euro(0)) },
			func(o *Order) error { return o.refund("r", money.Euro(0)) }, 5000,
		},
	} {
		shown, done := twoDeliveries(), twoDeliveries()
		require.NoError(t, c.would(shown), name)
		require.NoError(t, c.does(done), name)
		require.Equal(t, done, shown, name)
		require.Equal(t, c.back, shown.Refunded().Minor, name)
	}
	require.ErrorIs(t, (&Order{Status: Abandoned}).WouldRefund("r", money.Euro(0)), fault.New(fault.Conflict, "order_not_placed"))
	waiting := &Order{Status: Reserved}
	require.ErrorIs(t, (&Order{Status: AwaitingPayment}).WouldCancel(ReasonCancelled, now), fault.New(fault.Conflict, "order_awaits_payment"))
	require.ErrorIs(t, (&Order{Status: Abandoned}).WouldCancel(ReasonCancelled, now), fault.New(fault.Conflict, "order_not_reserved"))
	require.NoError(t, waiting.WouldCancel(ReasonCancelled, now))
	require.Equal(t, Cancelled, waiting.Status)
}

// Asked twice without a number, it books nothing else.
func TestADeliveryWithoutANumberIsTheOnlyOneUnderWay(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	o := twoDeliveries()
	o.Deliveries[0].State, o.Deliveries[1].State = Planned, Shipped
	require.ErrorIs(t, (&Order{Status: Placed, Deliveries: o.Deliveries[:1]}).delivered(0, now), fault.New(fault.NotFound, "delivery_not_found"))
	for range 2 {
		require.NoError(t, o.delivered(0, now))
		require.Equal(t, []DeliveryState{Planned, Delivered}, []DeliveryState{o.Deliveries[0].State, o.Deliveries[1].State})
	}
	o.Deliveries[0].State = Ready
	require.ErrorIs(t, o.delivered(0, now), fault.New(fault.Conflict, "delivery_to_be_named"))
	require.NoError(t, o.delivered(1, now))
	require.Equal(t, Delivered, o.Deliveries[0].State)
}

// Asked twice without a number, it takes nothing else back.
func TestAReturnWithoutANumberIsOfTheOnlyDeliveryThatLeft(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	o := twoDeliveries()
	for range 2 {
		_, err := o.returned(0, false, now)
		require.NoError(t, err)
		require.Equal(t, []any{Returned, int64(3000)}, []any{o.Deliveries[1].State, o.Refunded().Minor})
	}
	o.Deliveries[0].State = Shipped
	_, err := o.returned(0, false, now)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "delivery_to_be_named"))
	require.ErrorIs(t, o.WouldReturn(0, false, now), fault.New(fault.Conflict, "delivery_to_be_named"))
	require.Equal(t, []any{Shipped, int64(3000)}, []any{o.Deliveries[0].State, o.Refunded().Minor})
	_, err = o.returned(1, false, now)
	require.NoError(t, err)
	require.Equal(t, int64(5000), o.Refunded().Minor)
	_, err = (&Order{Status: Placed, Deliveries: []Delivery{{Number: 1, State: Planned}}}).returned(0, false, now)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "delivery_not_found"))
}
