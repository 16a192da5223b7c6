package pluginhost

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// optionsTimeout bounds what a shopper waits for carriers; a slower one is left out.
const optionsTimeout = 2 * time.Second

// Shipping gives the carrier plugins as the checkout sees them.
func (h *Host) Shipping() checkout.Shipping { return carriers{h} }

type carriers struct{ h *Host }

// Options implements checkout.Shipping. It asks all carriers at once.
func (c carriers) Options(ctx context.Context, r checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	request := shipping.OptionsRequest{
		Parcels: []shipping.Parcel{{WeightGrams: int64(r.WeightGrams), Value: amountOut(r.Value)}},
		Address: addressOut(r.To, ""), CustomerType: base.CustomerPrivate, GoodsTotal: amountOut(r.Value), Locale: locale(r.Lang),
	}
	if r.To.Company != "" {
		request.CustomerType = base.CustomerBusiness
	}
	plugins := c.h.list()
	answers := make([][]checkout.ShippingOption, len(plugins))
	var wg sync.WaitGroup
	for n, p := range plugins {
		if p.offering(base.KindShipping) == nil {
			continue
		}
		wg.Go(func() {
			options, err := ask(ctx, p, want{call: "options", timeout: optionsTimeout}, func(ctx context.Context, g sdk.Plugin) ([]shipping.Option, error) {
				if g.Shipping == nil { // replaced by a version without it
					return nil, nil
				}
				return g.Shipping.Options(ctx, request)
			})
			if err != nil {
				return // logged by ask; the other carriers go on
			}
			for _, o := range options {
				answers[n] = append(answers[n], optionIn(p.name, o))
			}
		})
	}
	wg.Wait()
	out := slices.Concat(answers...)
	slices.SortStableFunc(out, func(a, b checkout.ShippingOption) int {
		switch {
		case a.Fee.Minor < b.Fee.Minor:
			return -1
		case a.Fee.Minor > b.Fee.Minor:
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return slices.CompactFunc(out, func(a, b checkout.ShippingOption) bool { return a.ID == b.ID }), ctx.Err()
}

func optionIn(plugin string, o shipping.Option) checkout.ShippingOption {
	return checkout.ShippingOption{
		ID: o.ID, Plugin: plugin, DistributorID: plugin, Title: textIn(o.Title), DeliveryNote: textIn(o.DeliveryNote),
		Tip: textIn(o.Hint), Fee: amountIn(o.Fee), Pickup: o.Kind == base.DeliveryPickup,
	}
}
