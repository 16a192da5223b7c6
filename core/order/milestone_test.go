package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/order"
)

func TestWhatAChangeBringsAnOrderTo(t *testing.T) {
	now := time.Now()
	planned := order.Order{Status: order.Placed, Deliveries: []order.Delivery{{Number: 1, State: order.Planned}, {Number: 2, State: order.Planned}}}
	for name, c := range map[string]struct {
		change func(*order.Order)
		want   []order.Milestone
	}{
		"nothing":             {func(*order.Order) {}, nil},
		"money":               {func(o *order.Order) { o.PaidAt = now }, []order.Milestone{{Kind: order.MilestonePaid}}},
		"a dispatch begins":   {func(o *order.Order) { o.Deliveries[0].State = order.Dispatching }, nil},
		"one delivery leaves": {func(o *order.Order) { o.Deliveries[1].State = order.Shipped }, []order.Milestone{{order.MilestoneShipped, 2}}},
		"one is in a store":   {func(o *order.Order) { o.Deliveries[0].State = order.Ready }, []order.Milestone{{order.MilestoneReady, 1}}},
		"one arrives":         {func(o *order.Order) { o.Deliveries[0].State = order.Delivered }, []order.Milestone{{order.MilestoneDelivered, 1}}},
		"one comes back":      {func(o *order.Order) { o.Deliveries[0].State = order.Returned }, []order.Milestone{{order.MilestoneReturned, 1}}},
		"nobody comes for it": {func(o *order.Order) { o.Deliveries[0].State = order.Expired }, []order.Milestone{{order.MilestoneExpired, 1}}},
		"it is divided": {func(o *order.Order) {
			o.Deliveries = append(o.Deliveries, order.Delivery{Number: 3, State: order.Planned})
		}, []order.Milestone{{order.MilestonePlanned, 3}}},
		"a refund is asked for": {func(o *order.Order) {
			o.Payments = []order.Operation{{Number: 1, Kind: order.RefundMoney, State: order.Wanted}}
		}, nil},
		"a capture": {func(o *order.Order) {
			o.Payments = []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done}}
		}, nil},
		"a refund": {func(o *order.Order) {
			o.Payments = []order.Operation{{Number: 2, Kind: order.RefundMoney, State: order.Done}}
		}, []order.Milestone{{order.MilestoneRefunded, 2}}},
		"all is cancelled": {func(o *order.Order) {
			o.Status, o.Deliveries[0].State, o.Deliveries[1].State = order.Cancelled, order.DeliveryCancelled, order.DeliveryCancelled
		}, []order.Milestone{{Kind: order.MilestoneCancelled}, {order.MilestoneDropped, 1}, {order.MilestoneDropped, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			o := planned
			o.Deliveries = append([]order.Delivery{}, planned.Deliveries...)
			before := o.Milestones()
			c.change(&o)
			require.ElementsMatch(t, c.want, o.Reached(before))
		})
	}
}

func TestEveryStateOfADeliveryIsAMilestone(t *testing.T) {
	for _, state := range []order.DeliveryState{
		order.Planned, order.Dispatching, order.Shipped, order.Ready, order.Delivered, order.Returned, order.Expired, order.DeliveryCancelled,
	} {
		o := order.Order{Deliveries: []order.Delivery{{Number: 1, State: state}}}
		require.NotEmpty(t, o.Milestones()[0].Kind, state)
	}
}
