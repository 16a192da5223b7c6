package checkout

import (
	"context"
	"log/slog"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Standard says what goods cost to send before anybody knows where: within Germany, each delivery by the option that a
// checkout begins with. The cart shows it, and the checkout until it has an address.
type Standard struct{ carriers Shipping }

// NewStandard makes it.
func NewStandard(carriers Shipping) *Standard { return &Standard{carriers} }

// Standard divides the goods as a checkout to a German address does, so that both charge the same; nothing while no carrier
// answers.
func (s *Standard) Standard(ctx context.Context, items []pricing.Item) money.Amount {
	fee := money.Euro(0)
	for _, o := range s.options(ctx, items) {
		fee = fee.Add(o.Fee)
	}
	return fee
}

// Option is how a piece comes that is bought alone; false while no carrier answers.
func (s *Standard) Option(ctx context.Context, piece pricing.Item) (ShippingOption, bool) {
	piece.Quantity = 1
	list := s.options(ctx, []pricing.Item{piece})
	if len(list) != 1 {
		return ShippingOption{}, false
	}
	return list[0], true
}

// options gives how each of the deliveries is brought.
func (s *Standard) options(ctx context.Context, items []pricing.Item) (list []ShippingOption) {
	snap := &Snapshot{Checkout: &Checkout{Invoice: &address.Address{CountryID: address.Germany}, Lang: catalog.German}}
	for _, i := range items {
		snap.Items = append(snap.Items, Item{
			ProductID: i.ProductID, Quantity: i.Quantity, Unit: i.Unit, TaxRate: i.TaxRate, Warranty: i.Warranty, WeightGrams: i.WeightGrams,
		})
	}
	parts, err := (&Service{shipping: s.carriers}).deliveries(ctx, snap)
	if err != nil {
		slog.WarnContext(ctx, "standard shipping not known", "error", err)
		return nil
	}
	for _, d := range parts {
		if at := standard(d.offered); at >= 0 && !d.offered[at].Pickup {
			list = append(list, d.offered[at])
		}
	}
	return list
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
