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
	return shipping.Judge(r, p.settings.Load().check)
}

func (s *settings) check(a *base.Address) (wrong base.Misfits) {
	wrong.Add(!slices.Contains(s.countries, a.Country), "country", "not_served")
	wrong.Add(a.Kind == base.AddressStore && s.store(a.PointID) == nil, "point_id", "unknown")
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
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(!own || s.store(id) == nil, "option_id", "unknown")
	wrong.Add(r.OrderNumber == "", "order_number", "required")
	wrong.If(len(r.Parcels) == 0 || !s.fits(r.Parcels), "parcels")
	wrong.Add(r.Recipient == nil || strings.TrimSpace(r.Recipient.LastName+r.Recipient.Company) == "", "recipient.last_name", "required")
	wrong.Add(r.CollectAmount.Minor > 0, "collect_amount", "not_offered")
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
