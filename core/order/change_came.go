package order

import (
	"cmp"
	"slices"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

// Came applies what a provider or an operator says was taken of the money of a confirmed order, and reports whether that is
// all of it; or what a provider says went back, or that it holds nothing any more. It may be told again.
func (o *Order) Came(r checkout.Result, now time.Time) (whole bool, e Effects) {
	if r.Outcome == checkout.OutcomeAuthorized && r.Amount.IsZero() && o.Owing().IsZero() && !o.Charges() {
		r.Amount = o.Attempt.Totals.Total // as it was once owed
	}
	if !r.Amount.IsZero() && r.Outcome != checkout.OutcomeRefunded && r.Amount.Currency != o.Attempt.Totals.Total.Currency {
		e.Notices = []Notice{{Kind: NoticePaidPart, Detail: r.Amount.String()}} // what it is worth nobody knows here
		return false, e
	}
	asked := o.Charges() || o.worksOnWhole()
	switch {
	case r.Outcome == checkout.OutcomeRefunded:
		if !o.told(RefundMoney, r, now) {
			e.Notices = []Notice{toldRefund(r.Operation, r.Amount)}
		}
		return false, e
	case r.Outcome == checkout.OutcomeVoided:
		o.released(r.Operation, now)
		return false, e
	case o.Status != Cancelled && !r.Amount.IsZero() && (r.Reference == "" || !asked):
		whole, e = o.transferred(r, now)
	case asked:
		whole = o.echoed(r, now)
	case r.Amount.IsZero() && o.paysByPart():
		o.paidByPart(now)
	default:
		whole = r.Amount.IsZero() || r.Amount == o.Attempt.Totals.Total
	}
	o.settled(now)
	switch {
	case o.Status == Cancelled:
		e = Effects{Notices: o.late(r, now)}
	case whole && o.Attempt.AwaitsDecision():
		o.letGo(o.Attempt.Totals.Total, now) // it was paid in another way, and nothing is to come of what the provider decides
	}
	return whole, e
}

// transferred books all that came by itself so far, of which what nobody owed is the customer's. Of less than is owed that a
// provider tells of, nobody knows what it is for: it is not booked. Operators are told of both.
func (o *Order) transferred(r checkout.Result, now time.Time) (whole bool, e Effects) {
	owing := o.Owing()
	o.taken()
	known := o.sum(CaptureMoney, Wanted, Done, Working)
	toward := o.toward(Wanted, Done, Working) // the rest paid for what was given up since, and went back
	if r.Amount.Sub(known.Sub(toward)).Minor < owing.Minor {
		switch came := r.Amount.Sub(known); {
		case came.Minor <= 0:
		case r.Reference != "" || o.Charges() || o.Attempt.AwaitsDecision():
			e.Notices = []Notice{{Kind: NoticePaidPart, Detail: r.Amount.String()}}
		default:
			e = o.inPart(came, now)
		}
		return toward.Minor > 0 && toward.Minor >= owing.Minor, e
	}
	rest := r.Amount.Sub(known)
	due := money.Euro(max(min(rest.Minor, owing.Sub(toward).Minor), 0))
	if due.Minor > 0 {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: due, Reference: r.Operation, At: now})
		o.uncharge(r.Reference == "", now)
	}
	if over := rest.Sub(due); over.Minor > 0 {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: over, Request: Overpaid, Reference: r.Operation, At: now})
		e.Notices = []Notice{{Kind: NoticeOverpaid, Detail: over.String()}}
	}
	return o.toward(Wanted, Done, Working).Minor > 0, e // all of nothing is none
}

// Undone applies that a provider refuses what it had taken on: the capture or refund of that reference is refused after all, and
// operators are told. A refusal of anything else, as of a card that was tried before, changes nothing.
func (o *Order) Undone(r checkout.Result, now time.Time) (e Effects) {
	for i := range o.Payments {
		if p := &o.Payments[i]; r.Operation != "" && p.Reference == r.Operation && p.State == Working {
			p.State, p.Reason, p.At = Refused, cmp.Or(r.Reason, checkout.ReasonDeclined), now
			if p.whole() {
				o.lostWhole()
			}
			e.Notices = append(e.Notices, p.refusal())
		}
	}
	return e
}

// echoed applies what is said of an order whose money the shop takes as its goods leave: mostly it is about a capture that
// the shop asked for. An operator, who names no payment, means all of it, and so does who names the whole amount.
func (o *Order) echoed(r checkout.Result, now time.Time) (whole bool) {
	total, unnamed := o.Attempt.Totals.Total, r.Amount.IsZero()
	all, each := len(o.Payments), func(Operation) bool { return true }
	switch {
	case r.Amount == total, unnamed && (r.Reference == "" || o.sum(CaptureMoney, Wanted, Done, Working).IsZero()):
		if o.wantsRest() && r.Operation != "" { // whose own answer may be lost
			o.told(CaptureMoney, r, now)
		}
		o.worked(CaptureMoney, now, all, each)
		o.otherwise(r, now)
		return true
	case r.Operation != "":
		o.told(CaptureMoney, r, now)
	case !unnamed && r.Amount == o.Captured():
		o.worked(CaptureMoney, now, all, each) // all so far
	default:
		fits := func(p Operation) bool { return p.Kind == CaptureMoney && (unnamed || p.Amount == r.Amount) }
		if !slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.State == Done && fits(p) }) { // which it may be about
			o.worked(CaptureMoney, now, 1, fits)
		}
	}
	return o.sum(CaptureMoney, Done).Minor >= total.Minor
}

// wantsRest reports whether a capture is asked for that, with those before it, takes the whole amount: some providers tell of each, others
// of all so far.
func (o *Order) wantsRest() bool {
	wanted := slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == CaptureMoney && p.State == Wanted })
	return wanted && o.sum(CaptureMoney, Wanted, Done, Working) == o.Attempt.Totals.Total
}

// otherwise books what came without the shop's asking: the customer paid in another way, or somebody took it at the provider's.
// It is not asked for any more.
func (o *Order) otherwise(r checkout.Result, now time.Time) {
	rest := o.due().Sub(o.toward(Wanted, Done, Working))
	if o.Status == Cancelled || rest.Minor <= 0 {
		return
	}
	o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: rest, Reference: r.Operation, At: now})
	o.uncharge(r.Reference == "", now)
}

// uncharge keeps the provider from being asked for what was paid in another way, and gives up what it holds for that. Where it was
// the provider who took it, it holds no more.
func (o *Order) uncharge(elsewhere bool, now time.Time) {
	held := money.Euro(0)
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; o.captureOf(d.Number) == nil {
			if d.Charge && d.State == Planned {
				held = held.Add(d.Amount)
			}
			d.Charge = false
		}
	}
	if elsewhere && held.Minor > 0 {
		o.letGo(held, now)
	}
}

// uncharged is what waits to be dispatched and was paid in another way, of an order of which another part was charged.
func (o *Order) uncharged() money.Amount {
	sum := money.Euro(0)
	otherwise := slices.ContainsFunc(o.Payments, func(p Operation) bool {
		return p.Kind == CaptureMoney && p.Delivery == 0 && p.Reference == "" && p.Request == ""
	})
	for _, d := range o.Deliveries {
		if otherwise && d.State == Planned && !d.Charge {
			sum = sum.Add(d.Amount)
		}
	}
	return sum
}

// letGo asks the provider to give up what it holds, unless its promise has ended. While money of it is taken for a dispatch that is
// waited for: the end of that asks again.
func (o *Order) letGo(held money.Amount, now time.Time) {
	ends := o.Attempt.Payment.ExpiresAt
	taking := slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == CaptureMoney && p.State == Wanted })
	if !taking && o.voided() == nil && (ends.IsZero() || ends.After(now)) {
		o.operation(Operation{Kind: VoidMoney, Amount: held})
	}
}

// worked ends as many of the operations that a provider was working on and that fit, the oldest first.
func (o *Order) worked(kind OperationKind, now time.Time, most int, fits func(Operation) bool) {
	for i := range o.Payments {
		if p := &o.Payments[i]; most > 0 && p.Kind == kind && p.State == Working && fits(*p) {
			p.State, p.At = Done, now
			most--
		}
	}
}

// told ends the operation that a provider names. One that is faster than its answer names an operation that is still wanted, which keeps
// the reference: see book. It reports false where the shop asked for nothing of the kind, as for a refund of another amount, which
// somebody makes in the provider's own back office. A refund that is told of without an amount may be that as well: see known. Of two
// of the same amount the guess may be wrong: see rename.
func (o *Order) told(kind OperationKind, r checkout.Result, now time.Time) bool {
	if slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == kind && p.Reference == r.Operation }) {
		o.worked(kind, now, 1, func(p Operation) bool { return p.Reference == r.Operation })
		return true
	}
	if i := slices.IndexFunc(o.Payments, func(p Operation) bool {
		return kind == RefundMoney && p.Kind == kind && (p.State == Done || p.State == Working) && p.Reference == "" && p.Amount == r.Amount
	}); i >= 0 {
		o.Payments[i].Reference = r.Operation
		return o.told(kind, r, now)
	}
	for i := range o.Payments {
		p := &o.Payments[i]
		another := kind == RefundMoney && (p.Reference != "" || !r.Amount.IsZero() && r.Amount != p.Amount)
		if p.Kind == kind && p.State == Wanted && !another {
			p.Reference = r.Operation
			if kind == RefundMoney && r.Amount.IsZero() {
				p.Reason = ReasonUnnamed
			}
			return true
		}
	}
	return false
}

// released learns that the provider holds nothing any more: what the shop gave up is given up, though the answer to that was lost, or
// said that the provider cannot tell.
func (o *Order) released(reference string, now time.Time) {
	for i := range o.Payments {
		p := &o.Payments[i]
		switch {
		case p.Kind != VoidMoney || p.Reason == checkout.ReasonLapses:
		case p.State == Wanted:
			p.Reference = reference // see book
		case p.State == Refused:
			p.State, p.Reference, p.Reason, p.At = Done, reference, "", now
		}
	}
}

// paysByPart reports whether a customer who pays for what was sent has a part of the order, and another is still to leave.
// What a store takes is booked as it is collected.
func (o *Order) paysByPart() bool {
	p := o.Attempt.Payment
	return p.Outcome == checkout.OutcomePending && p.Code != cashInStore && !o.Left() && slices.ContainsFunc(o.Deliveries, Delivery.out)
}

// paidByPart books the money of what was sent, once: what is still to leave is paid for afterwards.
func (o *Order) paidByPart(now time.Time) {
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.out() && o.OpenOf(d).Minor > 0 {
			o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: d.Number, Amount: o.OpenOf(d), At: now})
		}
	}
}

// out reports whether the customer has the goods, or is about to.
func (d Delivery) out() bool { return d.State == Shipped || d.State == Ready || d.State == Delivered }

// late books money that came for a cancelled order, so that it can be given back, and tells operators of it.
func (o *Order) late(r checkout.Result, now time.Time) []Notice {
	came := r.Amount
	if came.IsZero() {
		came = o.Attempt.Totals.Total
	}
	rest := came.Sub(o.Captured())
	if rest.Minor <= 0 {
		return nil
	}
	o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: rest, Reference: r.Operation, At: now})
	return []Notice{{Kind: NoticeLateMoney, Detail: rest.String()}}
}
