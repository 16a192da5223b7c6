package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name     = "muster"
	version  = "0.1.0"
	standard = "muster_standard" // the id of the one option
	euro     = "EUR"
	germany  = "DE"
	maxGrams = 31_500
)

// texts are what customers read, by key and language.
//
//go:embed texts.json
var rawTexts []byte

var texts = readTexts()

func readTexts() map[string]base.Text {
	out := map[string]base.Text{}
	if err := json.Unmarshal(rawTexts, &out); err != nil {
		panic(err) // it is compiled in
	}
	return out
}

// schema is what an operator can set.
var schema = []base.Setting{
	{Key: "api_url", Type: base.SettingURL, Required: true, Help: "Address of Muster's API."},
	{Key: "api_key", Required: true, Secret: true, Help: "Key of the API."},
	{Key: "webhook_key", Required: true, Secret: true, Help: "Key that signs Muster's webhooks."},
	{Key: "fee_cents", Type: base.SettingInt, Default: "499", Help: "Fee of a delivery in cents."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Muster."},
}

// carrier is the shipping provider. It keeps nothing: what became of a parcel is asked of Muster.
type carrier struct {
	shipping.Unsupported
	api atomic.Pointer[api]
	fee atomic.Int64
}

func newPlugin() sdk.Plugin {
	p := &carrier{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Shipping: p}
}

func (p *carrier) configure(_ context.Context, c base.Config) error {
	var wrong base.Misfits
	timeout := c.Duration("timeout")
	wrong.If(timeout < time.Second || timeout > time.Minute, "timeout")
	wrong.If(c.Int("fee_cents") < 0, "fee_cents")
	if err := wrong.Err(); err != nil {
		return err
	}
	p.fee.Store(c.Int("fee_cents"))
	p.api.Store(newAPI(c))
	return nil
}

// Options gives the one option, and none for what Muster does not carry: the same for every address in a country, and for all
// parcels that are light enough or not.
func (p *carrier) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	if r.Address == nil {
		return shipping.Offer{}, nil
	}
	heaviest, _ := shipping.Weigh(r.Parcels)
	offer := shipping.Offer{Scope: shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Side(heaviest, maxGrams+1)}}
	if r.Address.Country != germany || len(r.Parcels) == 0 || heaviest > maxGrams {
		return offer, nil
	}
	offer.Options = []shipping.Option{{
		ID: standard, Kind: base.DeliveryHome, Carrier: "Muster", Title: texts["title"], DeliveryNote: texts["note"],
		Fee: base.Money{Minor: p.fee.Load(), Currency: euro}, MinDays: 1, MaxDays: 3, Sort: 50,
	}}
	return offer, nil
}

// ValidateAddress looks at what Muster needs on a label.
func (p *carrier) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	wrong := checkAddress(r.Address)
	return shipping.Verdict{Deliverable: len(wrong) == 0, Fields: wrong}, nil
}

func checkAddress(a *base.Address) base.Misfits {
	if a == nil {
		return base.Misfits{{Name: "recipient", Code: "required"}}
	}
	var wrong base.Misfits
	for field, value := range map[string]string{
		"last_name": a.LastName, "street": a.Street, "street_number": a.StreetNumber, "postal_code": a.PostalCode, "city": a.City,
	} {
		wrong.Add(value == "", field, "required")
	}
	wrong.Add(a.Country != germany, "country", "not_served")
	return wrong
}

// CreateShipment orders the transport. Muster does each key once.
func (p *carrier) CreateShipment(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	wrong := checkAddress(r.Recipient)
	wrong.Add(r.OptionID != standard, "option_id", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(len(r.Parcels) == 0, "parcels", "required")
	if len(wrong) > 0 {
		return shipping.Shipment{}, base.CallerFault("invalid_request", "the request cannot be a shipment", wrong...)
	}
	return p.api.Load().ship(ctx, r)
}

// Cancel takes a shipment back that was not handed over.
func (p *carrier) Cancel(ctx context.Context, r shipping.CancelRequest) error {
	return p.api.Load().cancel(ctx, r.Reference)
}

// Track asks Muster where a parcel is.
func (p *carrier) Track(ctx context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	return p.api.Load().track(ctx, r.TrackingNumber)
}
