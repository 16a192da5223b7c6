package invoice

import (
	"cmp"
	"slices"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
)

// add appends pieces of one price each, which VAT is taken out of when the customer owes it.
func (n *Invoice) add(kind PositionKind, article, name string, quantity int, unit money.Amount, rate int64) {
	if n.Exempt {
		unit, rate = unit.Sub(unit.IncludedTax(rate)), 0
	}
	n.Positions = append(n.Positions, Position{
		Kind: kind, Article: article, Name: name, Quantity: quantity, Amount: zero.Add(unit).Times(int64(quantity)), Rate: rate,
	})
}

func (n *Invoice) sum() money.Amount {
	sum := zero
	for _, p := range n.Positions {
		sum = sum.Add(p.Amount)
	}
	return sum
}

// extras are what a delivery costs beside its goods.
type extras struct {
	shipping, fee, service, off, rounding money.Amount
}

// extrasOf divides what an order costs beside its goods. The shares of a delivery with goods of that sum add up to its
// amount, so those of all deliveries add up to the order's total.
func extrasOf(o *order.Order, d *order.Delivery, goods money.Amount) extras {
	t := o.Attempt.Totals
	off := zero
	for _, x := range t.Discounts {
		off = off.Add(x.Amount)
	}
	if goods == t.Subtotal && d.Amount == t.Total {
		return extras{zero.Add(t.Shipping), zero.Add(t.Fee), zero.Add(t.NoRisk), off, zero}
	}
	part, whole := d.Amount.Minor, max(t.Total.Minor, 1)
	e := extras{
		shipping: shippingOf(o, d), fee: zero.Add(t.Fee).Share(part, whole), service: zero.Add(t.NoRisk).Share(part, whole),
		off: off.Share(part, whole), rounding: zero,
	}
	rest := d.Amount.Sub(goods).Sub(e.shipping).Sub(e.fee).Sub(e.service).Add(e.off)
	switch {
	case off.Minor > 0 && e.off.Sub(rest).Minor >= 0:
		e.off = e.off.Sub(rest)
	case t.Shipping.Minor > 0 && e.shipping.Add(rest).Minor >= 0:
		e.shipping = e.shipping.Add(rest)
	default:
		e.rounding = rest
	}
	return e
}

// shippingOf is a delivery's share of the shipping: what its way costs, by the value of the goods where a delivery was
// divided after it was chosen.
func shippingOf(o *order.Order, d *order.Delivery) money.Amount {
	fees, own := int64(0), int64(0)
	for _, c := range o.Attempt.Deliveries {
		fees += c.Option.Fee.Minor
		value, here := int64(0), int64(0)
		for _, line := range c.Lines {
			l := o.Attempt.Lines[line]
			unit := l.Unit.Add(l.Warranty).Minor
			value += unit * int64(l.Quantity)
			for _, item := range d.Items {
				if item.Line == line {
					here += unit * int64(item.Quantity)
				}
			}
		}
		if here > 0 {
			own += c.Option.Fee.Share(here, value).Minor
		}
	}
	if fees == 0 {
		return zero
	}
	return zero.Add(o.Attempt.Totals.Shipping).Share(own, fees) // which is net where the customer owes the VAT
}

// addExtras appends what the delivery costs beside its goods. What belongs to all goods has their rates.
func (n *Invoice) addExtras(e extras) {
	var goods []Tax // by falling rate
	for _, p := range n.Positions {
		goods = merge(goods, []Tax{{Rate: p.Rate, Net: p.Amount, Amount: zero}})
	}
	weights := make([]int64, len(goods))
	for i, g := range goods {
		weights[i] = g.Net.Minor
	}
	spread := func(kind PositionKind, amount money.Amount) {
		if amount.IsZero() || len(goods) == 0 {
			return
		}
		for i, part := range amount.Allocate(weights) {
			if !part.IsZero() {
				n.Positions = append(n.Positions, Position{Kind: kind, Quantity: 1, Amount: part, Rate: goods[i].Rate})
			}
		}
	}
	if !e.service.IsZero() {
		p := Position{Kind: Service, Quantity: 1, Amount: e.service, Rate: pricing.StandardRate}
		if n.Exempt {
			p.Rate, p.Reverse = 0, true
		}
		n.Positions = append(n.Positions, p)
	}
	spread(Shipping, e.shipping)
	spread(Fee, e.fee)
	if !e.off.IsZero() {
		at := len(n.Positions)
		spread(Discount, e.off)
		for i := range n.Positions[at:] {
			n.Positions[at+i].Amount = n.Positions[at+i].Amount.Neg()
		}
	}
	if !e.rounding.IsZero() {
		n.Positions = append(n.Positions, Position{Kind: Rounding, Quantity: 1, Amount: e.rounding, Rate: goods[0].Rate})
	}
}

// total adds the positions up. VAT is computed once per rate, as core/pricing does.
func (n *Invoice) total() {
	n.Taxes, n.Net, n.Total = nil, zero, zero
	for _, p := range n.Positions {
		n.Taxes = merge(n.Taxes, []Tax{{Rate: p.Rate, Reverse: p.Reverse, Net: p.Amount, Amount: zero}})
	}
	for i := range n.Taxes {
		t := &n.Taxes[i]
		n.Total = n.Total.Add(t.Net)
		t.Amount = t.Net.IncludedTax(t.Rate)
		t.Net = t.Net.Sub(t.Amount)
		n.Net = n.Net.Add(t.Net)
	}
}

// merge adds taxes of the same rate up.
func merge(to, more []Tax) []Tax {
	for _, m := range more {
		i := slices.IndexFunc(to, func(t Tax) bool { return t.Rate == m.Rate && t.Reverse == m.Reverse })
		if i < 0 {
			to = append(to, m)
			continue
		}
		to[i].Net, to[i].Amount = to[i].Net.Add(m.Net), to[i].Amount.Add(m.Amount)
	}
	slices.SortStableFunc(to, func(a, b Tax) int { return cmp.Compare(b.Rate, a.Rate) })
	return to
}
