package order

import (
	"fmt"
	"slices"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// InPart marks a capture of a part of the money that a reserved order waits for: nothing of it is paid for before all is there.
const InPart = "part"

// own is what was taken for a delivery by itself.
func (o *Order) own(d *Delivery) money.Amount {
	sum := money.Euro(0)
	for _, p := range o.Payments {
		if p.Kind == CaptureMoney && p.State != Refused && p.Delivery == d.Number {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// PaidFor reports whether all the money of a delivery was taken, by itself or with the order's. What nobody owed pays for nothing.
func (o *Order) PaidFor(d *Delivery) bool {
	whole := slices.ContainsFunc(o.Payments, func(p Operation) bool {
		return p.Kind == CaptureMoney && p.State != Refused && p.Delivery == 0 && p.Request != InPart && p.Request != Overpaid
	})
	own := o.own(d)
	return whole || own.Minor > 0 && own.Minor >= d.Amount.Minor
}

// OpenOf is what of a delivery's amount no money was taken for.
func (o *Order) OpenOf(d *Delivery) money.Amount {
	if o.PaidFor(d) {
		return money.Euro(0)
	}
	return d.Amount.Sub(o.own(d))
}

// OnHandover is what the carrier or the store takes for a delivery as it hands it over; zero where it is paid in another way.
func (o *Order) OnHandover(d *Delivery) money.Amount {
	code := o.Attempt.Payment.Code
	if o.Attempt.Payment.Captured || code != checkout.CashOnDelivery && (code != cashInStore || !d.Shipping.Pickup) {
		return money.Euro(0)
	}
	return o.OpenOf(d)
}

// Charges reports whether the shop takes the money delivery by delivery.
func (o *Order) Charges() bool {
	return slices.ContainsFunc(o.Deliveries, func(d Delivery) bool { return d.Charge })
}

// Open is what is still owed in all.
func (o *Order) Open() money.Amount {
	return money.Euro(max(o.Owing().Sub(o.toward(Wanted, Done, Working)).Minor, 0))
}

// OpenWith is what customers did not pay of what left on account with some of the pieces, which a withdrawal from them takes away.
func (o *Order) OpenWith(items []Item) money.Amount {
	sum := money.Euro(0)
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		has := slices.ContainsFunc(items, func(i Item) bool { return d.pieces(i.Line) > 0 })
		if has && !d.PayBy.IsZero() && (o.owes(d) || d.State == Returned) {
			sum = sum.Add(o.OpenOf(d))
		}
	}
	return sum
}

// inPart books a part of what is owed: it pays for what was sent, by the day until which that is to be paid, and then for what is
// still to leave. The customer is told what is left to pay.
func (o *Order) inPart(came money.Amount, now time.Time) Effects {
	list := make([]*Delivery, 0, len(o.Deliveries))
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.out() || d.State == Planned || d.State == Dispatching {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b *Delivery) int {
		if a.out() != b.out() {
			return map[bool]int{true: -1, false: 1}[a.out()]
		}
		return a.PayBy.Compare(b.PayBy)
	})
	for _, d := range list {
		part := money.Euro(min(came.Minor, o.OpenOf(d).Minor))
		if part.Minor > 0 {
			o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: part, Delivery: d.Number, At: now})
			came = came.Sub(part)
		}
	}
	if came.Minor > 0 { // it is not divided yet, since nothing is sent before all is there
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: came, Request: InPart, At: now})
	}
	return Effects{Mails: []Mail{{mail.PaymentInPart, 0, InPart + "-" + o.sum(CaptureMoney, Done).Decimal(".", "")}}}
}

// GiveUpParts asks an operator to transfer back what came of the money of a reserved order that is cancelled, since it came from
// outside, where no provider can. The customer is told.
func (o *Order) GiveUpParts(now time.Time) (e Effects) {
	const request = cancellations + "0"
	for _, c := range slices.Clone(o.Payments) {
		if c.Kind != CaptureMoney || c.Request != InPart {
			continue
		}
		p := o.operation(Operation{Kind: RefundMoney, State: ByHand, Amount: c.Amount, Request: request, Capture: c.Number, At: now})
		e.Notices = append(e.Notices, p.byHand())
		e.Mails = []Mail{{mail.OrderRefunded, 0, request}}
	}
	return e
}

// GiveUpLate books what came of the money of a reserved order after it was cancelled, of which r tells as in Came, and asks an
// operator to transfer it back, as GiveUpParts does. It may be told again.
func (o *Order) GiveUpLate(r checkout.Result, now time.Time) Effects {
	notices := o.late(r, now)
	if len(notices) == 0 {
		return Effects{}
	}
	c := o.Payments[len(o.Payments)-1]
	request := fmt.Sprintf("%s0-%d", cancellations, c.Number)
	p := o.operation(Operation{Kind: RefundMoney, State: ByHand, Amount: c.Amount, Request: request, Capture: c.Number, At: now})
	return Effects{Notices: append(notices, p.byHand()), Mails: []Mail{{mail.OrderRefunded, 0, request}}}
}

// CameLate reports whether all that a request gives back is money that came after the order was cancelled.
func (o *Order) CameLate(request string) bool {
	came := 0
	for _, p := range o.Payments {
		if p.Kind != RefundMoney || p.Request != request || p.State == Refused {
			continue
		}
		c := o.payment(p.Capture)
		if o.CancelledAt.IsZero() || c == nil || c.Delivery != 0 || !c.At.After(o.CancelledAt) {
			return false
		}
		came++
	}
	return came > 0
}

// Unowed is what the shop has of the customer and nobody asked to give back: more came than was owed, or it came for an order that
// was cancelled.
func (o *Order) Unowed() money.Amount {
	rest := money.Euro(0)
	for _, c := range o.Payments {
		if c.Kind != CaptureMoney || c.State != Done && c.State != Working || c.Request != Overpaid && o.Status != Cancelled {
			continue
		}
		rest = rest.Add(o.keptOf(c))
	}
	return rest
}
