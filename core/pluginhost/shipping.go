package pluginhost

import (
	"cmp"
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

// Options implements checkout.Shipping. It asks all carriers at once, and the same again only after a while.
func (c carriers) Options(ctx context.Context, r checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	by := c.h.offering(base.KindShipping)
	key, known := keyOf(r)
	if kept, ok := c.h.offers.get(key, by, time.Now()); known && ok {
		return kept, nil
	}
	request := shipping.OptionsRequest{
		Parcels: parcelsOut(r.Parcels),
		Address: addressOut(r.To, ""), CustomerType: customerType(r.Business), GoodsTotal: amountOut(r.Value), Locale: locale(r.Lang),
	}
	out, complete := everyCarrier(ctx, c.h, "options", func(ctx context.Context, plugin string, g shipping.Provider) ([]checkout.ShippingOption, error) {
		options, err := g.Options(ctx, request)
		var out []checkout.ShippingOption
		for _, o := range options {
			out = append(out, optionIn(plugin, o))
		}
		return out, err
	})
	slices.SortStableFunc(out, func(a, b checkout.ShippingOption) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Fee.Minor, b.Fee.Minor), strings.Compare(a.ID, b.ID))
	})
	seen := map[string]bool{}
	out = slices.DeleteFunc(out, func(o checkout.ShippingOption) bool {
		again := seen[o.ID]
		seen[o.ID] = true
		return again
	})
	if known && complete && slices.Equal(by, c.h.offering(base.KindShipping)) {
		c.h.offers.put(key, by, out, time.Now())
	}
	return out, ctx.Err()
}

// everyCarrier asks all carriers at once and gives their answers in the order of plugins.yaml; one that fails is
// logged by ask and left out, which complete tells.
func everyCarrier[A any](ctx context.Context, h *Host, call string, f func(context.Context, string, shipping.Provider) ([]A, error)) (all []A, complete bool) {
	plugins := h.list()
	answers, failures := make([][]A, len(plugins)), make([]error, len(plugins))
	var wg sync.WaitGroup
	for n, p := range plugins {
		if p.offering(base.KindShipping) == nil {
			continue
		}
		wg.Go(func() {
			answers[n], failures[n] = ask(ctx, p, want{call: call, timeout: optionsTimeout}, func(ctx context.Context, g sdk.Plugin) ([]A, error) {
				if g.Shipping == nil { // replaced by a version without it
					return nil, nil
				}
				return f(ctx, p.name, g.Shipping)
			})
		})
	}
	wg.Wait()
	return slices.Concat(answers...), !slices.ContainsFunc(failures, func(err error) bool { return err != nil })
}

func optionIn(plugin string, o shipping.Option) checkout.ShippingOption {
	return checkout.ShippingOption{
		ID: o.ID, Plugin: plugin, DistributorID: plugin, Kind: deliveryKinds[o.Kind], Carrier: o.Carrier,
		Title: textIn(o.Title), DeliveryNote: textIn(o.DeliveryNote), Tip: textIn(o.Hint), Fee: amountIn(o.Fee),
		MinDays: o.MinDays, MaxDays: o.MaxDays, NeedsPhone: o.NeedsPhone, Collects: o.CashOnDelivery,
		Pickup: o.Kind == base.DeliveryPickup, Sort: o.Sort,
	}
}
