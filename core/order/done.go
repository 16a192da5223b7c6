package order

import "slices"

// What an operator asked for and got no answer to shows in the order itself: these report whether it is done.

// GaveUp reports whether goods were given up since the order was as before, or all of it is.
func (o *Order) GaveUp(before *Order) bool {
	dropped := func(d Delivery) bool { return d.State == DeliveryCancelled }
	return o.Status == Cancelled || o.count(dropped) > before.count(dropped)
}

// Shipped reports whether a pick has left since the order was as before.
func (o *Order) Shipped(before *Order, p Pick) bool {
	if p.Delivery != 0 && len(p.Items) == 0 {
		d := o.delivery(p.Delivery)
		return d != nil && d.Gone()
	}
	gone := func(d Delivery) bool { return d.Gone() }
	return o.count(gone) > before.count(gone)
}

// Handed reports whether the customer has a delivery; without a number it is the only one under way.
func (o *Order) Handed(number int) bool {
	d := o.delivery(number, Shipped, Ready, Delivered)
	return d != nil && d.State == Delivered
}

// CameBack reports whether a delivery is back; without a number it is the only one that left.
func (o *Order) CameBack(number int) bool {
	d := o.delivery(number, Delivered, Shipped, Ready, Returned)
	return d != nil && d.State == Returned
}

// RefusedSince gives the refunds and releases of money that were refused since the order was as before.
func (o *Order) RefusedSince(before *Order) (list []Operation) {
	for _, p := range o.Payments {
		was := before.payment(p.Number)
		if p.Kind != CaptureMoney && p.State == Refused && !p.writtenOff() && (was == nil || was.State != Refused) {
			list = append(list, p)
		}
	}
	return list
}

// RefusedStill gives the refunds and releases of money that were refused, and of which not all was made since.
func (o *Order) RefusedStill() (list []Operation) {
	for _, p := range o.RefusedSince(&Order{}) {
		if p.Kind == VoidMoney && o.releasedAfter(p) || p.Kind == RefundMoney && !o.refusedBefore(&Operation{Capture: p.Capture, Number: len(o.Payments) + 1}) {
			continue
		}
		list = append(list, p)
	}
	return list
}

// releasedAfter reports whether a release that was refused was asked for again, and not refused.
func (o *Order) releasedAfter(refused Operation) bool {
	return slices.ContainsFunc(o.Payments, func(p Operation) bool {
		return p.Kind == VoidMoney && p.Number > refused.Number && p.State != Refused
	})
}
