package worker_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

// forgetful is a store whose worker dies after the next change was written, and before the workflow hears of it.
type forgetful struct {
	order.Fulfilments
	dies atomic.Bool
}

func (f *forgetful) Change(ctx context.Context, id int64, change func(*order.Order) (order.Effects, error)) (*order.Order, error) {
	o, err := f.Fulfilments.Change(ctx, id, change)
	if err == nil && f.dies.Swap(false) {
		return nil, fault.New(fault.Unavailable, "worker_died")
	}
	return o, err
}

// mortal is a shop with such a store.
func mortal(t *testing.T) (*shop, *forgetful) {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	store := &forgetful{Fulfilments: s.parcels}
	s.deps.Fulfiller = order.NewFulfiller(store, s.attempts, s.provider, s.carrier, s.carrier, s.clock, order.DefaultPolicy)
	s.work()
	return s, store
}

func count(o *order.Order, state order.DeliveryState) int {
	return len(slices.DeleteFunc(slices.Clone(o.Deliveries), func(d order.Delivery) bool { return d.State != state }))
}

// A delivery is delivered and taken back once when the step is taken again, and which one is not guessed.
func TestAWorkerThatDiesDeliversAndTakesBackOnce(t *testing.T) {
	s, store := mortal(t)
	o := s.placed("fakecard", "dhl_standard", 2)
	for _, items := range [][]order.Item{{{Line: 0, Quantity: 1}}, nil} {
		_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: items})
		require.NoError(t, err)
	}
	_, err := s.operator.Deliver(s.ctx, o.ID, 0)
	require.Equal(t, "delivery_to_be_named", fault.ReasonOf(err), "both are under way")
	for n := range 2 {
		store.dies.Store(true)
		o, err = s.operator.Deliver(s.ctx, o.ID, n+1)
		require.NoError(t, err)
		require.False(t, store.dies.Load())
		require.Equal(t, n+1, count(o, order.Delivered))
	}
	_, err = s.operator.Return(s.ctx, o.ID, 0, false)
	require.Equal(t, "delivery_to_be_named", fault.ReasonOf(err), "both have left")
	store.dies.Store(true)
	o, err = s.operator.Return(s.ctx, o.ID, 1, false)
	require.NoError(t, err)
	require.False(t, store.dies.Load())
	require.Equal(t, 1, count(o, order.Returned))
	require.Equal(t, o.Deliveries[0].Amount, o.Refunded())
}

// A part that was split off to be dispatched is dispatched when the step is taken again, and no second part.
func TestAWorkerThatDiesSplitsADeliveryOnce(t *testing.T) {
	s, store := mortal(t)
	o := s.placed("fakecard", "dhl_standard", 3)
	store.dies.Store(true)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	require.False(t, store.dies.Load())
	require.Equal(t, []int{1, 1, 2}, []int{count(o, order.Shipped), count(o, order.Planned), len(o.Deliveries)})
	require.Len(t, s.payment(o).taken, 1)
}
