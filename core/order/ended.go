package order

import (
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/money"
)

// GivenBack is what giving deliveries up gave back, and how far that is: Wanted while the provider has not answered, ByHand or Refused
// with the reason where an operator has to, else Done. What was refused and went back since counts as it went then.
func (o *Order) GivenBack() (sum money.Amount, state OperationState, reason string) {
	sum, state = money.Euro(0), Done
	kept := map[int]money.Amount{} // what of each capture nobody gave back
	for _, c := range o.Payments {
		kept[c.Number] = o.keptOf(c)
	}
	for _, p := range o.Payments {
		if !o.ofEnd(p) {
			continue
		}
		amount := p.Amount
		if p.State == Refused {
			amount = money.Euro(min(amount.Minor, kept[p.Capture].Minor))
			kept[p.Capture] = kept[p.Capture].Sub(amount)
		}
		sum = sum.Add(amount)
		if p.State == Wanted || state == Done && (p.State == ByHand || p.State == Refused && !amount.IsZero()) {
			state, reason = p.State, p.Reason
		}
	}
	return sum, state, reason
}

// ofEnd reports whether a refund gives back for deliveries that were given up, also one by which an operator gives back what of
// that was refused.
func (o *Order) ofEnd(p Operation) bool {
	if p.Kind != RefundMoney || p.endsDelivery() || hasPrefix(p.Request, withdrawals, returns) {
		return p.endsDelivery()
	}
	return slices.ContainsFunc(o.Payments, func(before Operation) bool {
		return before.endsDelivery() && before.State == Refused && before.Number < p.Number && before.Capture == p.Capture
	})
}

func (p Operation) endsDelivery() bool {
	return p.Kind == RefundMoney && hasPrefix(p.Request, cancellations, expiries)
}

func hasPrefix(request string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(of string) bool { return strings.HasPrefix(request, of) })
}

// RefusedOfEnd reports whether the provider would not give back what giving deliveries up gives back.
func (o *Order) RefusedOfEnd() bool {
	_, state, _ := o.GivenBack()
	return state == Refused
}

// Stopped is the share of the total that is for deliveries which were cancelled, or not collected in time.
func (o *Order) Stopped() money.Amount { return o.shareOf(DeliveryCancelled, Expired) }

// GivenUp counts the pieces of a line in such deliveries.
func (o *Order) GivenUp(line int) int {
	n := 0
	for _, d := range o.Deliveries {
		if d.State == DeliveryCancelled || d.State == Expired {
			n += d.pieces(line)
		}
	}
	return n
}

// endTransferred books that what the end of an order was to give back by hand went with a withdrawal from it, as far as that goes.
func (o *Order) endTransferred(amount money.Amount, at time.Time) {
	for i := range o.Payments {
		p := &o.Payments[i]
		if o.Status == Cancelled && p.endsDelivery() && p.State == ByHand && p.Amount.Minor <= amount.Minor {
			p.State, p.At = Done, at
			amount = amount.Sub(p.Amount)
		}
	}
}
