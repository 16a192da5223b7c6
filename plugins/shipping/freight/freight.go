package main

import (
	"context"
	_ "embed"
	"strconv"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "freight"
	version = "1.0.0"
)

// appointment is the only option.
const appointment = "freight_appointment"

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// freight is the shipping provider. Its answers follow from the request and the settings alone.
type freight struct {
	shipping.Unsupported
	settings atomic.Pointer[settings]
}

func newPlugin() sdk.Plugin {
	p := &freight{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Shipping: p}
}

func (p *freight) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.settings.Store(&s)
	return nil
}

// Options gives the one option for a delivery with a parcel that no parcel service takes, and none for any other: freight
// and parcels exclude each other.
func (p *freight) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	s := p.settings.Load()
	if err := r.Check(); err != nil {
		return shipping.Offer{}, err
	}
	offer := shipping.Offer{Scope: shipping.Scope{
		Area: shipping.AreaCountry, HeaviestGrams: s.parcels.Range(r.Parcels), TotalGrams: s.fees.Range(r.Address.Country, r.Parcels),
	}}
	cents, served := s.fees.Fee(r.Address.Country, r.Parcels)
	if !served || !r.Address.IsDoor() || s.parcels.Take(r.Parcels) {
		return offer, nil
	}
	offer.Options = []shipping.Option{{
		ID: appointment, Kind: base.DeliveryFreight, Carrier: s.carrier, Title: texts["title"], Hint: texts["hint"],
		DeliveryNote: texts["note"].Fill("{min}", strconv.Itoa(s.minDays), "{max}", strconv.Itoa(s.maxDays)),
		Fee:          base.Money{Minor: cents, Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
		NeedsPhone: true, Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 10,
	}}
	return offer, nil
}
