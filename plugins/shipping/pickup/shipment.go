package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// ValidateAddress accepts every customer of the countries that are served, and the address of a store.
func (p *pickup) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	if r.Address == nil {
		return shipping.Verdict{}, base.CallerFault("invalid_request", "an address is needed")
	}
	wrong := p.settings.Load().check(r.Address)
	return shipping.Verdict{Deliverable: len(wrong) == 0, Fields: wrong}, nil
}

func (s *settings) check(a *base.Address) (wrong []base.FieldError) {
	if !slices.Contains(s.countries, a.Country) {
		wrong = append(wrong, base.FieldError{Name: "country", Code: "not_served"})
	}
	if a.Kind == base.AddressStore && s.store(a.PointID) == nil {
		wrong = append(wrong, base.FieldError{Name: "point_id", Code: "unknown"})
	}
	return wrong
}

// store gives the store of an id, nil when there is none.
func (s *settings) store(id string) *store {
	i := slices.IndexFunc(s.stores, func(one store) bool { return one.id == id })
	if i < 0 {
		return nil
	}
	return &s.stores[i]
}

var referenceForm = regexp.MustCompile(`^PU-[a-z0-9]{1,20}-[0-9a-f]{12}$`)

// CreateShipment names the goods that a store lays ready. There is no carrier, so there is no label, and the number of a
// package is its reference's. The reference follows from store and key, so the same key gives the same.
func (p *pickup) CreateShipment(_ context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	s := p.settings.Load()
	id, own := strings.CutPrefix(r.OptionID, prefix)
	var wrong []base.FieldError
	add := func(field, code string, is bool) {
		if is {
			wrong = append(wrong, base.FieldError{Name: field, Code: code})
		}
	}
	add("idempotency_key", "required", r.IdempotencyKey == "")
	add("option_id", "unknown", !own || s.store(id) == nil)
	add("order_number", "required", r.OrderNumber == "")
	add("parcels", "invalid", len(r.Parcels) == 0 || !s.fits(r.Parcels))
	add("recipient.last_name", "required", r.Recipient == nil || strings.TrimSpace(r.Recipient.LastName+r.Recipient.Company) == "")
	add("collect_amount", "not_offered", r.CollectAmount.Minor > 0)
	if len(wrong) > 0 {
		return shipping.Shipment{}, base.CallerFault("invalid_shipment", "a store cannot hand that out", wrong...)
	}
	sum := sha256.Sum256([]byte(r.IdempotencyKey))
	made := shipping.Shipment{Reference: "PU-" + id + "-" + hex.EncodeToString(sum[:6])}
	for i := range r.Parcels {
		made.Packages = append(made.Packages, shipping.Package{TrackingNumber: fmt.Sprintf("%s-%d", made.Reference, i+1)})
	}
	return made, nil
}

// Cancel succeeds: nobody was told yet.
func (p *pickup) Cancel(_ context.Context, r shipping.CancelRequest) error {
	if !referenceForm.MatchString(r.Reference) {
		return base.CallerFault("invalid_request", "not a pickup", base.FieldError{Name: "reference", Code: "unknown"})
	}
	return nil
}

// Track knows nothing: that goods lie ready, or were handed out, is booked in the shop.
func (p *pickup) Track(context.Context, shipping.TrackRequest) (shipping.Track, error) {
	return shipping.Track{}, nil
}
