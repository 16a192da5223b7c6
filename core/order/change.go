package order

import (
	"slices"
	"strconv"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
)

// Effects are what a change of an order does besides; the store writes them in the same transaction.
type Effects struct {
	Mails    []Mail
	Notices  []Notice
	Sold     int  // delivery whose goods left: they are no longer held for it
	Restock  int  // delivery whose goods are back on the shelf
	GiveBack bool // all goods that are still held go back to stock
	Vouchers bool // and the vouchers to their owners
}

// Mail asks for a mail about the order, once per template, delivery and request.
type Mail struct {
	Template string
	Delivery int
	Request  string
}

// Notices for operators about what came after the order.
const (
	NoticeExpired     = "authorization_expired"  // the money can no longer be taken: ask the customer to pay again
	NoticeRefused     = "capture_refused"        // detail: the provider's reason
	NoticeStuck       = "payment_operation_open" // an operation has failed for a while; it is still being tried
	NoticeByHand      = checkout.NoticeByHand
	NoticeNotRefunded = "refund_refused"
	NoticeRefundMade  = "refund_made" // answers it: what was refused went back; detail: the operation
	NoticeNotVoided   = "void_refused"
	NoticeOtherAmount = "amount_differs"          // detail: an operation, what it is of and is booked with, what the provider says that it moved
	NoticeParcel      = "parcel_failed"           // the carrier could not deliver
	NoticeReturning   = "parcel_returned"         // the carrier brings it back: record it with `kontor order return`
	NoticeLost        = "parcel_silent"           // the carrier has said nothing for long
	NoticeLateMoney   = "paid_after_cancellation" // money came for a cancelled order: what of it is not asked for to go back, `kontor order refund` gives back
	NoticeOverpaid    = "paid_too_much"           // more came than was owed: give it back with `kontor order refund`
	NoticePaidPart    = "paid_in_part"            // less came than is owed, and was not booked
	NoticeOutside     = "captured_outside"        // an employee took a part of the money in the provider's own back office; detail: how much the shop did not ask for
	NoticeUnproven    = "campus_unproven"         // detail: when it is cancelled, unless its customer becomes a member of the programme
)

// plan divides a placed order once.
func (o *Order) plan() {
	if o.Status == Placed && len(o.Deliveries) == 0 {
		o.Deliveries = Plan(o)
	}
}

// dispatched ends a dispatch that has its labels and its money.
func (o *Order) dispatched(number int, now, track time.Time, zip string) Effects {
	d := o.delivery(number)
	if d == nil || d.State != Dispatching {
		return Effects{}
	}
	d.DispatchAt, d.PayBy = now, o.payBy(now)
	if rest := o.uncharged(); d.Charge && rest.Minor > 0 {
		o.letGo(rest, now)
	}
	if d.Shipping.Pickup {
		d.State = Ready
		d.RemindAt, d.DueAt = PickupTimes(now, RegionsOf(zip)...)
		return Effects{Sold: number, Mails: []Mail{{mail.OrderReady, number, ""}}}
	}
	d.State, d.TrackAt = Shipped, track
	return Effects{Sold: number, Mails: []Mail{{mail.OrderShipped, number, ""}}}
}

// delivered records that the customer has a delivery. Without a number it is the only one under way, also when it is asked again.
func (o *Order) delivered(number int, now time.Time) error {
	d := o.delivery(number, Shipped, Ready, Delivered)
	switch {
	case d == nil:
		return errNoDelivery
	case number == 0 && o.count(Delivery.out) > 1:
		return errWhich
	case d.State == Delivered:
		return nil
	case d.State != Shipped && d.State != Ready:
		return errNotOut
	}
	d.end(Delivered, now)
	return nil
}

func (d *Delivery) end(s DeliveryState, now time.Time) {
	d.State, d.DoneAt = s, now
	d.TrackAt, d.RemindAt, d.DueAt = time.Time{}, time.Time{}, time.Time{}
}

// Unbought says why nobody can cancel an order, or book money for it, that its customer did not buy, or not yet. Faults Conflict:
// "order_awaits_payment", and "order_not_reserved" for one that was given up before it was paid.
func (o *Order) Unbought() error {
	switch o.Status {
	case AwaitingPayment:
		return errPaying
	case Abandoned:
		return errGivenUp
	}
	return nil
}

// cancel gives up what was not dispatched.
func (o *Order) cancel(reason string, now time.Time) (Effects, error) {
	switch {
	case o.Status == Cancelled:
		return Effects{}, nil
	case o.Status != Placed:
		return Effects{}, errNotPlaced
	}
	var dropped []int
	for i := range o.Deliveries {
		switch o.Deliveries[i].State {
		case Dispatching:
			return Effects{}, errDispatching
		case Planned:
			dropped = append(dropped, i)
		}
	}
	if len(dropped) == 0 {
		return Effects{}, errGone
	}
	o.taken()
	for _, i := range dropped {
		o.Deliveries[i].end(DeliveryCancelled, now)
	}
	e := Effects{GiveBack: true}
	for _, i := range dropped {
		o.release(cancellations+strconv.Itoa(o.Deliveries[i].Number), &o.Deliveries[i])
		e.Mails = append(e.Mails, Mail{mail.DeliveryCancelled, o.Deliveries[i].Number, ""})
	}
	if o.over() {
		o.Status, o.CancelReason, o.CancelledAt = Cancelled, reason, now
		e.Vouchers, e.Mails = true, []Mail{{mail.OrderCancelled, 0, ""}}
	} else {
		o.settled(now)
	}
	return e, nil
}

// Broken gives up an order whose provider does not keep its promise of the money, of which nothing was taken. It reports whether it did:
// what is being dispatched, has left or is paid in another way is for operators to see to.
func (o *Order) Broken(reason string, now time.Time) bool {
	o.plan()
	planned := func(d Delivery) bool { return d.State == Planned && d.Charge }
	moved := slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.State != Refused })
	if o.count(planned) != len(o.Deliveries) || moved {
		return false
	}
	for i := range o.Deliveries {
		o.Deliveries[i].end(DeliveryCancelled, now)
	}
	o.Status, o.CancelReason, o.CancelledAt = Cancelled, reason, now
	return true
}

// returned records that a delivery came back. Without a number it is the only one that left, also when it is asked again.
func (o *Order) returned(number int, damaged bool, now time.Time) (Effects, error) {
	d := o.delivery(number, Delivered, Shipped, Ready, Returned)
	switch {
	case d == nil:
		return Effects{}, errNoDelivery
	case number == 0 && o.count(func(d Delivery) bool { return d.Gone() && d.State != Expired }) > 1:
		return Effects{}, errWhich
	case d.State == Returned:
		return Effects{}, nil
	case d.State != Delivered && d.State != Shipped && d.State != Ready:
		return Effects{}, errNotOut
	}
	o.taken()
	d.end(Returned, now)
	items, amount := o.unclaimed(d)
	if o.giveBackFor(d, returnRequest(d.Number), amount); !o.RefundedBy(returnRequest(d.Number)).IsZero() {
		d.Repaid = items
	}
	e := Effects{Restock: d.Number}
	if !o.PaidFor(d) && d.Amount.Minor > 0 {
		e.Mails = []Mail{{mail.DeliveryReturned, d.Number, ""}}
	}
	if damaged {
		e.Restock = 0
	}
	return e, nil
}

// remind is what the time asks for: to look after goods in a store, and after money that is promised or overdue. expire is what it
// does with goods that nobody collected.
func (o *Order) remind(now time.Time) (e Effects) {
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.State == Ready && !d.RemindAt.IsZero() && !d.RemindAt.After(now) {
			d.RemindAt = time.Time{}
			if d.DueAt.After(now) {
				e.Mails = append(e.Mails, Mail{mail.PickupReminder, d.Number, ""})
			}
		}
	}
	late := o.dun(now)
	e.Notices, e.Mails = append(o.lapse(now), late.Notices...), append(e.Mails, late.Mails...)
	return e
}

// expire gives up one delivery that was not collected in time.
func (o *Order) expire(number int, now time.Time) (e Effects) {
	d := o.delivery(number)
	if d == nil || d.State != Ready || d.DueAt.After(now) {
		return e
	}
	o.taken()
	d.end(Expired, now)
	e.Restock = number
	o.giveBackFor(d, expiries+strconv.Itoa(number), o.unspent(d))
	if !o.over() {
		o.settled(now)
		e.Mails = []Mail{{mail.DeliveryCancelled, number, ""}}
		return e
	}
	o.Status, o.CancelReason, o.CancelledAt = Cancelled, ReasonNotCollected, now
	e.Vouchers, e.Mails = true, []Mail{{mail.OrderCancelled, 0, ""}}
	return e
}

// settled notes that what is left of the order is paid, when a part of it is given up or its money has come. What a provider is
// still working on has not come.
func (o *Order) settled(now time.Time) {
	if taken := o.toward(Done).Minor; o.PaidAt.IsZero() && taken > 0 && taken >= o.due().Minor {
		o.PaidAt = now
	}
}

// over reports whether nothing of the order was sold in the end: every delivery was cancelled or not collected.
func (o *Order) over() bool {
	return !slices.ContainsFunc(o.Deliveries, func(d Delivery) bool { return d.State != Expired && d.State != DeliveryCancelled })
}

// scanned applies what a carrier says of a parcel. Scans come late and out of order: only a newer one counts, and what
// has arrived stays so unless it comes back. What comes back arrives at the shop, not at the customer.
func (o *Order) scanned(s checkout.Scan, next time.Time) (e Effects) {
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		for j := range d.Parcels {
			p := &d.Parcels[j]
			if p.TrackingNumber != s.TrackingNumber || d.Shipping.Plugin != s.Plugin || s.State == checkout.ParcelUnknown ||
				s.At.Before(p.At) || p.State == checkout.ParcelReturned ||
				p.State == checkout.ParcelDelivered && s.State != checkout.ParcelReturned {
				continue
			}
			p.State, p.At = s.State, s.At
			if d.State == Shipped {
				d.TrackAt = next
				e.Notices = append(e.Notices, d.settle(p)...)
			}
		}
	}
	return e
}

// settle draws from the parcels what became of their delivery.
func (d *Delivery) settle(p *Parcel) []Notice {
	if !slices.ContainsFunc(d.Parcels, func(p Parcel) bool { return p.State != checkout.ParcelDelivered }) {
		at := slices.MaxFunc(d.Parcels, func(a, b Parcel) int { return a.At.Compare(b.At) }).At
		if at.Before(d.DispatchAt) {
			at = d.DispatchAt // nothing arrives before it leaves, whatever the carrier's clock says: the customer's periods run from here
		}
		d.end(Delivered, at)
		return nil
	}
	switch p.State {
	case checkout.ParcelFailed:
		return []Notice{{Kind: NoticeParcel, Detail: p.TrackingNumber}}
	case checkout.ParcelReturned:
		return []Notice{{Kind: NoticeReturning, Detail: p.TrackingNumber}}
	}
	return nil
}

// ReceivedAt is when the customer had the last of the goods: the period in which to withdraw runs from then on (§ 356(2)
// BGB). Zero while a delivery is still to come, and where none arrived. A part that was given up counts from that moment: until
// then it was to come, and no period ran.
func (o *Order) ReceivedAt() time.Time {
	var last time.Time
	arrived := false
	for _, d := range o.Deliveries {
		if d.open() {
			return time.Time{}
		}
		arrived = arrived || d.State == Delivered
		if d.State != Returned && d.DoneAt.After(last) {
			last = d.DoneAt
		}
	}
	if !arrived {
		return time.Time{}
	}
	return last
}

// Progress is what a workflow has to know of an order.
type Progress struct {
	Open  bool      // something is still to happen
	DueAt time.Time // when time does something; zero for never
	Owed  []int     // operations that give money back and are not done
}

// Progress gives it.
func (o *Order) Progress() Progress {
	p := Progress{Owed: o.owed()}
	p.Open = len(p.Owed) > 0
	p.DueAt, _ = o.lapsing()
	if at := o.reminding(); !at.IsZero() {
		p.Open = true
		if p.DueAt.IsZero() || at.Before(p.DueAt) {
			p.DueAt = at
		}
	}
	for _, d := range o.Deliveries {
		p.Open = p.Open || o.Status == Placed && d.open()
		for _, t := range []time.Time{d.TrackAt, d.RemindAt, d.DueAt} {
			if !t.IsZero() && (p.DueAt.IsZero() || t.Before(p.DueAt)) {
				p.DueAt = t
			}
		}
	}
	return p
}
