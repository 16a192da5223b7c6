package pluginhost

import (
	"cmp"
	"context"
	"fmt"
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

// Options implements checkout.Shipping. It asks at once all carriers whose offer is not known.
func (c carriers) Options(ctx context.Context, r checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	q := questionOf(r)
	plugins := c.h.list()
	answers := make([][]checkout.ShippingOption, len(plugins))
	var wg sync.WaitGroup
	for n, p := range plugins {
		by := p.offering(base.KindShipping)
		if by == nil {
			continue
		}
		var known bool
		if answers[n], known = c.h.offers.get(by, q, time.Now()); !known {
			wg.Go(func() { answers[n] = c.offer(ctx, p, by, q) })
		}
	}
	wg.Wait()
	out := slices.Concat(answers...)
	seen := make(map[string]bool, len(out))
	out = slices.DeleteFunc(out, func(o checkout.ShippingOption) bool {
		again := seen[o.ID]
		seen[o.ID] = true
		return again // an earlier plugin has the id
	})
	slices.SortStableFunc(out, func(a, b checkout.ShippingOption) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Fee.Minor, b.Fee.Minor), strings.Compare(a.ID, b.ID))
	})
	return out, ctx.Err()
}

// offer asks a carrier and remembers the answer; one that fails offers nothing, which ask has logged.
func (c carriers) offer(ctx context.Context, p *plugin, by *instance, q question) []checkout.ShippingOption {
	var scope shipping.Scope
	options, err := askCarrier(ctx, p, "options", func(ctx context.Context, g shipping.Provider) ([]checkout.ShippingOption, error) {
		offer, err := g.Options(ctx, shipping.OptionsRequest{
			Parcels: parcelsOut(q.Parcels),
			Address: addressOut(q.To, ""), CustomerType: customerType(q.Business), GoodsTotal: amountOut(q.Value), Locale: locale(q.Lang),
		})
		scope = offer.Scope
		return optionsIn(ctx, p, offer.Options), err
	})
	if err != nil {
		c.h.offers.forget(by, q)
		return nil
	}
	if p.offering(base.KindShipping) == by {
		c.h.offers.put(by, q, scope, options, time.Now())
	}
	return options
}

// optionsIn leaves out, and logs, what cannot be offered.
func optionsIn(ctx context.Context, p *plugin, offered []shipping.Option) []checkout.ShippingOption {
	if len(offered) > shipping.MaxOptions {
		p.current().log.WarnContext(ctx, "a carrier offers too many options, those after the first are left out", "options", len(offered), "most", shipping.MaxOptions)
	}
	options := make([]checkout.ShippingOption, 0, min(len(offered), shipping.MaxOptions))
	for _, o := range offered[:min(len(offered), shipping.MaxOptions)] {
		if problem := unfitOption(o); problem != "" {
			p.current().log.WarnContext(ctx, "an option is left out", "option", o.ID[:min(len(o.ID), 100)], "why", problem)
			continue
		}
		options = append(options, optionIn(p.name, o))
	}
	return options
}

// everyCarrier asks all carriers at once and gives their answers in the order of plugins.yaml, without those of carriers
// that fail, which ask has logged.
func everyCarrier[A any](ctx context.Context, h *Host, call string, f func(context.Context, string, shipping.Provider) ([]A, error)) []A {
	plugins := h.list()
	answers := make([][]A, len(plugins))
	var wg sync.WaitGroup
	for n, p := range plugins {
		if p.offering(base.KindShipping) == nil {
			continue
		}
		wg.Go(func() {
			answers[n], _ = askCarrier(ctx, p, call, func(ctx context.Context, g shipping.Provider) ([]A, error) { return f(ctx, p.name, g) })
		})
	}
	wg.Wait()
	return slices.Concat(answers...)
}

// askCarrier asks one for what a shopper waits for.
func askCarrier[A any](ctx context.Context, p *plugin, call string, f func(context.Context, shipping.Provider) (A, error)) (A, error) {
	return ask(ctx, p, want{call: call, timeout: optionsTimeout}, func(ctx context.Context, g sdk.Plugin) (A, error) {
		if g.Shipping == nil { // replaced by a version without it
			var none A
			return none, nil
		}
		return f(ctx, g.Shipping)
	})
}

// unfitOption says, to the operator, why an option is not offered; "" when it is.
func unfitOption(o shipping.Option) string {
	_, sound := feeIn(o.Fee)
	switch {
	case !codeForm.MatchString(o.ID):
		return "its id is none: up to 100 letters, digits and _.-"
	case deliveryKinds[o.Kind] == "":
		return "its kind is none that the shop knows"
	case !o.Fee.IsSet():
		return "it has no fee; one that costs nothing is 0 euro"
	case !sound:
		return "its fee is no sensible amount in euro"
	case o.Title["de"] == "":
		return "it has no German title"
	case slices.ContainsFunc([]base.Text{o.Title, o.Hint, o.DeliveryNote, {"": o.Carrier}}, base.Text.TooLong):
		return fmt.Sprintf("a text of it has more than %d characters", base.MaxText)
	}
	return ""
}

func optionIn(plugin string, o shipping.Option) checkout.ShippingOption {
	return checkout.ShippingOption{
		ID: o.ID, Plugin: plugin, DistributorID: plugin, Kind: deliveryKinds[o.Kind], Carrier: o.Carrier,
		Title: textIn(o.Title), DeliveryNote: textIn(o.DeliveryNote), Tip: textIn(o.Hint), Fee: amountIn(o.Fee),
		MinDays: o.MinDays, MaxDays: o.MaxDays, NeedsPhone: o.NeedsPhone, Collects: o.CashOnDelivery,
		Pickup: o.Kind == base.DeliveryPickup, Sort: o.Sort,
	}
}
