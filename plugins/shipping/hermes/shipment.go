package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const maxParcels = 10

// pdfLabel asks for the label inside the JSON.
var pdfLabel = http.Header{"Accept": {"application/shippinglabel-pdf+json"}}

// CreateShipment places an order with a label for each parcel. Hermes has no idempotency: each order carries a reference
// that follows from the key, and orders of the last days are searched for it before one is made. A parcel whose order
// exists gets its label again; so a shipment that stopped half-way is finished, not doubled, by the same key.
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
	orders, err := a.orders(ctx)
	if err != nil {
		return shipping.Shipment{}, err
	}
	var made shipping.Shipment
	var numbers []string
	for i, parcel := range r.Parcels {
		one, err := a.ship(ctx, a.order(r, i, parcel), orders[referenceOf(r, i)])
		if err != nil {
			return shipping.Shipment{}, err
		}
		made.Packages = append(made.Packages, one)
		numbers = append(numbers, one.TrackingNumber)
	}
	made.Reference = strings.Join(numbers, ",")
	return made, nil
}

// ship gives the label of the order with the id, which is "" when none was placed yet. Of an order whose label Hermes does not give
// again another is placed: the label that was lost is never handed over.
func (a *account) ship(ctx context.Context, order orderRequest, id string) (shipping.Package, error) {
	if id != "" {
		one, err := a.label(ctx, provider.Call{Method: http.MethodPost, Path: "/shipmentorders/" + url.PathEscape(id) + "/labels", Header: pdfLabel, Idempotent: true})
		if !refusedWith(err, issued) {
			return one, err
		}
		slog.WarnContext(ctx, "Hermes gives no label again: another order is placed", "order", id)
	}
	return a.label(ctx, provider.Call{Method: http.MethodPost, Path: "/shipmentorders/labels", Header: pdfLabel, JSON: order})
}

func (a *account) checkShipment(r shipping.ShipmentRequest) error {
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(r.OptionID != paketshop, "option_id", "unknown")
	wrong.Add(r.OrderNumber == "", "order_number", "required")
	wrong.If(len(r.Parcels) == 0 || len(r.Parcels) > maxParcels || !a.limits.Take(r.Parcels), "parcels")
	for _, p := range r.Parcels {
		wrong.Add(p.WeightGrams <= 0, "parcels.weight_grams", "required")
	}
	wrong.Add(r.CollectAmount.Minor > 0, "collect_amount", "not_offered")
	if r.Recipient == nil {
		wrong.Add(true, "recipient", "required")
	} else {
		wrong.Add(r.Email == "" && r.Recipient.Phone == "", "email", "required") // a PaketShop has to tell that the parcel is there
		wrong.Add(tooLong(r.Email) && r.Recipient.Phone == "", "email", "too_long")
		wrong.Within("recipient", a.check(r.Recipient))
	}
	return wrong.Refuse("invalid_shipment", "Hermes would refuse the shipment")
}

// referenceOf names a parcel's order by the key; at most 20 characters.
func referenceOf(r shipping.ShipmentRequest, parcel int) string {
	sum := sha256.Sum256([]byte(r.IdempotencyKey))
	return fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:8]), parcel+1)
}

func (a *account) order(r shipping.ShipmentRequest, i int, p shipping.Parcel) orderRequest {
	const room = 20
	to, _ := latin(r.Recipient) // it was checked
	email := r.Email
	if tooLong(email) {
		email = "" // there is a number
	}
	o := orderRequest{
		ClientReference: base.Cut(r.OrderNumber, room), ClientReference2: referenceOf(r, i),
		ReceiverName:    receiverName{FirstName: to.FirstName, LastName: to.LastName},
		ReceiverAddress: receiver{Street: to.Street, HouseNumber: to.StreetNumber, ZipCode: to.PostalCode, Town: to.City, CountryCode: to.Country, Addition: base.Cut(to.Company, maxName)},
		ReceiverContact: &contact{Phone: base.Cut(to.Phone, room), Mail: email},
		Parcel:          parcel{Weight: p.WeightGrams, ProductType: "PARCEL", Class: a.class},
		Service: service{
			ParcelShop: parcelShopDelivery{Rule: "SELECT_BY_RECEIVER_ADDRESS", FirstName: to.FirstName, LastName: to.LastName},
			Alert:      customerAlert{Type: "EMAIL", Email: email},
		},
	}
	if p.LengthMM > 0 && p.WidthMM > 0 && p.HeightMM > 0 {
		o.Parcel.Class, o.Parcel.Depth, o.Parcel.Width, o.Parcel.Height = "", p.LengthMM, p.WidthMM, p.HeightMM
	}
	if to.PointID != "" {
		o.Service.ParcelShop.Rule, o.Service.ParcelShop.ID = "SELECT_BY_ID", to.PointID
	}
	if email == "" {
		o.Service.Alert = customerAlert{Type: "SMS", Number: base.Cut(to.Phone, maxPhone)}
	}
	return o
}

// tooLong reports whether Hermes would refuse an e-mail address that the shop takes.
func tooLong(email string) bool { return utf8.RuneCountInString(email) > maxMail }

// orders gives the ids of the last days' orders by the plugin's reference. Hermes lists only so many: with more, nothing
// can be found, and a repeated key makes a second label.
func (a *account) orders(ctx context.Context) (map[string]string, error) {
	today := time.Now().In(shipping.Germany)
	query := url.Values{"shipmentOrderStartDate": {today.AddDate(0, 0, -a.lookupDays).Format(time.DateOnly)},
		"shipmentOrderEndDate": {today.Format(time.DateOnly)}}
	var answer ordersAnswer
	_, err := a.api.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/shipmentorders", Query: query, Into: &answer})
	if hasCode(err, tooMany) {
		slog.WarnContext(ctx, "Hermes has too many orders to look one up: make lookup_days smaller")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, client := range answer.Clients {
		for _, sender := range client.Senders {
			for _, o := range sender.Orders {
				if o.State == "CREATED" || o.State == "PLACED" || o.State == "ARCHIVED" {
					found[o.ClientReference2] = o.ShipmentOrderID
				}
			}
		}
	}
	return found, nil
}

// label orders a parcel, or gives the label of an order again.
func (a *account) label(ctx context.Context, call provider.Call) (shipping.Package, error) {
	var answer orderAnswer
	call.Into = &answer
	if _, err := a.api.Do(ctx, call); err != nil {
		return shipping.Package{}, refusal(err)
	}
	if answer.ShipmentID == "" || len(answer.LabelImage) == 0 {
		if e := refused(answer.ResultCodes); len(e.Fields) > 0 {
			return shipping.Package{}, e
		}
		e := base.ProviderFault(base.CodeBadAnswer, errors.New("an order without number or label"))
		e.OutcomeUnknown = true
		return shipping.Package{}, e
	}
	return shipping.Package{TrackingNumber: answer.ShipmentID, LabelType: "application/pdf", Label: answer.LabelImage,
		TrackingURL: "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#" + url.PathEscape(answer.ShipmentID)}, nil
}

// Hermes's codes that mean something to the plugin.
const (
	tooMany = "e036" // orders that a search finds
	issued  = "e018" // the order has its label already
)

// passing are the codes of what is over when it is tried again; no label was made.
var passing = []string{"e031", "e039", "e058"}

func codes(err error) (list []resultCode) {
	var failed *provider.StatusError
	var answer orderAnswer
	if errors.As(err, &failed) && failed.Status == http.StatusBadRequest && json.Unmarshal(failed.Body, &answer) == nil {
		list = answer.ResultCodes
	}
	return list
}

func hasCode(err error, code string) bool {
	for _, each := range codes(err) {
		if each.Code == code {
			return true
		}
	}
	return false
}

// refusedWith reports whether a label was refused for the code.
func refusedWith(err error, code string) bool {
	e, ok := errors.AsType[*base.Error](err)
	return ok && slices.ContainsFunc(e.Fields, func(f base.FieldError) bool { return f.Name == "hermes_"+code })
}

// refusal gives Hermes's codes for an order that it found wrong. Its words may hold parts of the address and stay out.
func refusal(err error) error {
	if e := refused(codes(err)); len(e.Fields) > 0 {
		return e
	}
	return err
}

func refused(list []resultCode) *base.Error {
	e := base.CallerFault("hermes_refused", "Hermes refused the shipment")
	for _, each := range list {
		if slices.Contains(passing, each.Code) {
			e = base.ProviderFault("hermes_busy", errors.New("Hermes says "+each.Code))
			e.Retryable = true
		}
	}
	for _, each := range list {
		if strings.HasPrefix(each.Code, "e") {
			e.Fields = append(e.Fields, base.FieldError{Name: "hermes_" + each.Code, Code: "refused"})
		}
	}
	return e
}
