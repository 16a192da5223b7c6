package order

import (
	"testing"
	"time"

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

// Who was told that no period to withdraw runs yet does not learn from the end of another part that it is over.
func TestThePeriodToWithdrawBeginsWithTheLastPart(t *testing.T) {
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	for name, c := range map[string]struct {
		second DeliveryState
		done   time.Time
		want   time.Time
	}{
		"under way":            {Shipped, time.Time{}, time.Time{}},
		"arrived":              {Delivered, day(3), day(3)},
		"cancelled":            {DeliveryCancelled, day(20), day(20)},
		"not collected":        {Expired, day(20), day(20)},
		"cancelled before":     {DeliveryCancelled, day(-1), day(0)},
		"came back, weeks ago": {Returned, day(20), day(0)},
	} {
		t.Run(name, func(t *testing.T) {
			o := &Order{Deliveries: []Delivery{{Number: 1, State: Delivered, DoneAt: day(0)}, {Number: 2, State: c.second, DoneAt: c.done}}}
			require.Equal(t, c.want, o.ReceivedAt())
			o.Deliveries[0].State = DeliveryCancelled
			if c.second != Delivered {
				require.Zero(t, o.ReceivedAt(), "nothing arrived")
			}
		})
	}
}
