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
	if r.Address == nil {
		return shipping.Verdict{}, base.CallerFault("invalid_request", "an address is needed")
	}
	wrong := p.settings.Load().check(r.Address)
	return shipping.Verdict{Deliverable: len(wrong) == 0, Fields: wrong}, nil
}

func (s *settings) check(a *base.Address) (wrong []base.FieldError) {
	add := func(field, code string, is bool) {
		if is {
			wrong = append(wrong, base.FieldError{Name: field, Code: code})
		}
	}
	add("country", "not_served", len(s.fees[a.Country]) == 0)
	if !door(a) {
		add("street", "required", true)
		return wrong
	}
	add("last_name", "required", strings.TrimSpace(a.LastName+a.Company) == "")
	add("street", "required", strings.TrimSpace(a.Street) == "")
	add("postal_code", "required", strings.TrimSpace(a.PostalCode) == "")
	add("city", "required", strings.TrimSpace(a.City) == "")
	add("phone", "required", a.Phone == "")
	add("phone", "invalid", a.Phone != "" && !phoneForm.MatchString(a.Phone))
	return wrong
}

var referenceForm = regexp.MustCompile(`^FR-[0-9a-f]{12}$`)

// CreateShipment gives the shop's own reference: the forwarder has no interface, and who hands the goods over tells it
// this one. It follows from the key, so the same key gives the same. There is no label.
func (p *freight) CreateShipment(_ context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	s := p.settings.Load()
	var wrong []base.FieldError
	add := func(field, code string, is bool) {
		if is {
			wrong = append(wrong, base.FieldError{Name: field, Code: code})
		}
	}
	add("idempotency_key", "required", r.IdempotencyKey == "")
	add("option_id", "unknown", r.OptionID != appointment)
	add("order_number", "required", r.OrderNumber == "")
	add("parcels", "required", len(r.Parcels) == 0)
	add("collect_amount", "not_offered", r.CollectAmount.Minor > 0)
	if r.Recipient == nil {
		add("recipient", "required", true)
	} else {
		for _, f := range s.check(r.Recipient) {
			add("recipient."+f.Name, f.Code, true)
		}
		_, served := s.fee(r.Recipient.Country, weight(r.Parcels))
		add("parcels", "too_heavy", len(s.fees[r.Recipient.Country]) > 0 && !served)
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
