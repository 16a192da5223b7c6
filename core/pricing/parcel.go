package pricing

import (
	"slices"

	"kontor.dev/kontor/core/money"
)

// Parcel is one package of a shipment.
type Parcel struct {
	WeightGrams int          `json:"weightGrams"`
	Value       money.Amount `json:"value"`
}

// ParcelGrams is how heavy a parcel is packed; it is what DHL takes, and others take about as much. A heavier unit is a
// package of its own.
const ParcelGrams = 31500

// Gross is what one unit costs with its warranty.
func (i Item) Gross() money.Amount { return i.Unit.Add(i.Warranty) }

// Price is what one unit costs with its warranty as the sums of a sale count it: without VAT where the sale is.
func (i Item) Price(netOnly bool) money.Amount {
	return zero.Add(net(i.Unit, i.TaxRate, netOnly)).Add(net(i.Warranty, i.TaxRate, netOnly))
}

// Goods is what items cost together, which carriers and discounts are told.
func Goods(items []Item) money.Amount {
	sum := zero
	for _, i := range items {
		sum = sum.Add(i.Gross().Times(int64(i.Quantity)))
	}
	return sum
}

// Pack puts the units of some of the items, named by their positions, into parcels: the heaviest first, each into the
// first parcel that has room.
func Pack(items []Item, which []int) []Parcel {
	order := slices.Clone(which)
	slices.SortStableFunc(order, func(a, b int) int { return items[b].WeightGrams - items[a].WeightGrams })
	var parcels []Parcel
	for _, n := range order {
		item := items[n]
		for range item.Quantity {
			at := slices.IndexFunc(parcels, func(p Parcel) bool { return p.WeightGrams+item.WeightGrams <= ParcelGrams })
			if at < 0 {
				parcels, at = append(parcels, Parcel{Value: zero}), len(parcels)
			}
			parcels[at].WeightGrams += item.WeightGrams
			parcels[at].Value = parcels[at].Value.Add(item.Gross())
		}
	}
	return parcels
}
