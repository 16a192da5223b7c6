package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// phoneForm is a number in international form, as the forwarder has to call it.
var phoneForm = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// ValidateAddress asks for a door in a country that is served, and for a telephone number.
func (p *freight) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	return shipping.Judge(r, p.settings.Load().check)
}

func (s *settings) check(a *base.Address) (wrong base.Misfits) {
	wrong.Add(!s.fees.Serves(a.Country), "country", "not_served")
	if !a.IsDoor() {
		wrong.Add(true, "street", "required")
		return wrong
	}
	wrong.Add(strings.TrimSpace(a.LastName+a.Company) == "", "last_name", "required")
	wrong.Add(strings.TrimSpace(a.Street) == "", "street", "required")
	wrong.Add(strings.TrimSpace(a.PostalCode) == "", "postal_code", "required")
	wrong.Add(strings.TrimSpace(a.City) == "", "city", "required")
	wrong.Add(a.Phone == "", "phone", "required")
	wrong.If(a.Phone != "" && !phoneForm.MatchString(a.Phone), "phone")
	return wrong
}

var referenceForm = regexp.MustCompile(`^FR-[0-9a-f]{12}$`)

// CreateShipment gives the shop's own reference: the forwarder has no interface, and who hands the goods over tells it
// this one. It follows from the key, so the same key gives the same. There is no label.
func (p *freight) CreateShipment(_ context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	s := p.settings.Load()
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(r.OptionID != appointment, "option_id", "unknown")
	wrong.Add(r.OrderNumber == "", "order_number", "required")
	wrong.Add(len(r.Parcels) == 0, "parcels", "required")
	wrong.Add(r.CollectAmount.Minor > 0, "collect_amount", "not_offered")
	if r.Recipient == nil {
		wrong.Add(true, "recipient", "required")
	} else {
		wrong.Within("recipient", s.check(r.Recipient))
		_, served := s.fees.Fee(r.Recipient.Country, r.Parcels)
		wrong.Add(s.fees.Serves(r.Recipient.Country) && !served, "parcels", "too_heavy")
	}
	if len(wrong) > 0 {
		return shipping.Shipment{}, base.CallerFault("invalid_shipment", "a forwarder cannot bring that", wrong...)
	}
	sum := sha256.Sum256([]byte(r.IdempotencyKey))
	made := shipping.Shipment{Reference: "FR-" + hex.EncodeToString(sum[:6])}
	for i := range r.Parcels {
		made.Packages = append(made.Packages, shipping.Package{TrackingNumber: fmt.Sprintf("%s-%d", made.Reference, i+1)})
	}
	return made, nil
}

// Cancel succeeds: the forwarder was told nothing by this plugin.
func (p *freight) Cancel(_ context.Context, r shipping.CancelRequest) error {
	if !referenceForm.MatchString(r.Reference) {
		return base.CallerFault("invalid_request", "no freight", base.FieldError{Name: "reference", Code: "unknown"})
	}
	return nil
}

// Track knows nothing: the forwarder reports by telephone, to the shop.
func (p *freight) Track(context.Context, shipping.TrackRequest) (shipping.Track, error) {
	return shipping.Track{}, nil
}
