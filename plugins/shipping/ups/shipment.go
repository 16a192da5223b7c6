package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	maxParcels = 20
	shipPath   = "/api/shipments/v2409/ship"
	voidPath   = "/api/shipments/v2409/void/cancel/"
	labelPath  = "/api/labels/v1/recovery"
)

// CreateShipment orders one shipment with a label a parcel. UPS has no idempotency: the shipment carries a reference that
// follows from the key, and before one is made UPS is asked for the labels of that reference.
func (p *plugin) CreateShipment(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	a := p.account.Load()
	if err := a.checkShipment(r); err != nil {
		return shipping.Shipment{}, err
	}
	done, err := a.turns.Take(ctx, r.IdempotencyKey)
	if err != nil {
		return shipping.Shipment{}, err
	}
	defer done()
	found, err := a.existing(ctx, r)
	if err != nil {
		return shipping.Shipment{}, err
	}
	if found != nil {
		return *found, nil
	}
	return a.ship(ctx, r)
}

func (a *account) checkShipment(r shipping.ShipmentRequest) error {
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(r.OptionID != express, "option_id", "unknown")
	wrong.Add(r.OrderNumber == "", "order_number", "required")
	wrong.If(len(r.Parcels) == 0 || len(r.Parcels) > maxParcels || !a.limits.Take(r.Parcels), "parcels")
	for _, p := range r.Parcels {
		wrong.Add(p.WeightGrams <= 0, "parcels.weight_grams", "required")
	}
	wrong.Add(r.CollectAmount.Minor > 0, "collect_amount", "not_offered")
	if r.Recipient == nil {
		wrong.Add(true, "recipient", "required")
	} else {
		wrong.Within("recipient", a.check(r.Recipient))
	}
	return wrong.Refuse("invalid_shipment", "UPS would refuse the shipment")
}

// referenceOf names a shipment: the order, which a person recognises, and the key. At most 35 characters.
func referenceOf(r shipping.ShipmentRequest) string {
	const room = 22
	sum := sha256.Sum256([]byte(r.IdempotencyKey))
	return base.Cut(r.OrderNumber, room) + "-" + hex.EncodeToString(sum[:6])
}

// existing gives the shipment that carries the request's reference already, nil when there is none.
func (a *account) existing(ctx context.Context, r shipping.ShipmentRequest) (*shipping.Shipment, error) {
	var request recoveryRequest
	q := &request.LabelRecoveryRequest
	format := recovered(a.format)
	q.LabelSpecification.LabelImageFormat.Code, q.LabelSpecification.HTTPUserAgent = format, agent(format)
	q.ReferenceValues.ReferenceNumber.Value, q.ReferenceValues.ShipperNumber = referenceOf(r), a.accountNumber
	var answer recoveryAnswer
	_, err := a.api.Do(ctx, provider.Call{Method: http.MethodPost, Path: labelPath, JSON: request, Idempotent: true, Into: &answer})
	if a.unknown(err) {
		return nil, nil
	}
	if err != nil {
		e := *base.AsError(refusal(err))
		e.OutcomeUnknown = false // a look, nothing was ordered
		return nil, &e
	}
	found := answer.LabelRecoveryResponse
	s := &shipping.Shipment{Reference: found.ShipmentIdentificationNumber}
	for _, each := range found.LabelResults {
		s.Packages = append(s.Packages, labelled(each.TrackingNumber, each.LabelImage.LabelImageFormat.Code, each.LabelImage.GraphicImage))
	}
	if s.Reference == "" || len(s.Packages) != len(r.Parcels) {
		return nil, base.ProviderFault(base.CodeBadAnswer, fmt.Errorf("%d labels of the reference for %d parcels", len(s.Packages), len(r.Parcels)))
	}
	return s, nil
}

// unknown reports whether UPS says that there is no such shipment. Who takes any other refusal for that orders a second one.
func (a *account) unknown(err error) bool {
	return provider.Status(err) == http.StatusNotFound ||
		slices.ContainsFunc(codesOf(err), func(code string) bool { return slices.Contains(a.noShipment, code) })
}

func (a *account) ship(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	var answer shipAnswer
	_, err := a.api.Do(ctx, provider.Call{Method: http.MethodPost, Path: shipPath, JSON: a.request(r), Into: &answer})
	if err != nil {
		return shipping.Shipment{}, refusal(err)
	}
	results := answer.ShipmentResponse.ShipmentResults
	made := shipping.Shipment{Reference: results.ShipmentIdentificationNumber}
	var numbers []string
	for _, each := range results.PackageResults {
		made.Packages = append(made.Packages, labelled(each.TrackingNumber, each.ShippingLabel.ImageFormat.Code, each.ShippingLabel.GraphicImage))
		numbers = append(numbers, each.TrackingNumber)
	}
	if made.Reference == "" || len(made.Packages) != len(r.Parcels) {
		e := base.ProviderFault(base.CodeBadAnswer, fmt.Errorf("%d labels for %d parcels", len(made.Packages), len(r.Parcels)))
		e.OutcomeUnknown = true
		return shipping.Shipment{}, e
	}
	a.subscribe(ctx, numbers)
	return made, nil
}

func (a *account) request(r shipping.ShipmentRequest) (request shipRequest) {
	q := &request.ShipmentRequest
	q.Request.RequestOption = "nonvalidate"
	pay := charge{Type: "01"}
	pay.BillShipper.AccountNumber = a.accountNumber
	q.Shipment = shipment{
		Description: "Electronics", Shipper: a.shipper, ShipTo: receiver(r.Recipient, r.Email), Service: code{a.service},
		ReferenceNumber: []reference{{referenceOf(r)}}, PaymentInformation: payment{[]charge{pay}},
	}
	if r.Sender != nil && len(a.check(r.Sender)) == 0 {
		from := receiver(r.Sender, "")
		q.Shipment.ShipFrom = &from
	}
	for _, p := range r.Parcels {
		one := parcel{Packaging: code{"02"}, PackageWeight: weight{code{"KGS"}, kilograms(p.WeightGrams)}}
		if p.LengthMM > 0 && p.WidthMM > 0 && p.HeightMM > 0 {
			one.Dimensions = &dimensions{code{"CM"}, centimetres(p.LengthMM), centimetres(p.WidthMM), centimetres(p.HeightMM)}
		}
		q.Shipment.Package = append(q.Shipment.Package, one)
	}
	q.LabelSpecification = labelSpecification{LabelImageFormat: code{a.format}, HTTPUserAgent: agent(a.format), CharacterSet: characterSets[r.Recipient.Country]}
	q.LabelSpecification.LabelStockSize.Height, q.LabelSpecification.LabelStockSize.Width = "6", "4"
	return request
}

// kilograms rounds up to a tenth, as a scale at UPS would not find less.
func kilograms(grams int64) string {
	tenths := (grams + 99) / 100
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

func centimetres(mm int) string { return strconv.Itoa((mm + 9) / 10) }

// agent is needed for the one format that was made for browsers.
func agent(format string) string {
	if format == "GIF" {
		return "Mozilla/4.5"
	}
	return ""
}

// recovered is the format in which a label is given again: UPS makes a PNG of a new shipment only, and would say that it knows
// of none.
func recovered(format string) string {
	if format == "PNG" {
		return "PDF"
	}
	return format
}

var mediaTypes = map[string]string{"PDF": "application/pdf", "GIF": "image/gif", "PNG": "image/png"}

func labelled(number, format string, file []byte) shipping.Package {
	return shipping.Package{TrackingNumber: number, TrackingURL: "https://www.ups.com/track?loc=de_DE&tracknum=" + url.QueryEscape(number),
		LabelType: mediaTypes[format], Label: file}
}

// refusal gives UPS's error codes for a request that it found wrong. Its words may hold parts of the address and stay out.
func refusal(err error) error {
	codes := codesOf(err)
	if codes == nil {
		return err
	}
	e := base.CallerFault("ups_refused", "UPS refused the shipment")
	for _, code := range codes {
		e.Fields = append(e.Fields, base.FieldError{Name: "ups_" + code, Code: "refused"})
	}
	return e
}

// codesOf gives the error codes of a request that UPS found wrong, nil of any other error.
func codesOf(err error) []string {
	var failed *provider.StatusError
	var answer errorAnswer
	if !errors.As(err, &failed) || failed.Status != http.StatusBadRequest || json.Unmarshal(failed.Body, &answer) != nil {
		return nil
	}
	codes := []string{}
	for _, each := range answer.Response.Errors {
		codes = append(codes, each.Code)
	}
	return codes
}

// Codes by which UPS refuses to void.
const (
	alreadyVoided = "190117"
	nothingToVoid = "190102" // none that it knows, or none that may be voided any more
)

// Cancel voids a shipment. What UPS will not void any more and what it never had it refuses alike; tracking tells them apart.
// Every other refusal leaves the label good.
func (p *plugin) Cancel(ctx context.Context, r shipping.CancelRequest) error {
	a := p.account.Load()
	if !numberForm.MatchString(r.Reference) {
		return base.CallerFault("invalid_request", "not a shipment of UPS", base.FieldError{Name: "reference", Code: "invalid"})
	}
	_, err := a.api.Do(ctx, provider.Call{Method: http.MethodDelete, Path: voidPath + r.Reference, Idempotent: true})
	codes := codesOf(err)
	switch {
	case slices.Contains(codes, alreadyVoided):
		return nil
	case provider.Status(err) != http.StatusNotFound && !slices.Contains(codes, nothingToVoid):
		return refusal(err)
	}
	track, voided, err := a.track(ctx, r.Reference, "de_DE")
	switch {
	case err != nil:
		return err
	case track.Known && !voided:
		return base.CallerFault("too_late", "the parcel is with UPS already")
	}
	return nil
}
