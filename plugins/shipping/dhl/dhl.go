package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "dhl"
	version = "1.0.0"
)

// The options.
const (
	standard    = "dhl_standard"
	packstation = "dhl_packstation"
)

// DHL's limits for a parcel.
const (
	maxGrams    = 31500
	maxLengthMM = 1200
	maxSideMM   = 600
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = mustTexts()

func mustTexts() map[string]base.Text {
	out := map[string]base.Text{}
	if err := json.Unmarshal(textSource, &out); err != nil {
		panic(err) // it is compiled in
	}
	return out
}

// plugin is the shipping provider. What depends on the configuration is in account.
type plugin struct {
	shipping.Unsupported
	account atomic.Pointer[account]
}

type account struct {
	settings
	labels   *provider.Client
	tracking *provider.Client
	book     *book
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Shipping: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	config := provider.Config{UserAgent: "kontor-dhl/" + version, Timeout: s.timeout, Redactor: c.Redactor(), MaxBody: 16 << 20}
	key := func(r *http.Request) { r.Header.Set("Dhl-Api-Key", s.apiKey.Reveal()) }
	a := &account{settings: s, book: newBook()}
	config.BaseURL = s.apiURL
	config.Authorize = func(_ context.Context, r *http.Request) error {
		key(r)
		r.SetBasicAuth(s.user, s.password.Reveal())
		return nil
	}
	a.labels = provider.New(config)
	config.BaseURL = s.trackingURL
	config.Authorize = func(_ context.Context, r *http.Request) error { key(r); return nil }
	a.tracking = provider.New(config)
	p.account.Store(a)
	return nil
}

// Options gives the one way to send there, none when a parcel is too heavy or too large or the country is not served.
func (p *plugin) Options(_ context.Context, r shipping.OptionsRequest) ([]shipping.Option, error) {
	s := p.account.Load().settings
	if r.Address == nil || len(r.Parcels) == 0 {
		return nil, base.CallerFault("invalid_request", "an address and a parcel are needed")
	}
	fee, served := s.fees[r.Address.Country]
	abroad := r.Address.Country != "DE"
	locker := r.Address.Kind == base.AddressPackstation
	if !served || abroad && (s.billingAbroad == "" || locker) || !fits(r.Parcels) {
		return nil, nil
	}
	if !abroad && s.freeFrom > 0 && r.GoodsTotal.Minor >= s.freeFrom {
		fee = 0
	}
	o := shipping.Option{
		ID: standard, Kind: base.DeliveryHome, Carrier: "DHL", Title: texts["standard.title"], Hint: texts["standard.hint"],
		Fee: base.Money{Minor: fee, Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
		CashOnDelivery: s.collectIBAN != "" && !abroad, Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 10,
	}
	if abroad {
		o.MinDays, o.MaxDays = s.minDaysAbroad, s.maxAbroad
	}
	if locker {
		o.ID, o.Kind, o.CashOnDelivery = packstation, base.DeliveryPackstation, false
		o.Title, o.Hint = texts["packstation.title"], texts["packstation.hint"]
	}
	o.DeliveryNote = note(o.MinDays, o.MaxDays)
	return []shipping.Option{o}, nil
}

func fits(parcels []shipping.Parcel) bool {
	for _, p := range parcels {
		if p.WeightGrams > maxGrams || p.LengthMM > maxLengthMM || p.WidthMM > maxSideMM || p.HeightMM > maxSideMM {
			return false
		}
	}
	return true
}

func note(from, to int) base.Text {
	out := base.Text{}
	for lang, s := range texts["note"] {
		out[lang] = strings.NewReplacer("{min}", strconv.Itoa(from), "{max}", strconv.Itoa(to)).Replace(s)
	}
	return out
}

// ValidateAddress holds the address against DHL's documented rules, without a call: it is on the shopper's way.
func (p *plugin) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	if r.Address == nil {
		return shipping.Verdict{}, base.CallerFault("invalid_request", "an address is needed")
	}
	wrong := p.account.Load().check(r.Address)
	return shipping.Verdict{Deliverable: len(wrong) == 0, Fields: wrong}, nil
}
