package pluginhost

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// Carriers gives the carrier plugins as fulfilment sees them.
func (h *Host) Carriers() checkout.Carriers { return carriers{h} }

// PickupPoints implements checkout.Shipping. It asks all carriers at once.
func (c carriers) PickupPoints(ctx context.Context, r checkout.PickupRequest) ([]checkout.PickupPoint, error) {
	request := shipping.PickupPointsRequest{Near: addressOut(r.Near, ""), Limit: min(max(r.Limit, 1), 50), Locale: locale(r.Lang)}
	request.Kind = deliveryKind(r.Kind, r.Near)
	out := everyCarrier(ctx, c.h, "pickup_points", func(ctx context.Context, plugin string, g shipping.Provider) ([]checkout.PickupPoint, error) {
		points, err := g.PickupPoints(ctx, request)
		if unsupported(err) {
			return nil, nil // not every carrier has such places
		}
		return c.pointsIn(ctx, plugin, points), err
	})
	slices.SortStableFunc(out, func(a, b checkout.PickupPoint) int { return cmp.Compare(farness(a), farness(b)) })
	return out[:min(len(out), request.Limit)], ctx.Err()
}

// farness puts places whose distance nobody told behind those that are known to be near.
func farness(p checkout.PickupPoint) int {
	if p.DistanceMeters <= 0 {
		return math.MaxInt
	}
	return p.DistanceMeters
}

// pointsIn leaves out places that cannot be chosen, and logs how many and why the first.
func (c carriers) pointsIn(ctx context.Context, plugin string, points []shipping.PickupPoint) []checkout.PickupPoint {
	var out []checkout.PickupPoint
	left, first, why := 0, "", ""
	for _, p := range points {
		if problem := unfitPoint(p); problem != "" {
			if left++; left == 1 {
				first, why = p.ID[:min(len(p.ID), 100)], problem
			}
			continue
		}
		out = append(out, pointIn(plugin, p))
	}
	if p := c.h.byName(plugin); left > 0 && p != nil {
		p.current().log.WarnContext(ctx, "places are left out", "count", left, "first", first, "why", why)
	}
	return out
}

// unfitPoint says, to the operator, why a place is not shown; "" when it is.
func unfitPoint(p shipping.PickupPoint) string {
	switch {
	case p.ID == "" || !fits(p.ID):
		return fmt.Sprintf("it has no id of at most %d bytes", base.MaxReference)
	case p.Name == "" || (base.Text{"": p.Name}).TooLong():
		return fmt.Sprintf("it has no name of at most %d characters", base.MaxText)
	case len(p.OpeningHours) > shipping.MaxHours || slices.ContainsFunc(p.OpeningHours, func(line string) bool { return (base.Text{"": line}).TooLong() }):
		return fmt.Sprintf("its opening hours are more than %d lines of at most %d characters", shipping.MaxHours, base.MaxText)
	case addressIn(p.Address) == nil:
		return "it has no address in a country that the shop knows, by ISO 3166-1 alpha-2"
	}
	return ""
}

// pointIn gives a place with an address that the forms take.
func pointIn(plugin string, p shipping.PickupPoint) checkout.PickupPoint {
	return checkout.PickupPoint{
		ID: p.ID, Plugin: plugin, Name: p.Name, Address: addressIn(p.Address).Fit(), DistanceMeters: max(p.DistanceMeters, 0),
		OpeningHours: p.OpeningHours,
	}
}

// Validate implements checkout.Shipping. A carrier that checks no addresses accepts all.
func (c carriers) Validate(ctx context.Context, o checkout.ShippingOption, to address.Address) (checkout.Verdict, error) {
	var by *instance
	if p := c.h.byName(o.Plugin); p != nil {
		by = p.offering(base.KindShipping)
	}
	asked := takenOf(by, o.ID, to)
	if by != nil && c.h.takes.has(asked, time.Now()) {
		return checkout.Verdict{Deliverable: true}, nil
	}
	v, err := c.validate(ctx, o, to)
	if by != nil && err == nil && v.Deliverable && v.Suggestion == nil {
		c.h.takes.put(asked, time.Now())
	}
	return v, err
}

func (c carriers) validate(ctx context.Context, o checkout.ShippingOption, to address.Address) (checkout.Verdict, error) {
	return carrier(ctx, c.h, o.Plugin, want{call: "validate_address", timeout: optionsTimeout}, func(ctx context.Context, g shipping.Provider) (checkout.Verdict, error) {
		v, err := g.ValidateAddress(ctx, shipping.ValidateAddressRequest{OptionID: o.ID, Address: addressOut(to, "")})
		if unsupported(err) {
			return checkout.Verdict{Deliverable: true}, nil
		}
		out := checkout.Verdict{Deliverable: v.Deliverable, Suggestion: addressIn(v.Suggestion), Fields: map[string]string{}}
		for _, f := range v.Fields {
			if name, ok := addressFields[f.Name]; ok {
				out.Fields[name] = codeOr(f.Code, "invalid")
			}
		}
		return out, err
	})
}

// addressFields maps the wire's names of an address to the shop's.
var addressFields = map[string]string{
	"company": "company", "first_name": "firstName", "last_name": "lastName", "street": "streetName",
	"street_number": "streetNumber", "postal_code": "zipCode", "city": "cityName", "country": "countryId",
	"phone": "telephoneNumber", "post_number": "postNumber", "point_id": "pointId",
}

// Ship implements checkout.Carriers.
func (c carriers) Ship(ctx context.Context, r checkout.ShipmentRequest) (checkout.Shipment, error) {
	return carrier(ctx, c.h, r.Option.Plugin, want{call: "create_shipment", moves: true}, func(ctx context.Context, g shipping.Provider) (checkout.Shipment, error) {
		s, err := g.CreateShipment(ctx, shipmentOut(r))
		if err != nil {
			return checkout.Shipment{}, err
		}
		return shipmentIn(s, len(r.Parcels))
	})
}

func shipmentOut(r checkout.ShipmentRequest) shipping.ShipmentRequest {
	out := shipping.ShipmentRequest{
		IdempotencyKey: r.Key, OptionID: r.Option.ID, OrderNumber: orderNumber(r.OrderID),
		Recipient: addressOut(r.Recipient, r.Phone), Email: address.InASCII(r.Email), CollectAmount: amountOut(r.Collect), ShipDate: r.ShipDate,
		Parcels: parcelsOut(r.Parcels),
	}
	if r.Sender != nil {
		out.Sender = addressOut(*r.Sender, "")
	}
	// Carriers label no parcel that weighs nothing, and a catalogue need not tell what its goods weigh.
	const packaging = 100 // grams
	for i := range out.Parcels {
		out.Parcels[i].WeightGrams = max(out.Parcels[i].WeightGrams, packaging)
	}
	return out
}

// numberForm is a tracking number. It is printed, mailed, put into addresses, and typed.
var numberForm = regexp.MustCompile(`^[A-Za-z0-9 ._:/+#-]{0,100}$`)

// shipmentIn refuses a shipment without a name that can be kept, by which alone it is known to be ordered, and can be taken back, and
// one that is not of the parcels that were to be sent.
func shipmentIn(s shipping.Shipment, parcels int) (checkout.Shipment, error) {
	switch {
	case s.Reference == "":
		return checkout.Shipment{}, badShipment("a shipment without a reference")
	case !fits(s.Reference):
		return checkout.Shipment{}, unfit()
	case len(s.Packages) > parcels:
		return checkout.Shipment{}, badShipment(fmt.Sprintf("a shipment of %d packages for %d parcels", len(s.Packages), parcels))
	}
	out := checkout.Shipment{Reference: s.Reference}
	for _, p := range s.Packages {
		if !numberForm.MatchString(p.TrackingNumber) {
			return checkout.Shipment{}, badShipment("a tracking number that is none")
		}
		out.Packages = append(out.Packages, checkout.Package{
			TrackingNumber: p.TrackingNumber, TrackingURL: linkIn(p.TrackingURL), LabelType: p.LabelType, Label: p.Label,
		})
	}
	return out, nil
}

// badShipment is the error for an answer that is no shipment of the parcels. One may have been ordered.
func badShipment(message string) error {
	return &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: message, OutcomeUnknown: true}
}

func parcelsOut(parcels []checkout.Parcel) []shipping.Parcel {
	out := make([]shipping.Parcel, len(parcels))
	for i, p := range parcels {
		out[i] = shipping.Parcel{WeightGrams: int64(p.WeightGrams), Value: amountOut(p.Value)}
	}
	return out
}

// CancelShipment implements checkout.Carriers.
func (c carriers) CancelShipment(ctx context.Context, plugin, reference, key string) error {
	_, err := carrier(ctx, c.h, plugin, want{call: "cancel_shipment", moves: true}, func(ctx context.Context, g shipping.Provider) (struct{}, error) {
		return struct{}{}, g.Cancel(ctx, shipping.CancelRequest{IdempotencyKey: key, Reference: reference})
	})
	return err
}

// Track implements checkout.Carriers.
func (c carriers) Track(ctx context.Context, plugin, number, zipCode string, lang catalog.Lang) (checkout.Track, error) {
	return carrier(ctx, c.h, plugin, want{call: "track"}, func(ctx context.Context, g shipping.Provider) (checkout.Track, error) {
		t, err := g.Track(ctx, shipping.TrackRequest{TrackingNumber: number, PostalCode: zipCode, Locale: locale(lang)})
		if err != nil || !t.Known {
			return checkout.Track{}, err
		}
		return checkout.Track{State: parcelStates[t.State], EstimatedAt: t.EstimatedAt, Scans: scansIn(plugin, t.Scans)}, nil
	})
}

// ShippingWebhook implements checkout.Carriers.
func (c carriers) ShippingWebhook(ctx context.Context, plugin string, call checkout.WebhookCall) ([]checkout.Scan, checkout.WebhookReply, error) {
	answer, err := carrier(ctx, c.h, plugin, want{call: "webhook", timeout: webhookTimeout, public: true}, func(ctx context.Context, g shipping.Provider) (shipping.WebhookAnswer, error) {
		return g.HandleWebhook(ctx, webhookOut(call))
	})
	if err != nil {
		return nil, checkout.WebhookReply{}, err
	}
	return scansIn(plugin, answer.Scans), replyIn(answer.Reply), nil
}

var parcelStates = map[shipping.ParcelState]checkout.ParcelState{
	shipping.ParcelAnnounced: checkout.ParcelAnnounced, shipping.ParcelInTransit: checkout.ParcelInTransit,
	shipping.ParcelOutForDelivery: checkout.ParcelOutForDelivery, shipping.ParcelReadyForPickup: checkout.ParcelReady,
	shipping.ParcelDelivered: checkout.ParcelDelivered, shipping.ParcelFailed: checkout.ParcelFailed,
	shipping.ParcelReturned: checkout.ParcelReturned,
}

// scansIn leaves out scans without an id, which could not be told from a repeated one, and those whose names cannot be kept. Of a text
// that is longer than any other of a plugin's the beginning stays.
func scansIn(plugin string, scans []shipping.Scan) []checkout.Scan {
	var out []checkout.Scan
	for _, s := range scans {
		if s.ID != "" && fits(s.ID) && fits(s.TrackingNumber) {
			out = append(out, checkout.Scan{
				ID: s.ID, Plugin: plugin, TrackingNumber: s.TrackingNumber, State: parcelStates[s.State], At: s.OccurredAt,
				Place: base.Cut(s.Place, base.MaxText), Description: base.Cut(s.Description, base.MaxText),
			})
		}
	}
	return out
}

// linkIn gives "" for what is no address of a page.
func linkIn(link string) string {
	u, err := url.Parse(link)
	if err != nil || len(link) > base.MaxAddress || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
		return ""
	}
	return link
}

// carrier asks one plugin, running or about to.
func carrier[A any](ctx context.Context, h *Host, plugin string, w want, f func(context.Context, shipping.Provider) (A, error)) (A, error) {
	s := h.byName(plugin)
	if s == nil {
		var none A
		return none, fault.New(fault.NotFound, "plugin_not_found")
	}
	return ask(ctx, s, w, func(ctx context.Context, g sdk.Plugin) (A, error) {
		if g.Shipping == nil {
			var none A
			return none, base.NotSupported(w.call)
		}
		return f(ctx, g.Shipping)
	})
}
