package order

import "kontor.dev/kontor/core/money"

// Claim is what a withdrawal takes of an order. Its money is the withdrawal's to give back, and nothing else's.
type Claim struct {
	Withdrawal int64  `json:"withdrawal"`
	Items      []Item `json:"items"`
}

// unclaimed is the amount of a delivery that came back without the share of what withdrawals take. Of a line that several
// deliveries have, they take what came back first.
func (o *Order) unclaimed(d *Delivery) money.Amount {
	taken := map[int]int{}
	for _, c := range o.Claims {
		for _, i := range c.Items {
			taken[i.Line] += i.Quantity
		}
	}
	var claimed, rest []Item
	for _, i := range d.Items {
		for _, other := range o.Deliveries {
			if other.Number != d.Number && other.State == Returned && o.RefundedBy(returnRequest(other.Number)).IsZero() {
				taken[i.Line] -= other.pieces(i.Line)
			}
		}
		n := max(min(i.Quantity, taken[i.Line]), 0)
		if n > 0 {
			claimed = append(claimed, Item{i.Line, n})
		}
		if n < i.Quantity {
			rest = append(rest, Item{i.Line, i.Quantity - n})
		}
	}
	switch {
	case len(claimed) == 0:
		return d.Amount
	case len(rest) == 0:
		return money.Amount{Currency: d.Amount.Currency}
	}
	return d.Amount.Allocate([]int64{o.value(claimed), o.value(rest)})[1]
}

// unspent is the amount of a delivery that is given up without what withdrawals gave back for it already; those that did not yet
// find out. They are for what the customer had, first. Of an order of which nothing is left, all goes back that did not.
func (o *Order) unspent(d *Delivery) money.Amount {
	if o.over() {
		return d.Amount
	}
	amount := d.Amount
	for _, c := range o.Claims {
		var of []Item
		for _, i := range c.Items {
			n := i.Quantity
			for _, other := range o.Deliveries {
				if other.Number != d.Number && other.Gone() && other.State != Expired {
					n -= other.pieces(i.Line)
				}
			}
			if n = min(n, d.pieces(i.Line)); n > 0 {
				of = append(of, Item{i.Line, n})
			}
		}
		if len(of) > 0 {
			amount = amount.Sub(o.RefundedBy(WithdrawalRequest(c.Withdrawal)).Share(o.value(of), o.value(c.Items)))
		}
	}
	return amount
}
