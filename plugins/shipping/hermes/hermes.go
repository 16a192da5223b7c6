package main

import (
	"context"
	_ "embed"
	"net/http"
	"strconv"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "hermes"
	version = "1.0.0"
)

// paketshop is the only option.
const paketshop = "hermes_paketshop"

// Limits for a parcel: the heaviest that Hermes carries at all, and the size that every parcel service takes.
const (
	heaviest    = 31500
	maxLengthMM = 1200
	maxSideMM   = 600
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the shipping provider. What depends on the configuration is in account. Hermes cannot cancel a shipment and
// has no webhooks.
type plugin struct {
	shipping.Unsupported
	account atomic.Pointer[account]
}

type account struct {
	settings
	api    *provider.Bearer
	finder *provider.Client
	turns  provider.Turns
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, p.health), Shipping: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	a := &account{settings: s, api: newAPI(s, c.Redactor())}
	a.finder = provider.New(provider.Config{BaseURL: s.finderURL, UserAgent: "kontor-hermes/" + version, Timeout: s.timeout, Redactor: c.Redactor(),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.Header.Set("apiKey", s.finderKey.Reveal())
			return nil
		}})
	p.account.Store(a)
	return nil
}

func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.Refused() {
		return base.Health{Message: "Hermes refuses the user or the client"}
	}
	return base.Health{OK: true}
}

// Options gives the PaketShop option, none when a parcel is too heavy or too large for a PaketShop.
func (p *plugin) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	s := &p.account.Load().settings
	if err := r.Check(); err != nil {
		return shipping.Offer{}, err
	}
	offer := shipping.Offer{Scope: s.scope(r)}
	if !s.serves(r.Address) || !s.limits.Take(r.Parcels) || len(r.Parcels) > maxParcels {
		return offer, nil
	}
	cents, hint := s.fee, "hint"
	if s.freeFrom > 0 && r.GoodsTotal.Minor >= s.freeFrom {
		cents = 0
	}
	if r.Address.PointID == "" {
		hint = "hint.near"
	}
	offer.Options = []shipping.Option{{
		ID: paketshop, Kind: base.DeliveryParcelShop, Carrier: "Hermes", Title: texts["title"], Hint: texts[hint],
		DeliveryNote: texts["note"].Fill("{min}", strconv.Itoa(s.minDays), "{max}", strconv.Itoa(s.maxDays)), Fee: base.Money{Minor: cents, Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
		NeedsPhone: true, // the PaketShop has to tell that the parcel is there, and nobody has to agree to mails
		Logo:       base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 40,
	}}
	return offer, nil
}

// scope tells that the fee depends on the value of the goods. What is offered for a parcel shop depends on which one it is.
func (s *settings) scope(r shipping.OptionsRequest) shipping.Scope {
	if r.Address.Kind == base.AddressParcelShop {
		return shipping.Scope{}
	}
	return shipping.Scope{
		Area: shipping.AreaCountry, HeaviestGrams: s.limits.Range(r.Parcels), GoodsTotal: shipping.Side(r.GoodsTotal.Minor, s.freeFrom),
	}
}

// ValidateAddress holds the address against Hermes's documented rules, without a call: it is on the shopper's way.
func (p *plugin) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	return shipping.Judge(r, p.account.Load().check)
}
