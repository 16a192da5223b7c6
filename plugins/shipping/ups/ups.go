package main

import (
	"context"
	_ "embed"
	"strconv"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "ups"
	version = "1.0.0"
)

// express is the only option.
const express = "ups_express"

// Limits for a parcel: UPS's weight, and the size that every parcel service takes. What is larger is freight.
const (
	heaviest    = 70000
	maxLengthMM = 1200
	maxSideMM   = 600
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the shipping provider. What depends on the configuration is in account.
type plugin struct {
	shipping.Unsupported
	account atomic.Pointer[account]
}

type account struct {
	settings
	api   *provider.Bearer
	turns provider.Turns
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
	p.account.Store(&account{settings: s, api: newAPI(s, c.Redactor())})
	return nil
}

func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.Refused() {
		return base.Health{Message: "UPS refuses the client id and secret"}
	}
	return base.Health{OK: true}
}

// Options gives the express option, with a fee from the settings: UPS is not asked while a shopper waits.
func (p *plugin) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	s := &p.account.Load().settings
	if err := r.Check(); err != nil {
		return shipping.Offer{}, err
	}
	offer := shipping.Offer{Scope: shipping.Scope{
		Area: shipping.AreaCountry, HeaviestGrams: s.limits.Range(r.Parcels), TotalGrams: s.fees.Range(r.Address.Country, r.Parcels),
	}}
	cents, served := s.fees.Fee(r.Address.Country, r.Parcels)
	if !served || !r.Address.IsDoor() || !s.limits.Take(r.Parcels) || len(r.Parcels) > maxParcels {
		return offer, nil
	}
	o := shipping.Option{
		ID: express, Kind: base.DeliveryHome, Carrier: "UPS", Title: texts["title"], Hint: texts["hint"],
		Fee: base.Money{Minor: cents, Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 30,
	}
	if r.Address.Country != "DE" {
		o.MinDays, o.MaxDays, o.NeedsPhone = s.minDaysAbroad, s.maxAbroad, true
	}
	o.DeliveryNote = note(o.MinDays, o.MaxDays)
	offer.Options = []shipping.Option{o}
	return offer, nil
}

func note(from, to int) base.Text {
	key := "note"
	if from == 1 && to == 1 {
		key = "note.next"
	}
	return texts[key].Fill("{min}", strconv.Itoa(from), "{max}", strconv.Itoa(to))
}

// ValidateAddress holds the address against UPS's documented rules, without a call: it is on the shopper's way.
func (p *plugin) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	return shipping.Judge(r, p.account.Load().check)
}
