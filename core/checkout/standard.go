package checkout

import (
	"context"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Standard says what goods cost to send before anybody knows where: within Germany, each delivery by the option that a
// checkout begins with. The cart shows it, and the checkout until it has an address.
type Standard interface {
	Standard(ctx context.Context, items []pricing.Item) money.Amount
}

// StandardFee asks the carriers for it. It divides the goods as a checkout to a German address does, so that both charge
// the same. parcels reports that the carriers take all of the goods in parcels, whatever each of them weighs; without a
// carrier that brings them it is false and the fee nothing.
func StandardFee(ctx context.Context, carriers Shipping, items []pricing.Item) (fee money.Amount, parcels bool, err error) {
	snap := &Snapshot{Checkout: &Checkout{Invoice: &address.Address{CountryID: address.Germany}, Lang: catalog.German}}
	for _, i := range items {
		snap.Items = append(snap.Items, Item{
			ProductID: i.ProductID, Quantity: i.Quantity, Unit: i.Unit, TaxRate: i.TaxRate, Warranty: i.Warranty, WeightGrams: i.WeightGrams,
		})
	}
	parts, err := (&Service{shipping: carriers}).deliveries(ctx, snap)
	if err != nil {
		return money.Euro(0), false, err
	}
	fee = money.Euro(0)
	for _, d := range parts {
		if at := standard(d.offered); at >= 0 && !d.offered[at].Pickup {
			fee = fee.Add(d.offered[at].Fee)
		}
	}
	return fee, len(parts) == 1 && takesParcels(parts[0].offered), nil
}

// standard gives the option that a delivery begins with: the first that is brought, else the first; -1 of none.
func standard(options []ShippingOption) int {
	for n, o := range options {
		if !o.Pickup {
			return n
		}
	}
	return min(len(options), 1) - 1
}
