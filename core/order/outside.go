package order

import (
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Outside is a refund that somebody made in the provider's own back office. The provider tells of it in the same words as of money that
// a bank takes back, so that nothing is booked before an operator says what it is.
type Outside struct {
	Reference string // the provider's, of the refund
	Amount    money.Amount
	Delivery  int // whose goods it pays back; 0 where it is for no delivery in particular
}

// outside is what the requests of such refunds begin with that are for no delivery in particular.
const outside = "outside-"

// Faults of booking one.
var (
	errBooked     = fault.New(fault.Conflict, "refund_reference_used")
	errPaidBack   = fault.New(fault.Conflict, "delivery_paid_back")
	errUnanswered = fault.New(fault.Conflict, "refund_unanswered")
)

// BookOutside books a refund that was made outside, once per reference, and never more than is left of what was taken. The provider is
// not asked for anything; credit note and mail follow as with any refund. Of one that pays a delivery back its return gives back no
// more. Faults: NotFound ("delivery_not_found"), Conflict ("order_not_placed", "delivery_not_dispatched", "refund_nothing_left",
// "refund_too_high", "refund_reference_used" for another amount than is booked under the reference, "delivery_paid_back" where the
// shop gives the delivery's money back itself, "refund_unanswered" while the shop waits for the answer to a refund of the same amount, which this may be).
func (o *Order) BookOutside(r Outside, now time.Time) (e Effects, err error) {
	if o.Status != Placed && o.Status != Cancelled {
		return e, errNotPlaced
	}
	o.plan()
	if known := o.refundedAs(r.Reference); known.Minor == r.Amount.Minor {
		return e, nil
	} else if !known.IsZero() {
		return e, errBooked
	}
	request := outside + r.Reference
	if r.Delivery != 0 {
		switch d := o.delivery(r.Delivery); {
		case d == nil:
			return e, errNoDelivery
		case d.State == Expired || !d.Gone():
			return e, errNotOut
		}
		if request = returnRequest(r.Delivery); !o.RefundedBy(request).IsZero() {
			return e, errPaidBack
		}
	}
	if slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == RefundMoney && p.State == Wanted && p.Amount == r.Amount }) {
		return e, errUnanswered
	}
	o.taken()
	before := len(o.Payments)
	if err := o.refund(request, r.Amount); err != nil {
		return e, err
	}
	for i := range o.Payments[before:] {
		p := &o.Payments[before+i]
		p.Reference = r.Reference // of all of them: a refund of two captures has one
		made := o.book(p.Number, checkout.Receipt{Done: true, Reference: r.Reference, Amount: p.Amount}, now)
		e.Mails, e.Notices = append(e.Mails, made.Mails...), append(e.Notices, made.Notices...)
	}
	return e, nil
}

// refundedAs is what is booked, or being asked for, as the provider's refund of that reference.
func (o *Order) refundedAs(reference string) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if p.Kind == RefundMoney && p.State != Refused && p.Reference == reference {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// ReasonUnnamed is what stands at a refund that waits for its answer, when its provider tells of one without an amount: that may be this
// one, or one that was made outside.
const ReasonUnnamed = "told_without_amount"

// another tells operators that what a provider told of while this refund waited was no answer to it: it was answered otherwise.
func (p *Operation) another() Notice {
	if p.Reason == ReasonUnnamed {
		return toldRefund(p.Reference, money.Amount{})
	}
	return toldRefund(p.Reference, p.Amount)
}

// rename gives a refund the name by which its provider has just answered. Another of the same amount had it by an event that came before
// the answer, see told, and takes the name that this one had so, or that of an event which was of nobody. Else nobody has said that it was
// made, and it is asked for again. A provider that calls all refunds by the payment names none.
func (o *Order) rename(p *Operation, reference string) {
	if p.Kind != RefundMoney || reference == "" || reference == p.Reference || reference == o.Attempt.Payment.Reference || p.Reason == ReasonUnnamed {
		return
	}
	i := slices.IndexFunc(o.Payments, func(other Operation) bool {
		return other.Kind == RefundMoney && other.Reference == reference && other.Amount == p.Amount && other.Reason != ReasonUnnamed
	})
	if i < 0 {
		return
	}
	other := &o.Payments[i]
	other.Reference, p.Reference = p.Reference, reference
	for _, refund := range o.Unbooked() {
		if name, amount, _ := strings.Cut(refund, " "); other.Reference == "" && amount == other.Amount.String() {
			other.Reference = name
		}
	}
	if other.Reference == "" {
		other.State = Wanted
	}
}

// toldRefund writes down for operators that a provider tells of a refund that is not the shop's.
func toldRefund(reference string, amount money.Amount) Notice {
	n := Notice{Kind: checkout.NoticeRefunded, Detail: reference}
	if !amount.IsZero() {
		n.Detail += " " + amount.String()
	}
	return n
}

// Unbooked gives what providers told of refunds that are not in the order's books, each with the provider's reference and, where it was
// named, the amount. One that is named by the payment alone is any: it was told of while the books had none.
func (o *Order) Unbooked() (told []string) {
	for _, n := range o.Notices {
		if n.Kind != checkout.NoticeRefunded {
			continue
		}
		for refund := range strings.SplitSeq(n.Detail, "; ") {
			booked := func(p Operation) bool {
				named := p.Reference != "" && (refund == p.Reference || strings.HasPrefix(refund, p.Reference+" "))
				return p.Kind == RefundMoney && (named || refund == o.Attempt.Payment.Reference)
			}
			if !slices.ContainsFunc(o.Payments, booked) {
				told = append(told, refund)
			}
		}
	}
	return told
}
