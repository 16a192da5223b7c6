package order

import "kontor.dev/kontor/core/money"

// Claim is what a withdrawal takes of an order. Its money is the withdrawal's to give back, and nothing else's.
type Claim struct {
	Withdrawal int64  `json:"withdrawal"`
	Items      []Item `json:"items"`
}

// unclaimed is what withdrawals do not take of a delivery that came back, and its share of the amount. Of a line that several
// deliveries have, they take what came back first.
func (o *Order) unclaimed(d *Delivery) ([]Item, money.Amount) {
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
		return rest, d.Amount
	case len(rest) == 0:
		return nil, money.Amount{Currency: d.Amount.Currency}
	}
	return rest, d.Amount.Allocate([]int64{o.value(claimed), o.value(rest)})[1]
}

// Repaid counts the pieces of a line whose money returns gave back.
func (o *Order) Repaid(line int) int {
	n := 0
	for _, d := range o.Deliveries {
		if !o.RefundedBy(returnRequest(d.Number)).IsZero() { // the provider did not refuse it
			n += pieces(d.Repaid, line)
		}
	}
	return n
}

// ReturnsPaid is what returns gave back.
func (o *Order) ReturnsPaid() money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, d := range o.Deliveries {
		sum = sum.Add(o.RefundedFor(returnRequest(d.Number)))
	}
	return sum
}

// Conceded is what went back of the price though nothing was given up for it, came back or was withdrawn from, as for goodwill. What
// nobody owed is no part of the price.
func (o *Order) Conceded() money.Amount {
	sum := money.Amount{Currency: o.Attempt.Totals.Total.Currency}
	for _, p := range o.Payments {
		c := o.payment(p.Capture)
		over := c != nil && c.Request == Overpaid
		if p.Kind == RefundMoney && p.State != Refused && !over && !hasPrefix(p.Request, withdrawals, cancellations, expiries, returns) {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
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
			amount = amount.Sub(o.RefundedFor(WithdrawalRequest(c.Withdrawal)).Share(o.value(of), o.value(c.Items)))
		}
	}
	return amount
}
