package order

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsDoneShows(t *testing.T) {
	of := func(states ...DeliveryState) *Order {
		o := &Order{Status: Placed}
		for i, s := range states {
			o.Deliveries = append(o.Deliveries, Delivery{Number: i + 1, State: s})
		}
		return o
	}
	waiting := of(Planned, Planned)

	require.False(t, of(Shipped, Planned).GaveUp(waiting), "a part left instead")
	require.True(t, of(Shipped, DeliveryCancelled).GaveUp(of(Shipped, Planned)))
	require.False(t, of(DeliveryCancelled, Shipped).GaveUp(of(DeliveryCancelled, Planned)), "that was given up before")
	all := of(DeliveryCancelled, DeliveryCancelled)
	all.Status = Cancelled
	require.True(t, all.GaveUp(all), "again")

	require.False(t, of(Dispatching, Planned).Shipped(waiting, Pick{}))
	require.True(t, of(Planned, Ready).Shipped(waiting, Pick{}))
	require.True(t, of(Planned, Shipped).Shipped(waiting, Pick{Delivery: 2}))
	require.False(t, of(Shipped, Planned).Shipped(waiting, Pick{Delivery: 2}))
	require.True(t, of(Shipped, Planned).Shipped(of(Shipped, Planned), Pick{Delivery: 1}), "again")
	require.False(t, of(Shipped).Shipped(waiting, Pick{Delivery: 3}))
	part := Pick{Delivery: 1, Items: []Item{{Line: 0, Quantity: 1}}}
	require.True(t, of(Planned, Planned, Shipped).Shipped(waiting, part), "a part is a delivery of its own")
	require.False(t, of(Planned, Planned, Dispatching).Shipped(waiting, part))

	require.True(t, of(Planned, Delivered).Handed(0))
	require.False(t, of(Shipped, Delivered).Handed(0))
	require.True(t, of(Shipped, Delivered).Handed(2))
	require.False(t, of(Planned).Handed(0))

	require.True(t, of(Planned, Returned).CameBack(0))
	require.False(t, of(Delivered, Returned).CameBack(0))
	require.True(t, of(Delivered, Returned).CameBack(2))
	require.False(t, of(Planned).CameBack(3))
}
