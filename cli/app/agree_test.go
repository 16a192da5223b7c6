package app

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
)

// roads are a carrier of parcels up to a weight, in three prices, one of which changes within half a kilogram, and for
// nothing from 500 euro on, a forwarder for deliveries with a heavier one, and a store, which is the first of the list
// when it is near.
type roads struct {
	checkout.Shipping
	limit int
	near  bool
}

func (r roads) Options(_ context.Context, req checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	way := checkout.ShippingOption{ID: "parcel", Kind: checkout.KindHome, Fee: money.Euro(0)}
	for _, p := range req.Parcels {
		switch {
		case p.WeightGrams > r.limit:
			way.ID, way.Kind = "freight", checkout.KindFreight
		case p.WeightGrams > 10000:
			way.Fee.Minor += 1490
		case p.WeightGrams > 2300:
			way.Fee.Minor += 699
		default:
			way.Fee.Minor += 499
		}
	}
	if req.Value.Minor >= 500_00 {
		way.Fee = money.Euro(0)
	}
	if way.Kind == checkout.KindFreight {
		way.Fee = money.Euro(3990 + 500*int64(len(req.Parcels)))
	}
	store := checkout.ShippingOption{ID: "pickup_selfcollector_1", Kind: checkout.KindPickup, Pickup: true, Fee: money.Euro(0)}
	if r.near {
		return []checkout.ShippingOption{store, way}, nil
	}
	return []checkout.ShippingOption{way, store}, nil
}

// counter is a checkout that is ready to be bought, and what is frozen of it.
type counter struct {
	checkout.Store
	checkout.Attempts
	checkout.Payments
	checkout.Process
	snap   checkout.Snapshot
	frozen *checkout.Attempt
}

func (c *counter) Snapshot(context.Context, string) (*checkout.Snapshot, error) { return &c.snap, nil }

func (c *counter) Methods(context.Context) ([]checkout.Method, error) {
	return []checkout.Method{{Code: "invoice"}}, nil
}

func (c *counter) Version(string, string) string { return "" }

func (c *counter) Freeze(_ context.Context, d checkout.Draft) (*checkout.Start, error) {
	c.frozen = &d.Attempt
	c.frozen.State = checkout.Confirmed
	return &checkout.Start{Attempt: c.frozen}, nil
}

// What the cart says that goods cost with their way to the customer, the checkout says before and after it has an
// address in Germany, and the order charges, however the goods are divided.
func TestCartCheckoutAndOrderAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		carriers := roads{limit: rapid.SampledFrom([]int{5000, 7300, 20000, pricing.ParcelGrams}).Draw(t, "limit"), near: rapid.Bool().Draw(t, "near")}
		standard := checkout.NewStandard(carriers)
		for range 3 {
			content, items := goods(t)
			shown := cart.NewService(nil, standard).ViewOf(t.Context(), content).Totals

			c := &counter{snap: checkout.Snapshot{Items: items, Checkout: &checkout.Checkout{Type: checkout.Guest, Email: "kim@example.org", PaymentCode: "invoice"}}}
			service := checkout.NewService(checkout.Parts{Store: c, Attempts: c, Payments: c, Process: c, Shipping: carriers, Standard: standard})
			before, err := service.View(t.Context(), "", catalog.German)
			require.NoError(t, err)
			require.Equal(t, shown.Total, before.Totals.Total, "before the address")

			c.snap.Checkout.Invoice = &address.Address{ZipCode: "20457", CityName: "Hamburg", CountryID: address.Germany}
			view, err := service.View(t.Context(), "", catalog.German)
			require.NoError(t, err)
			require.Equal(t, shown.Shipping, view.Totals.Shipping)
			require.Equal(t, shown.Total, view.Totals.Total)

			_, err = service.Submit(t.Context(), "", catalog.German, checkout.Shown{Total: shown.Total}, nil, checkout.Browser{})
			require.NoError(t, err)
			require.Equal(t, shown.Total, c.frozen.Totals.Total)
			fees, sum := money.Euro(0), money.Euro(0)
			for _, d := range c.frozen.Deliveries {
				fees = fees.Add(d.Option.Fee)
			}
			for _, d := range order.Plan(&order.Order{Attempt: *c.frozen}) {
				sum = sum.Add(d.Amount)
			}
			require.Equal(t, shown.Shipping, fees)
			require.Equal(t, shown.Total, sum)
		}
	})
}

// goods are the same things as a cart and as a checkout has them.
func goods(t *rapid.T) (cart.Content, []checkout.Item) {
	content := cart.Content{Cart: &cart.Cart{}}
	var items []checkout.Item
	for id := range int64(rapid.IntRange(1, 6).Draw(t, "lines")) {
		grams := rapid.OneOf(rapid.IntRange(0, 4000), rapid.IntRange(0, 60000)).Draw(t, "grams")
		price := money.Euro(rapid.Int64Range(100, 60_000).Draw(t, "price"))
		warranty := catalog.Warranty{ID: 7, Price: money.Euro(rapid.Int64Range(0, 9900).Draw(t, "warranty"))}
		quantity := rapid.IntRange(1, 4).Draw(t, "quantity")
		content.Cart.Lines = append(content.Cart.Lines, cart.Line{ProductID: id, Quantity: quantity, WarrantyID: warranty.ID})
		content.Products = append(content.Products, &catalog.Product{
			ID: id, WeightGrams: grams, TaxRate: 1900, Prices: catalog.Prices{Price: price}, Warranties: []catalog.Warranty{warranty},
		})
		items = append(items, checkout.Item{
			ProductID: id, Quantity: quantity, Unit: price, TaxRate: 1900, WarrantyID: warranty.ID, Warranty: warranty.Price, WeightGrams: grams,
		})
	}
	return content, slices.Clone(items)
}
