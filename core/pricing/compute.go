package pricing

import (
	"cmp"
	"slices"

	"kontor.dev/kontor/core/money"
)

// Compute adds everything up. The result does not depend on the order of the items. Discounts are taken in their order
// from what the goods still cost; one whose minimum the goods do not reach, or that finds nothing left, is left out.
func Compute(in Input) Totals {
	groups := byRate(in)
	t := Totals{Shipping: zero, Fee: zero, NoRisk: zero.Add(net(in.NoRisk, StandardRate, in.NetOnly)), Subtotal: zero, Taxes: []Tax{}}
	for _, g := range groups {
		t.Subtotal = t.Subtotal.Add(g.goods)
	}
	var off money.Amount
	t.Discounts, off = discounts(in.Discounts, t.Subtotal)
	for _, fee := range in.Shipping { // each as it is shown
		t.Shipping = t.Shipping.Add(in.Extra(fee))
	}
	t.Fee = t.Fee.Add(in.Extra(in.Fee))
	if !in.NetOnly {
		extras, fees, reductions := spread(t.Shipping, groups), spread(t.Fee, groups), spread(off, groups)
		for i, g := range groups {
			gross := g.goods.Add(extras[i]).Add(fees[i]).Sub(reductions[i])
			if g.rate == StandardRate {
				gross = gross.Add(in.NoRisk)
			}
			t.Taxes = append(t.Taxes, Tax{Rate: g.rate, Amount: gross.IncludedTax(g.rate)})
		}
		t.Taxes = withService(t.Taxes, in.NoRisk)
	}
	t.Total = t.Subtotal.Add(t.NoRisk).Add(t.Shipping).Add(t.Fee).Sub(off)
	return t
}

// withService adds the tax of a service where no goods have its rate.
func withService(taxes []Tax, service money.Amount) []Tax {
	at, found := slices.BinarySearchFunc(taxes, int64(StandardRate), func(t Tax, rate int64) int { return cmp.Compare(rate, t.Rate) })
	if found || service.IsZero() {
		return taxes
	}
	return slices.Insert(taxes, at, Tax{Rate: StandardRate, Amount: service.IncludedTax(StandardRate)})
}

var zero = money.Euro(0)

// group is the goods of one tax rate.
type group struct {
	rate  int64
	goods money.Amount
}

// byRate adds the items up by falling tax rate.
func byRate(in Input) []group {
	var groups []group
	for _, item := range in.Items {
		line := item.Price(in.NetOnly).Times(int64(item.Quantity))
		i := slices.IndexFunc(groups, func(g group) bool { return g.rate == item.TaxRate })
		if i < 0 {
			groups = append(groups, group{item.TaxRate, line})
			continue
		}
		groups[i].goods = groups[i].goods.Add(line)
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(b.rate, a.rate) })
	return groups
}

// spread splits an amount over the tax rates in proportion to the goods: what belongs to all goods has their rates.
func spread(a money.Amount, groups []group) []money.Amount {
	weights := make([]int64, len(groups))
	for i, g := range groups {
		weights[i] = g.goods.Minor
	}
	return zero.Add(a).Allocate(weights)
}

// Extra is what a fee for all goods adds to the total.
func (in Input) Extra(fee money.Amount) money.Amount {
	if !in.NetOnly {
		return fee
	}
	groups, sum := byRate(in), zero
	for i, part := range spread(fee, groups) {
		sum = sum.Add(net(part, groups[i].rate, true))
	}
	return sum
}

// Service is what a service adds to the total.
func (in Input) Service(a money.Amount) money.Amount { return net(a, StandardRate, in.NetOnly) }

func net(a money.Amount, rate int64, netOnly bool) money.Amount {
	if !netOnly {
		return a
	}
	return a.Sub(a.IncludedTax(rate))
}

// discounts gives those that take effect and what they take off together, at most the goods.
func discounts(list []Discount, goods money.Amount) ([]Applied, money.Amount) {
	applied, off := []Applied{}, zero
	for _, d := range list {
		if goods.Minor < d.Minimum.Minor {
			continue
		}
		amount := d.Amount
		if amount.IsZero() {
			amount = goods.Share(d.Percent, 10000)
		}
		amount = money.Euro(min(amount.Minor, goods.Sub(off).Minor))
		if amount.Minor <= 0 {
			continue
		}
		applied, off = append(applied, Applied{Code: d.Code, Amount: amount, Promotion: d.Promotion}), off.Add(amount)
	}
	return applied, off
}
