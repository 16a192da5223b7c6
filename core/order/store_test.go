package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// places are where goods can be collected.
type places struct {
	checkout.Shipping
	list  []checkout.PickupPoint
	fails error
}

func (p *places) PickupPoints(context.Context, checkout.PickupRequest) ([]checkout.PickupPoint, error) {
	return p.list, p.fails
}

// till keeps which attempts a store took the money of.
type till struct {
	checkout.Attempts
	settled []string
}

func (t *till) Settle(_ context.Context, id string, r checkout.Result) (checkout.Settled, error) {
	if r.Outcome == checkout.OutcomeAuthorized && r.Captured {
		t.settled = append(t.settled, id)
	}
	return checkout.Settled{}, nil
}

// The days on which a store is closed are those of where it is. Where that is not known, goods are held over the holidays of all.
func TestAStoreHoldsGoodsOverItsOwnHolidays(t *testing.T) {
	place := func(plugin, id, zip string) checkout.PickupPoint {
		return checkout.PickupPoint{Plugin: plugin, ID: id, Address: address.Address{ZipCode: zip}}
	}
	munich, others := place("selfcollector", "7", "80331"), []checkout.PickupPoint{place("other", "7", "20095"), place("selfcollector", "17", "20095")}
	for name, c := range map[string]struct {
		near  []checkout.PickupPoint
		fails error
		day   int
	}{
		"in Munich":  {append(others, munich), nil, 13},
		"in Hamburg": {append(others[:1:1], place("selfcollector", "7", "20095"), place("selfcollector", "8", "80331")), nil, 11},
		"unknown":    {others, nil, 13},
		"no answer":  {nil, fault.New(fault.Unavailable, "plugin_down"), 13},
	} {
		s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
		store := checkout.ShippingOption{ID: "pickup_selfcollector_7", Plugin: "selfcollector", Pickup: true}
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Dispatching, Shipping: store}}
		epiphanyEve := clock.NewFixed(time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
		_, err := order.NewFulfiller(s, nil, nil, nil, &places{list: c.near, fails: c.fails}, epiphanyEve, order.DefaultPolicy).Dispatched(t.Context(), 7, 1)
		require.NoError(t, err, name)
		d := s.order.Deliveries[0]
		require.Equal(t, []any{order.Ready, c.day}, []any{d.State, d.DueAt.In(clock.Germany).Day()}, name)
	}
}

// A store takes the money of who chose to pay there, once; for everybody else that their goods were collected pays for nothing.
func TestWhoCollectsPaysInTheStoreIfTheyChoseTo(t *testing.T) {
	for name, c := range map[string]struct {
		code   string
		pickup bool
		booked int64
	}{
		"cash in the store": {"cashec", true, 6000}, "an invoice": {"invoice", true, 0}, "a transfer": {"moneyorder", true, 0}, "brought": {"cashec", false, 0},
	} {
		s := &changing{shelf{order: order.Order{ID: 7, AttemptID: "a", Status: order.Placed}}}
		s.order.Attempt.Payment = checkout.Payment{Code: c.code, Outcome: checkout.OutcomePending}
		s.order.Attempt.Totals.Total.Minor = 6000
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Ready, Amount: s.order.Attempt.Totals.Total, Shipping: checkout.ShippingOption{Pickup: c.pickup}}}
		cash := &till{}
		f := order.NewFulfiller(s, cash, nil, nil, nil, clock.System{}, order.DefaultPolicy)
		for range 2 {
			_, err := f.Deliver(t.Context(), 7, 1)
			require.NoError(t, err, name)
		}
		require.Equal(t, []any{order.Delivered, c.booked}, []any{s.order.Deliveries[0].State, s.order.Captured().Minor}, name)
		require.Equal(t, c.booked > 0, len(cash.settled) > 0, name)
	}
}

// The rest of an order is cancelled, and the database's answer to that is lost: the second try tells of the money that is to go back.
// Once that is done there is nothing left to cancel.
func TestACancellationWhoseAnswerIsLostGivesTheMoneyBack(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	o := &s.order
	o.Attempt.Payment = checkout.Payment{Code: "paypal", Outcome: checkout.OutcomeAuthorized, Captured: true}
	o.Attempt.Totals.Total = money.Euro(6000)
	o.Deliveries = []order.Delivery{
		{Number: 1, State: order.Shipped, Amount: money.Euro(3000)}, {Number: 2, State: order.Planned, Amount: money.Euro(3000)},
	}
	f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy)
	for range 2 {
		p, err := f.Cancel(t.Context(), 7, order.ReasonCancelled)
		require.NoError(t, err)
		require.Equal(t, []int{2}, p.Owed)
	}
	require.Equal(t, money.Euro(3000), o.Refunded())
	o.Payments[1].State = order.Done
	_, err := f.Cancel(t.Context(), 7, order.ReasonCancelled)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_dispatched"))
}

// One of two pieces is picked, and the database's answer to that is lost: the second try takes up the same part, and not the other, which
// is just like it.
func TestAPickWhoseAnswerIsLostIsTakenUp(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	o := &s.order
	o.Attempt.Lines = []checkout.Line{{Quantity: 2, Unit: money.Euro(3000)}}
	o.Attempt.Totals.Total = money.Euro(6000)
	o.Deliveries = []order.Delivery{{Number: 1, State: order.Planned, Items: []order.Item{{Quantity: 2}}, Amount: money.Euro(6000)}}
	f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy)
	for range 2 {
		number, err := f.Pick(t.Context(), 7, order.Pick{Items: []order.Item{{Quantity: 1}}})
		require.NoError(t, err)
		require.Equal(t, 2, number)
	}
	require.Equal(t, []order.DeliveryState{order.Planned, order.Dispatching}, []order.DeliveryState{o.Deliveries[0].State, o.Deliveries[1].State})
}
