package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// OperationKind is what is done with the money of an order.
type OperationKind string

// The kinds.
const (
	CaptureMoney OperationKind = "capture"
	RefundMoney  OperationKind = "refund"
	VoidMoney    OperationKind = "void" // what is left of an authorization is given up
)

// OperationState is how far it is.
type OperationState string

// The states.
const (
	Wanted  OperationState = "wanted"  // the provider has not answered yet
	Done    OperationState = "done"    //
	Working OperationState = "working" // the provider accepted it and works on it
	ByHand  OperationState = "by_hand" // the method cannot: an operator does it
	Refused OperationState = "refused"
)

// Operation moves money of an order after it was placed.
type Operation struct {
	Number    int            `json:"number"` // of the order, from 1
	Kind      OperationKind  `json:"kind"`
	State     OperationState `json:"state"`
	Amount    money.Amount   `json:"amount"`
	Delivery  int            `json:"delivery,omitempty"` // that a capture is for; 0: all
	Request   string         `json:"request,omitempty"`  // that a refund belongs to; Overpaid or InPart of a capture
	Capture   int            `json:"capture,omitempty"`  // the operation that a refund gives back of
	Reference string         `json:"reference,omitempty"`
	Reason    string         `json:"reason,omitempty"` // why it was refused
	At        time.Time      `json:"at,omitzero"`
}

// Overpaid marks a capture of what came beyond what was owed. No invoice has it, so that no credit note has what goes back of it.
const Overpaid = "overpaid"

// key is its idempotency key. It derives from the attempt, so that a replay cannot move money again.
func (p Operation) key(o *Order) string {
	return fmt.Sprintf("%s-%s-%d", o.Attempt.Key(), p.Kind, p.Number)
}

func keyOf(id int64, what string, number, try int) string {
	return fmt.Sprintf("%d-%s-%d-%d", id, what, number, try)
}

// operation adds one that is wanted.
func (o *Order) operation(p Operation) *Operation {
	p.Number = len(o.Payments) + 1
	if p.State == "" {
		p.State = Wanted
	}
	o.Payments = append(o.Payments, p)
	return &o.Payments[len(o.Payments)-1]
}

func (o *Order) payment(number int) *Operation {
	if number < 1 || number > len(o.Payments) {
		return nil
	}
	return &o.Payments[number-1]
}

// captureOf finds the capture of a delivery's dispatch that is wanted or was taken.
func (o *Order) captureOf(delivery int) *Operation {
	for i := len(o.Payments) - 1; i >= 0; i-- {
		if p := &o.Payments[i]; p.Kind == CaptureMoney && p.Delivery == delivery && p.State != Refused {
			return p
		}
	}
	return nil
}

// taken books money that came without a capture of the shop's: with the authorization, by transfer, or in cash. Before a
// delivery is given up it has to be asked, so that what was paid for it by then is booked. Of an order that a store took cash
// for one delivery of, it is the rest.
func (o *Order) taken() {
	charged := slices.ContainsFunc(o.Deliveries, func(d Delivery) bool { return d.Charge })
	booked := slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == CaptureMoney && p.Delivery == 0 && p.Request != InPart })
	if !o.Attempt.Payment.Captured || charged || booked {
		return
	}
	came := o.toward(Done, Working)
	if rest := o.due().Sub(came); came.IsZero() || rest.Minor > 0 {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Amount: rest, At: o.PaidAt})
	}
}

// due is what the customer has to pay: the total without deliveries that were given up, or came back before they were paid. Of
// an order of which nothing is left it is the total, should money come all the same.
func (o *Order) due() money.Amount {
	due := o.Attempt.Totals.Total
	for _, d := range o.Deliveries {
		if (d.State == DeliveryCancelled || d.State == Expired) && o.Status != Cancelled {
			due = due.Sub(d.Amount)
		}
	}
	if rest := due.Sub(o.Remitted()); rest.Minor > 0 {
		return rest
	}
	return due
}

// toward is what was taken of what is due: what was paid for a delivery that was given up since went back, and pays for no other.
func (o *Order) toward(states ...OperationState) money.Amount {
	sum := o.sum(CaptureMoney, states...)
	for _, p := range o.Payments {
		d := o.delivery(p.Delivery)
		givenUp := d != nil && (d.State == DeliveryCancelled || d.State == Expired) && o.Status != Cancelled
		if p.Kind == CaptureMoney && slices.Contains(states, p.State) && givenUp {
			sum = sum.Sub(p.Amount)
		}
	}
	return sum
}

// Owing is what the customer has, or had, to pay in all; zero when nothing was left that would have to be paid.
func (o *Order) Owing() money.Amount {
	over, whole := money.Euro(0), false
	for _, p := range o.Payments {
		if p.Kind == CaptureMoney && p.Request == Overpaid {
			over = over.Add(p.Amount)
		}
		whole = whole || p.whole() && p.State != Refused
	}
	if whole { // it paid for all that had not come back before
		return o.toward(Wanted, Done, Working).Sub(over)
	}
	return money.Euro(max(o.Attempt.Totals.Total.Sub(o.Stopped()).Sub(o.Remitted()).Minor, 0))
}

// Remitted is what need not be paid of deliveries that left: they came back before they were paid, or a withdrawal from them was
// written off. Those are the same goods, mostly.
func (o *Order) Remitted() money.Amount {
	back, off := money.Euro(0), money.Euro(0)
	for _, d := range o.Deliveries {
		if d.State == Returned {
			back = back.Add(o.OpenOf(&d))
		}
	}
	for _, p := range o.Payments {
		if p.writtenOff() {
			off = off.Add(p.Amount)
		}
	}
	return money.Euro(max(back.Minor, off.Minor))
}

// collected books the cash that a store took for a delivery, and reports whether that was the last of the order's money.
func (o *Order) collected(d *Delivery, now time.Time) bool {
	if rest := o.OpenOf(d); !o.Attempt.Payment.Captured && rest.Minor > 0 {
		o.operation(Operation{Kind: CaptureMoney, State: Done, Delivery: d.Number, Amount: rest, At: now})
	}
	return o.toward(Done, Working).Minor >= o.due().Minor
}

// Unpaid reports whether no money of the order has come.
func (o *Order) Unpaid() bool { return !o.Attempt.Payment.Captured && o.Captured().IsZero() }

// Captured is what was taken, and Refunded what was given back or will be.
func (o *Order) Captured() money.Amount { return o.sum(CaptureMoney, Done, Working) }

// Refunded is what was given back or is about to be.
func (o *Order) Refunded() money.Amount { return o.sum(RefundMoney, Wanted, Done, Working, ByHand) }

// Unanswered is what the provider was asked to give back and has not answered for.
func (o *Order) Unanswered() money.Amount { return o.sum(RefundMoney, Wanted) }

func (o *Order) sum(kind OperationKind, states ...OperationState) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if p.Kind == kind && slices.Contains(states, p.State) {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// What the requests to refund begin with that a withdrawal makes, the cancelling of a delivery, the end of its time in a store,
// and its return.
const (
	withdrawals   = "withdrawal-"
	cancellations = "cancel-"
	expiries      = "expired-"
	returns       = "return-"
)

func returnRequest(delivery int) string { return returns + strconv.Itoa(delivery) }

// WithdrawalRequest is the request to refund what a withdrawal gives back. The withdrawal tells the customer itself.
func WithdrawalRequest(id int64) string { return fmt.Sprintf("%s%d-refund", withdrawals, id) }

// Faults of refunds.
var (
	errNothing = fault.New(fault.Conflict, "refund_nothing_left")
	errTooMuch = fault.New(fault.Conflict, "refund_too_high")
	errKeyUsed = fault.New(fault.Conflict, "refund_key_used")
)

// refund asks for money to be given back, from the captures in turn. Amount zero is all that is left. A request that is
// known already changes nothing, but that what was refused of it is asked for anew.
func (o *Order) refund(request string, amount money.Amount) error {
	o.taken()
	if known := o.RefundedBy(request); known.Minor > 0 {
		switch {
		case amount.Minor == 0 || amount == known:
			return nil
		case amount.Minor < known.Minor || !o.refusedOf(request):
			return errKeyUsed
		}
		return o.refund(request+remainder, amount.Sub(known)) // what was given back may be on a credit note
	}
	left := o.Captured().Sub(o.Refunded())
	switch {
	case left.Minor <= 0:
		return errNothing
	case amount.Minor == 0:
		amount = left
	case amount.Minor < 0 || amount.Minor > left.Minor:
		return errTooMuch
	}
	for _, c := range o.sources(request) {
		if amount.Minor == 0 {
			break
		}
		part := o.keptOf(c)
		if part.Minor > amount.Minor {
			part = amount
		}
		if part.Minor > 0 {
			o.operation(Operation{Kind: RefundMoney, Request: request, Capture: c.Number, Amount: part})
			amount = amount.Sub(part)
		}
	}
	return nil
}

// keptOf is what of a capture nobody gave back, or is about to.
func (o *Order) keptOf(c Operation) money.Amount {
	rest := c.Amount
	for _, r := range o.Payments {
		if r.Kind == RefundMoney && r.Capture == c.Number && r.State != Refused {
			rest = rest.Sub(r.Amount)
		}
	}
	return rest
}

// refusedOf reports whether the provider refused something of a request.
func (o *Order) refusedOf(request string) bool {
	return slices.ContainsFunc(o.Payments, func(p Operation) bool {
		return p.Kind == RefundMoney && p.Request == request && p.State == Refused && !p.writtenOff()
	})
}

// sources gives what was taken in the order in which it goes back: what nobody owed first, unless goods are paid back.
func (o *Order) sources(request string) []Operation {
	goods := hasPrefix(request, withdrawals, cancellations, expiries, returns)
	var first, then []Operation
	for _, c := range o.Payments {
		switch {
		case c.Kind != CaptureMoney || c.State != Done && c.State != Working:
		case (c.Request == Overpaid) != goods:
			first = append(first, c)
		default:
			then = append(then, c)
		}
	}
	return append(first, then...)
}

// OverpaidBy is what of a refund was not owed, and so is no part of an invoice.
func (o *Order) OverpaidBy(request string) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if c := o.payment(p.Capture); c != nil && c.Request == Overpaid && p.Kind == RefundMoney && p.Request == request && p.State != Refused {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// Transferred books that an operator gave money back by other means than the payment's, as much of it as there is to give. What
// was booked for the withdrawal stays as it is, since it may be on a credit note, and is done; the rest is booked beside it.
func (o *Order) Transferred(withdrawal int64, amount money.Amount, at time.Time) {
	o.plan()
	request := WithdrawalRequest(withdrawal)
	if known := o.RefundedBy(request); known.Minor > 0 {
		request += remainder
		amount = amount.Sub(known)
	}
	o.giveBack(request, amount)
	for i := range o.Payments {
		p := &o.Payments[i]
		if p.Kind == RefundMoney && ByWithdrawal(p.Request, withdrawal) && (p.State == Wanted || p.State == ByHand) {
			p.State, p.At = Done, at
		}
	}
	o.endTransferred(amount, at)
}

// WriteOff books that a withdrawal takes back what nobody paid for: no money goes back of that, and none is owed any more.
func (o *Order) WriteOff(withdrawal int64, amount money.Amount, at time.Time) {
	o.plan()
	request := WithdrawalRequest(withdrawal)
	if o.RefundedBy(request).Minor > 0 { // a part of it had been paid
		request += remainder
	}
	if amount.Minor > 0 && !o.Asked(request) {
		o.operation(Operation{Kind: RefundMoney, State: Refused, Request: request, Amount: amount, Reason: ReasonUnpaid, At: at})
	}
}

// ReasonUnpaid is why nothing of a refund was given back: nothing had come.
const ReasonUnpaid = "withdrawal_not_paid"

// WrittenOff is what a request would have given back if it had been paid.
func (o *Order) WrittenOff(request string) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if p.writtenOff() && p.Request == request {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// WrittenOffBy is what a withdrawal took back that nobody had paid for.
func (o *Order) WrittenOffBy(withdrawal int64) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if p.writtenOff() && ByWithdrawal(p.Request, withdrawal) {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

func (p Operation) writtenOff() bool {
	return p.Kind == RefundMoney && p.State == Refused && p.Reason == ReasonUnpaid
}

// ByWithdrawal reports whether a request to refund is what a withdrawal gives back, or a part of it.
func ByWithdrawal(request string, id int64) bool {
	return OfRequest(request, WithdrawalRequest(id))
}

// OfRequest reports whether a request to refund is that one, or a part of it which is booked beside what was given back before.
func OfRequest(request, whole string) bool { return Whole(request) == whole }

// Whole is the request that one to refund is, or is a part of.
func Whole(request string) string { return strings.ReplaceAll(request, remainder, "") }

// remainder is what the request ends with for what goes back beside what the provider gave back.
const remainder = "-rest"

// Asked reports whether the provider was asked to give money back for the request, or is to be.
func (o *Order) Asked(request string) bool {
	return slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == RefundMoney && p.Request == request })
}

// RefundedBy is what a request gives back, without the parts that are booked beside it.
func (o *Order) RefundedBy(request string) money.Amount {
	return o.refundedWhere(func(of string) bool { return of == request })
}

// RefundedFor is what a request gives back with all its parts, see OfRequest.
func (o *Order) RefundedFor(whole string) money.Amount {
	return o.refundedWhere(func(of string) bool { return OfRequest(of, whole) })
}

func (o *Order) refundedWhere(asked func(request string) bool) money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		if p.Kind == RefundMoney && asked(p.Request) && p.State != Refused {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}

// release asks for the end of the payment of goods that will not be sent. What is only held is let go once no other
// delivery waits for it; what was taken is given back.
func (o *Order) release(request string, d *Delivery) {
	if !d.Charge {
		o.giveBackFor(d, request, o.unspent(d))
		return
	}
	if o.Left() && o.voided() == nil {
		o.operation(Operation{Kind: VoidMoney, Amount: o.shareOf(DeliveryCancelled)}) // what was not collected had been captured
	}
}

// giveBackFor asks for a refund of so much of a delivery, as far as it was paid.
func (o *Order) giveBackFor(d *Delivery, request string, amount money.Amount) {
	o.taken()
	o.giveBack(request, money.Euro(min(amount.Minor, d.Amount.Sub(o.OpenOf(d)).Minor)))
}

// giveBack asks for a refund of as much of the amount as was taken and not given back before.
func (o *Order) giveBack(request string, amount money.Amount) {
	o.taken()
	left := o.Captured().Sub(o.Refunded())
	if left.Minor <= 0 || amount.Minor <= 0 || o.RefundedBy(request).Minor > 0 {
		return
	}
	if amount.Minor > left.Minor {
		amount = left
	}
	_ = o.refund(request, amount) // it fits, so it is no fault
}

func (d *Delivery) pieces(line int) int { return pieces(d.Items, line) }

func pieces(items []Item, line int) (n int) {
	for _, i := range items {
		if i.Line == line {
			n += i.Quantity
		}
	}
	return n
}

// shareOf is the share of the total that is for deliveries in one of the states.
func (o *Order) shareOf(states ...DeliveryState) money.Amount {
	sum := money.Euro(0)
	for _, d := range o.Deliveries {
		if slices.Contains(states, d.State) {
			sum = sum.Add(d.Amount)
		}
	}
	return sum
}

// LetsGo reports whether the provider was asked to give up what it holds, and did not refuse.
func (o *Order) LetsGo() bool { return o.voided() != nil }

func (o *Order) voided() *Operation {
	for i := range o.Payments {
		if p := &o.Payments[i]; p.Kind == VoidMoney && p.State != Refused {
			return p
		}
	}
	return nil
}

// owed gives the refunds and voids that the provider has not answered yet.
func (o *Order) owed() []int {
	var out []int
	for _, p := range o.Payments {
		if p.State == Wanted && p.Kind != CaptureMoney {
			out = append(out, p.Number)
		}
	}
	return out
}
