package order

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// Capture takes the money of a picked delivery, where it is not taken yet; of a provider that takes a payment only as a whole that of
// all deliveries. A refusal is fault Conflict and is booked.
func (f *Fulfiller) Capture(ctx context.Context, id int64, number int) error {
	o, d, err := f.dispatching(ctx, id, number)
	if err != nil || d == nil || !d.Charge || d.Amount.IsZero() {
		return err
	}
	p := o.captureOf(number)
	if p == nil {
		p = o.wholeWanted()
	}
	if p == nil {
		return fault.New(fault.Conflict, o.refusalOf(number))
	}
	if p.State != Wanted {
		return nil
	}
	request := checkout.Capture{Key: p.key(o), Amount: p.Amount, Final: p.whole() || o.last(number), Carrier: d.Shipping.Carrier}
	if len(d.Parcels) > 0 {
		request.TrackingNumber = d.Parcels[0].TrackingNumber
	}
	r, err := p.known(f.payments.Capture(ctx, o.refFor(p), request))
	if fault.CodeOf(err) == fault.Invalid || fault.CodeOf(err) == fault.Conflict {
		r, err = checkout.Receipt{Reason: fault.ReasonOf(err)}, nil
	}
	if err != nil {
		return err
	}
	var whole bool
	_, err = f.change(ctx, id, func(o *Order) (Effects, error) {
		e := f.book(o, p.Number, r)
		whole = o.wholeWanted() != nil
		return e, nil
	})
	switch {
	case err != nil:
		return err
	case whole:
		return f.Capture(ctx, id, number)
	case r.Reason != "":
		return fault.New(fault.Conflict, r.Reason)
	}
	return nil
}

// refFor names the payment for an operation, with what else of it the provider has named.
func (o *Order) refFor(p *Operation) checkout.PaymentRef {
	ref := o.Attempt.Ref()
	for _, before := range o.Payments {
		if before.Number != p.Number && before.Reference != "" {
			ref.Earlier = append(ref.Earlier, before.Reference)
		}
	}
	return ref
}

// asked is what the shop took of the payment itself. What came in another way is not of it.
func (o *Order) asked() money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		d := o.delivery(p.Delivery)
		if p.Kind == CaptureMoney && (p.State == Done || p.State == Working) && (p.Reference != "" || d != nil && d.Charge) {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// known gives the answer to an operation. One that is lost for good is told by the provider's event, which names the operation
// that was done meanwhile: see told. An event that names no amount proves nothing: an operator looks at the provider, see Settle.
func (p *Operation) known(r checkout.Receipt, err error) (checkout.Receipt, error) {
	if fault.CodeOf(err) == fault.Unknown && p.Reference != "" && p.Reason != ReasonUnnamed {
		return checkout.Receipt{Done: true, Reference: p.Reference, Amount: p.Amount}, nil
	}
	return r, err
}

// last reports whether no other delivery is still to be captured.
func (o *Order) last(number int) bool {
	return !slices.ContainsFunc(o.Deliveries, func(d Delivery) bool {
		return d.Number != number && (d.State == Planned || d.State == Dispatching)
	})
}

// refusalOf gives why the last capture of a delivery was refused.
func (o *Order) refusalOf(delivery int) string {
	for _, p := range slices.Backward(o.Payments) {
		if p.Kind == CaptureMoney && p.Delivery == delivery && p.Reason != "" {
			return p.Reason
		}
	}
	return checkout.ReasonDeclined
}

// GiveBack asks the provider for one operation that gives money back.
func (f *Fulfiller) GiveBack(ctx context.Context, id int64, number int) (Progress, error) {
	o, err := f.read(ctx, id)
	if err != nil {
		return Progress{}, err
	}
	p := o.payment(number)
	if p == nil || p.State != Wanted {
		return o.Progress(), nil
	}
	var r checkout.Receipt
	switch c := o.payment(p.Capture); {
	case o.contested(p):
		r.Reason = ReasonDisputed
	case p.Kind == VoidMoney:
		r, err = p.known(checkout.Receipt{Done: true}, f.payments.Void(ctx, o.refFor(p), checkout.Void{Key: p.key(o), Captured: o.asked()}))
		if fault.ReasonOf(err) == checkout.ReasonLapses { // nothing more is taken, and nobody has to act
			r.Reason, err = checkout.ReasonLapses, nil
		}
	case c != nil && c.Delivery == 0 && c.Reference == "" && o.voided() != nil:
		r.Reason = checkout.ReasonNotSupported // it came in another way, and the provider let go of what it held
	default:
		from := ""
		if c != nil {
			from = c.Reference
		}
		r, err = p.known(f.payments.Refund(ctx, o.refFor(p), checkout.Refund{Key: p.key(o), Amount: p.Amount, CaptureReference: from}))
	}
	switch fault.CodeOf(err) {
	case fault.Invalid, fault.Conflict, fault.NotFound, fault.Forbidden:
		r, err = checkout.Receipt{Reason: fault.ReasonOf(err)}, nil
	}
	if err != nil {
		return Progress{}, err
	}
	return f.change(ctx, id, func(o *Order) (Effects, error) { return f.book(o, number, r), nil })
}

func (f *Fulfiller) book(o *Order, number int, r checkout.Receipt) Effects {
	return o.book(number, r, f.clock.Now())
}

// book writes a receipt into its operation. Booked twice is booked once.
func (o *Order) book(number int, r checkout.Receipt, now time.Time) (e Effects) {
	p := o.payment(number)
	if p == nil || p.State != Wanted {
		return e
	}
	if p.Kind == VoidMoney && p.Reference != "" && r.Reason != checkout.ReasonLapses { // see released: its refusal only says that nothing is left
		r = checkout.Receipt{Done: true, Reference: p.Reference}
	}
	if r.Reason == "" && p.Reason != ReasonUnnamed {
		r.Reference = cmp.Or(r.Reference, p.Reference)
	}
	if r.Reason == "" {
		o.rename(p, r.Reference)
	}
	told := p.Reference != "" && p.Reference == r.Reference && r.Reason == "" // the provider's event came before its answer
	if p.Kind == RefundMoney && p.Reference != "" && !told {
		e.Notices = append(e.Notices, p.another())
	}
	p.Reference, p.Reason, p.At, p.State = r.Reference, r.Reason, now, Working
	switch {
	case r.Done, told:
		p.State = Done
		if !r.Amount.IsZero() && r.Amount != p.Amount { // which of both is right, only the provider's books say
			e.Notices = append(e.Notices, Notice{Kind: NoticeOtherAmount, Detail: fmt.Sprintf("%d: %s; %s", p.Number, p.Amount, r.Amount)})
		}
	case r.Reason == checkout.ReasonNotSupported && p.Kind == RefundMoney:
		p.State = ByHand
		e.Notices = append(e.Notices, p.byHand())
	case r.Reason == checkout.ReasonOnlyWhole && p.Kind == CaptureMoney:
		p.State = Refused
		if refused := *p; !o.wantWhole(refused) {
			e.Notices = append(e.Notices, refused.refusal())
		}
	case r.Reason != "":
		p.State = Refused
		e.Notices = append(e.Notices, p.refusal())
	}
	if p.whole() && (p.State == Done || p.State == Working) {
		o.uncharge(false, now) // the others are paid for
	}
	if p.Kind == RefundMoney && (p.State == Done || p.State == Working) && o.refusedBefore(p) {
		e.Notices = append(e.Notices, Notice{Kind: NoticeRefundMade, Detail: fmt.Sprintf("%d: %s", p.Number, p.Amount)})
	}
	switch {
	case p.Kind == CaptureMoney:
		o.settled(p.At)
	case p.Kind == RefundMoney && o.answered(p.Request) && o.RefundedBy(p.Request).Minor > 0:
		if !strings.HasPrefix(p.Request, withdrawals) {
			e.Mails = []Mail{{mail.OrderRefunded, 0, p.Request}}
		}
	}
	return e
}

// refusedBefore reports whether operators were told of refunds of the same capture that were refused, and not all of that went back since.
func (o *Order) refusedBefore(p *Operation) bool {
	open := money.Euro(0)
	for _, before := range o.Payments[:p.Number-1] {
		switch {
		case before.Kind != RefundMoney || before.Capture != p.Capture || before.writtenOff():
		case before.State == Refused:
			open = open.Add(before.Amount)
		case before.State == Done || before.State == Working:
			open = money.Euro(max(open.Minor-before.Amount.Minor, 0))
		}
	}
	return open.Minor > 0
}

func (p Operation) byHand() Notice {
	return Notice{Kind: NoticeByHand, Detail: fmt.Sprintf("%d: %s", p.Number, p.Amount)}
}

// answered reports whether the provider has answered all that a request asks to give back.
func (o *Order) answered(request string) bool {
	return !slices.ContainsFunc(o.Payments, func(p Operation) bool {
		return p.Kind == RefundMoney && p.Request == request && p.State == Wanted
	})
}

// refusal tells operators of an operation that was refused. Others of a refund's request may be done: so much is still owed.
func (p Operation) refusal() Notice {
	n := Notice{Kind: refusals[p.Kind], Detail: p.Reason}
	switch {
	case p.Reason == authorizationExpired:
		n.Kind = NoticeExpired
	case p.Kind == RefundMoney:
		n.Detail = fmt.Sprintf("%d: %s %s", p.Number, p.Amount, p.Reason)
	}
	return n
}

// authorizationExpired is the refusal of a capture that came too late.
const authorizationExpired = "payment_operation_expired"

var refusals = map[OperationKind]string{
	CaptureMoney: NoticeRefused, RefundMoney: NoticeNotRefunded, VoidMoney: NoticeNotVoided,
}
