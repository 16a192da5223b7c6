package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const maxParcels = 30

// CreateShipment orders one label a parcel. Either all parcels get one or none: labels made beside a refused parcel are
// taken back.
func (p *plugin) CreateShipment(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	a := p.account.Load()
	if err := a.checkShipment(r); err != nil {
		return shipping.Shipment{}, err
	}
	return a.book.once(ctx, r.IdempotencyKey, func() (shipping.Shipment, error) { return a.create(ctx, r) })
}

func (a *account) checkShipment(r shipping.ShipmentRequest) error {
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(!slices.Contains([]string{standard, gogreen, packstation, postfiliale}, r.OptionID), "option_id", "unknown")
	wrong.Add(r.OrderNumber == "", "order_number", "required")
	wrong.If(len(r.Parcels) == 0 || len(r.Parcels) > maxParcels || !limits.Take(r.Parcels), "parcels")
	for _, p := range r.Parcels {
		wrong.Add(p.WeightGrams <= 0, "parcels.weight_grams", "required")
	}
	collects := r.CollectAmount.Minor > 0
	wrong.Add(collects && (a.collectIBAN == "" || kindOf(r.OptionID) != base.DeliveryHome || len(r.Parcels) > 1), "collect_amount", "not_offered")
	if r.Recipient == nil {
		wrong.Add(true, "recipient", "required")
	} else {
		wrong.Within("recipient", a.check(r.Recipient))
		// Goods that come back go to the shop's door, wherever they were brought.
		back := r.Sender != nil
		wrong.Add(!back && r.OptionID == postfiliale && r.Recipient.PostNumber == "" && r.Email == "", "recipient.post_number", "required")
		wrong.If(!back && !suits(r.OptionID, r.Recipient), "option_id")
	}
	return wrong.Refuse("invalid_shipment", "DHL would refuse the shipment")
}

func (a *account) create(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	request := orderRequest{Profile: a.profile}
	for i, parcel := range r.Parcels {
		request.Shipments = append(request.Shipments, a.shipment(r, i, parcel))
	}
	query := url.Values{"includeDocs": {"include"}, "docFormat": {"PDF"}, "mustEncode": {"true"}}
	if a.labelFormat != "" {
		query.Set("printFormat", a.labelFormat)
	}
	var answer orderAnswer
	_, err := a.labels.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/orders", Query: query, JSON: request, Into: &answer})
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	if err != nil {
		return shipping.Shipment{}, refusal(err)
	}
	var made shipping.Shipment
	var numbers []string
	var refused error
	for _, item := range answer.Items {
		if item.SStatus.code() != http.StatusOK || item.ShipmentNo == "" {
			refused = answer.refusal()
			continue
		}
		numbers = append(numbers, item.ShipmentNo)
		made.Packages = append(made.Packages, shipping.Package{TrackingNumber: item.ShipmentNo, TrackingURL: trackingPage(item.ShipmentNo),
			LabelType: "application/pdf", Label: item.Label.B64})
	}
	if refused == nil && len(numbers) != len(r.Parcels) {
		refused = base.ProviderFault(base.CodeBadAnswer, fmt.Errorf("%d labels for %d parcels", len(numbers), len(r.Parcels)))
	}
	made.Reference = strings.Join(numbers, ",")
	if refused != nil {
		if len(numbers) > 0 {
			refused = errors.Join(refused, a.cancel(ctx, numbers))
		}
		return shipping.Shipment{}, refused
	}
	a.subscribe(ctx, numbers)
	return made, nil
}

func (a *account) shipment(r shipping.ShipmentRequest, i int, p shipping.Parcel) shipment {
	s := shipment{
		Product: "V01PAK", BillingNumber: a.billing, RefNo: refNo(r.OrderNumber, i), Shipper: a.sender(r.Sender),
		Consignee: consignee(r.Recipient, r.Email), Details: details{Weight: weight{UOM: "g", Value: p.WeightGrams}},
	}
	if !r.ShipDate.IsZero() {
		s.ShipDate = r.ShipDate.In(shipping.Germany).Format("2006-01-02")
	}
	if r.Recipient.Country != "DE" {
		s.Product, s.BillingNumber = "V53WPAK", a.billingAbroad
	}
	if p.LengthMM > 0 && p.WidthMM > 0 && p.HeightMM > 0 {
		s.Details.Dim = &dim{UOM: "mm", Length: p.LengthMM, Width: p.WidthMM, Height: p.HeightMM}
	}
	if r.CollectAmount.Minor > 0 || r.OptionID == gogreen {
		s.Services = &services{GoGreenPlus: r.OptionID == gogreen}
	}
	if r.CollectAmount.Minor > 0 {
		s.Services.CashOnDelivery = &cashOnDelivery{Amount: decimalAmount(r.CollectAmount),
			BankAccount: bankAccount{a.collectHolder, a.collectIBAN}, TransferNote1: base.Cut(r.OrderNumber, 35)}
	}
	return s
}

// refNo makes a reference of 8 to 35 characters that a person recognises.
func refNo(orderNumber string, parcel int) string {
	const shortest, room = 8, 32
	ref := fmt.Sprintf("%s-%d", base.Cut(orderNumber, room), parcel+1)
	return strings.Repeat("0", max(shortest-utf8.RuneCountInString(ref), 0)) + ref
}

func trackingPage(number string) string {
	return "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=" + url.QueryEscape(number)
}

// refusal reads DHL's validation messages out of a failed call.
func refusal(err error) error {
	var failed *provider.StatusError
	if !errors.As(err, &failed) || failed.Status != http.StatusBadRequest {
		return err
	}
	var answer orderAnswer
	if json.Unmarshal(failed.Body, &answer) != nil || len(answer.Items) == 0 {
		return err
	}
	return answer.refusal()
}

// refusal gives what DHL found wrong, with its own names of the fields. Its words may hold parts of the address and stay
// out of the message.
func (o orderAnswer) refusal() *base.Error {
	e := base.CallerFault("dhl_refused", "DHL refused the shipment")
	for _, item := range o.Items {
		for _, v := range item.Validation {
			if !strings.EqualFold(v.State, "warning") {
				e.Fields = append(e.Fields, base.FieldError{Name: v.Property, Code: "refused"})
			}
		}
	}
	return e
}

// Cancel takes all labels of a shipment back.
func (p *plugin) Cancel(ctx context.Context, r shipping.CancelRequest) error {
	if r.Reference == "" {
		return base.CallerFault("invalid_request", "a reference is needed")
	}
	return p.account.Load().cancel(ctx, strings.Split(r.Reference, ","))
}

// cancel deletes shipments one by one. DHL answers alike for one that is deleted already and one that is on its way;
// tracking knows only the second.
func (a *account) cancel(ctx context.Context, numbers []string) error {
	for _, number := range numbers {
		query := url.Values{"profile": {a.profile}, "shipment": {number}}
		_, err := a.labels.Do(ctx, provider.Call{Method: http.MethodDelete, Path: "/orders", Query: query, Idempotent: true})
		if provider.Status(err) == http.StatusBadRequest {
			track, trackErr := a.track(ctx, number, "", "de")
			switch {
			case trackErr != nil:
				return trackErr
			case track.Known:
				return base.CallerFault("too_late", "the parcel is with DHL already")
			}
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
