package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// maxGrams is the heaviest parcel that is carried.
const maxGrams = 31_500

type parcels struct {
	shipping.Unsupported
	fake *fake
}

// Options gives a standard parcel, to everybody alike, none when one is too heavy, and collection in a store.
func (p parcels) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	pickup := shipping.Option{
		ID: "fake_selfcollector", Kind: base.DeliveryPickup, Carrier: "Fake", Title: base.Text{"de": "Abholung", "en": "Pickup"},
		DeliveryNote: base.Text{"de": "Heute abholbereit", "en": "Ready today"}, Fee: base.Money{Currency: "EUR"}, Sort: 9,
	}
	heaviest, _ := shipping.Weigh(r.Parcels)
	if heaviest > maxGrams {
		return shipping.Offer{Options: []shipping.Option{pickup}}, nil
	}
	everybody := shipping.Scope{Area: shipping.AreaCountry, HeaviestGrams: shipping.Side(heaviest, maxGrams+1)}
	return shipping.Offer{Scope: everybody, Options: []shipping.Option{{
		ID: "fake_standard", Kind: base.DeliveryHome, Carrier: "Fake", Title: base.Text{"de": "Standard", "en": "Standard"},
		DeliveryNote: base.Text{"de": "Lieferung in 1-2 Werktagen", "en": "Delivery in 1-2 working days"},
		Fee:          base.Money{Minor: p.fake.config.Int("shipping_fee"), Currency: "EUR"}, MinDays: 1, MaxDays: 2,
		CashOnDelivery: true, Sort: 1,
	}, pickup}}, nil
}

// CreateShipment names the shipment by its key.
func (p parcels) CreateShipment(_ context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	if r.OptionID != "fake_standard" {
		return shipping.Shipment{}, base.CallerFault("unknown_option", "no option "+r.OptionID)
	}
	s := shipping.Shipment{Reference: referenceOf(r.IdempotencyKey)}
	for range r.Parcels {
		s.Packages = append(s.Packages, shipping.Package{TrackingNumber: s.Reference, LabelType: "application/octet-stream", Label: []byte(s.Reference)})
	}
	return s, nil
}

// events takes events and forgets them, each once.
type events struct {
	mu   sync.Mutex
	seen map[string]bool
}

// Service names the consent that the shop's own tracking uses.
func (e *events) Service(context.Context) (tracking.Service, error) {
	return tracking.Service{
		Name: "event-analytics", Title: base.Text{"de": "Ereignisse", "en": "Events"},
		Purpose: base.Text{"de": "Für Tests.", "en": "For tests."},
	}, nil
}

// Deliver rejects what is not JSON. An event of type "forbidden" has the batch turned away as by a provider who does not know the
// sender, one of type "hang" keeps it waiting.
func (e *events) Deliver(ctx context.Context, b tracking.Batch) (tracking.Receipt, error) {
	for _, event := range b.Events {
		switch event.Type {
		case "forbidden":
			return tracking.Receipt{}, base.ProviderFault("http_403", errors.New("scripted"))
		case "hang":
			<-ctx.Done()
			return tracking.Receipt{}, ctx.Err()
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.seen == nil {
		e.seen = map[string]bool{}
	}
	var r tracking.Receipt
	for _, event := range b.Events {
		if len(event.Data) > 0 && !json.Valid(event.Data) {
			r.Rejected = append(r.Rejected, tracking.Rejection{EventID: event.ID, Code: "invalid_data"})
			continue
		}
		e.seen[event.ID] = true
		r.Accepted++
	}
	return r, nil
}
