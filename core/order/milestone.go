package order

import (
	"slices"

	"kontor.dev/kontor/core/checkout"
)

// MilestoneKind says what became of an order.
type MilestoneKind string

// The kinds.
const (
	MilestoneReserved  MilestoneKind = "order.reserved" // its goods are held until the money comes
	MilestonePlaced    MilestoneKind = "order.placed"
	MilestonePaid      MilestoneKind = "order.paid" // all of the money is here
	MilestoneCancelled MilestoneKind = "order.cancelled"
	MilestoneRefunded  MilestoneKind = "order.refunded" // money went back, all of it or a part
	MilestoneDisputed  MilestoneKind = "order.disputed" // the customer does not accept the payment
	MilestoneEnded     MilestoneKind = "order.dispute_ended"

	MilestonePlanned   MilestoneKind = "delivery.planned" // goods are to leave
	MilestoneShipped   MilestoneKind = "delivery.shipped"
	MilestoneReady     MilestoneKind = "delivery.ready" // to be collected in a store
	MilestoneDelivered MilestoneKind = "delivery.delivered"
	MilestoneReturned  MilestoneKind = "delivery.returned"
	MilestoneExpired   MilestoneKind = "delivery.expired" // nobody collected it
	MilestoneDropped   MilestoneKind = "delivery.cancelled"
)

// Milestone is something that became of an order and that other systems may wait for. It happens to the order once, unless it is
// taken back, as a delivery that was divided anew.
type Milestone struct {
	Kind   MilestoneKind
	Number int // of the delivery, of the refund in Payments, or of the dispute; 0 for the order itself
}

var statusMilestones = map[Status]MilestoneKind{
	Reserved: MilestoneReserved, Placed: MilestonePlaced, Cancelled: MilestoneCancelled,
}

// A dispatch that is refused makes the delivery planned again, which is nothing new.
var deliveryMilestones = map[DeliveryState]MilestoneKind{
	Planned: MilestonePlanned, Dispatching: MilestonePlanned, Shipped: MilestoneShipped, Ready: MilestoneReady,
	Delivered: MilestoneDelivered, Returned: MilestoneReturned, Expired: MilestoneExpired, DeliveryCancelled: MilestoneDropped,
}

// Milestones gives those at which the order is now. What it has before a change and not afterwards, or the other way round, is what
// the change did.
func (o *Order) Milestones() []Milestone {
	var list []Milestone
	if kind, ok := statusMilestones[o.Status]; ok {
		list = append(list, Milestone{Kind: kind})
	}
	if !o.PaidAt.IsZero() {
		list = append(list, Milestone{Kind: MilestonePaid})
	}
	for _, p := range o.Payments {
		if p.Kind == RefundMoney && p.State == Done {
			list = append(list, Milestone{MilestoneRefunded, p.Number})
		}
	}
	for i, d := range o.Disputes {
		list = append(list, Milestone{MilestoneDisputed, i + 1})
		if d.State != checkout.DisputeOpen {
			list = append(list, Milestone{MilestoneEnded, i + 1})
		}
	}
	for _, d := range o.Deliveries {
		list = append(list, Milestone{deliveryMilestones[d.State], d.Number})
	}
	return list
}

// Reached gives the milestones that the order did not have before.
func (o *Order) Reached(before []Milestone) []Milestone {
	return slices.DeleteFunc(o.Milestones(), func(m Milestone) bool { return slices.Contains(before, m) })
}
