package sdktest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func notSupported(err error) bool { return errors.Is(err, &base.Error{Code: base.CodeNotSupported}) }

func checkPoints(ctx context.Context, p sdk.Plugin, t Target) error {
	near := t.Shipping.Options.Address
	if near == nil {
		return Skip("the example has no address to search around")
	}
	var results []error
	for _, kind := range []base.DeliveryKind{base.DeliveryPackstation, base.DeliveryParcelShop, base.DeliveryPickup} {
		for _, limit := range []int{3, 1} {
			points, err := p.Shipping.PickupPoints(ctx, shipping.PickupPointsRequest{Kind: kind, Near: near, Limit: limit})
			var e *base.Error
			if notSupported(err) || errors.As(err, &e) && e.Fault == base.FaultCaller {
				results = append(results, Skip("pickup points are not supported"))
				break
			}
			if err == nil {
				err = fitting(points, limit, kind)
			}
			results = append(results, err)
		}
	}
	return joined(results)
}

// placeKinds is what kind of address a place of a kind of delivery has.
var placeKinds = map[base.DeliveryKind]base.AddressKind{
	base.DeliveryPackstation: base.AddressPackstation, base.DeliveryParcelShop: base.AddressParcelShop, base.DeliveryPickup: base.AddressStore,
}

// fitting holds pickup points against the contract.
func fitting(points []shipping.PickupPoint, limit int, kind base.DeliveryKind) error {
	if len(points) > limit {
		return fmt.Errorf("%d points, want at most %d", len(points), limit)
	}
	farthest := 0
	for _, point := range points {
		if point.ID == "" || point.Name == "" || point.Address == nil || point.Address.City == "" || point.Address.PointID == "" {
			return fmt.Errorf("point %+v: id, name, and an address with city and point id", point)
		}
		if err := keepable("a point's id", point.ID); err != nil || (base.Text{"": point.Name}).TooLong() {
			return failed(err, "point %s: a name of at most %d characters", point.ID, base.MaxText)
		}
		if at := point.Address; !countryForm.MatchString(at.Country) || at.Kind != placeKinds[kind] {
			return fmt.Errorf("point %s: its address has the country %q and is of kind %d; want ISO 3166-1 alpha-2, and kind %d",
				point.ID, at.Country, at.Kind, placeKinds[kind])
		}
		if point.DistanceMeters != 0 && point.DistanceMeters < farthest { // 0 is an unknown one
			return fmt.Errorf("point %s is %d metres away, and comes after one of %d: nearest first", point.ID, point.DistanceMeters, farthest)
		}
		farthest = max(farthest, point.DistanceMeters)
	}
	return nil
}

// checkOwnPlaces chooses each place that the plugin names near the example's address, as a customer does.
func checkOwnPlaces(ctx context.Context, p sdk.Plugin, t Target) error {
	near := t.Shipping.Options.Address
	if near == nil {
		return Skip("the example has no address to search around")
	}
	var wrong []error
	for kind := range placeKinds {
		points, err := p.Shipping.PickupPoints(ctx, shipping.PickupPointsRequest{Kind: kind, Near: near, Limit: 3})
		if err != nil || kind == base.DeliveryPickup { // a store's options are for any address
			continue
		}
		for _, point := range points {
			if err := choose(ctx, p, t, kind, point); err != nil {
				wrong = append(wrong, fmt.Errorf("point %s: %w", point.ID, err))
			}
		}
	}
	return errors.Join(wrong...) // who names no place has none that could be chosen
}

// choose sends the example to a place.
func choose(ctx context.Context, p sdk.Plugin, t Target, kind base.DeliveryKind, point shipping.PickupPoint) error {
	to := *point.Address
	to.FirstName, to.LastName, to.Phone = "Kim", "Muster", "+49301234567"
	if kind == base.DeliveryPackstation {
		to.PostNumber = "123456784"
	}
	r := t.Shipping.Options
	r.Address = &to
	offer, err := p.Shipping.Options(ctx, r)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	n := slices.IndexFunc(offer.Options, func(o shipping.Option) bool { return o.Kind == kind })
	if n < 0 {
		return fmt.Errorf("no option of kind %d is offered for it: a customer who chose it could not go on", kind)
	}
	v, err := p.Shipping.ValidateAddress(ctx, shipping.ValidateAddressRequest{OptionID: offer.Options[n].ID, Address: &to})
	if notSupported(err) {
		return nil
	}
	if err != nil || !v.Deliverable {
		return failed(err, "it is not deliverable: %+v", v.Fields)
	}
	return nil
}

// soundScan holds a scan against what the shop keeps.
func soundScan(s shipping.Scan) error {
	if s.ID == "" || s.TrackingNumber == "" || s.State <= shipping.ParcelUnspecified || s.State > shipping.ParcelReturned {
		return fmt.Errorf("scan %+v: id, tracking number and a state of the contract", s)
	}
	return keepable("a scan's id", s.ID)
}

// soundTrack holds the way of a parcel against the contract.
func soundTrack(t shipping.Track) error {
	seen := map[string]bool{}
	for n, s := range t.Scans {
		if err := soundScan(s); err != nil {
			return err
		}
		if seen[s.ID] {
			return fmt.Errorf("two scans have the id %q, and the shop keeps one of them", s.ID)
		}
		seen[s.ID] = true
		if n > 0 && s.OccurredAt.Before(t.Scans[n-1].OccurredAt) {
			return fmt.Errorf("scan %q of %s comes after one of %s: oldest first", s.ID, s.OccurredAt, t.Scans[n-1].OccurredAt)
		}
	}
	return nil
}

// addressNames are the names that the verdict on an address may use; the shop shows nothing at a field of another.
var addressNames = []string{
	"company", "first_name", "last_name", "street", "street_number", "postal_code", "city", "country", "phone", "post_number", "point_id",
}

// checkForeignPlace chooses a parcel shop that no carrier has.
func checkForeignPlace(ctx context.Context, p sdk.Plugin, t Target) error {
	if t.Shipping.Options.Address == nil {
		return Skip("the example has no address")
	}
	r, to := t.Shipping.Options, *t.Shipping.Options.Address
	r.Address, to.Kind, to.PointID = &to, base.AddressParcelShop, "a place of another carrier"
	offer, err := p.Shipping.Options(ctx, r)
	if err != nil {
		return nil // it refuses, which is as good as offering nothing
	}
	for _, o := range offer.Options {
		if o.Kind == base.DeliveryParcelShop {
			return fmt.Errorf("option %q is for a place whose id, %q, is none of the carrier's", o.ID, to.PointID)
		}
	}
	return nil
}

func checkAddress(ctx context.Context, p sdk.Plugin, t Target) error {
	if t.Shipping.Shipment.Recipient == nil {
		return Skip("the example has no recipient")
	}
	r := shipping.ValidateAddressRequest{OptionID: t.Shipping.Shipment.OptionID, Address: t.Shipping.Shipment.Recipient}
	v, err := p.Shipping.ValidateAddress(ctx, r)
	if notSupported(err) {
		return Skip("addresses are not checked")
	}
	if err != nil || !v.Deliverable {
		return failed(err, "the example's recipient is not deliverable: %+v", v.Fields)
	}
	r.Address = &base.Address{FirstName: "A", LastName: "B", Country: "XX"}
	if v, err = p.Shipping.ValidateAddress(ctx, r); err == nil && v.Deliverable {
		return errors.New("an address without a street, in no country, is deliverable")
	}
	for _, f := range v.Fields {
		if !slices.Contains(addressNames, f.Name) {
			return fmt.Errorf("field %q: a name of the contract's Address, such as %q, or no form shows it", f.Name, "postal_code")
		}
	}
	return nil
}

// checkDelivered ships, delivers, and follows the parcel.
func checkDelivered(ctx context.Context, p sdk.Plugin, t Target) error {
	r := t.parcel()
	s, err := p.Shipping.CreateShipment(ctx, r)
	if err != nil {
		return err
	}
	if err := whole(s, r); err != nil {
		return err
	}
	where := shipping.TrackRequest{TrackingNumber: s.Packages[0].TrackingNumber, Locale: "de-DE"}
	if r.Recipient != nil {
		where.PostalCode = r.Recipient.PostalCode
	}
	track, err := p.Shipping.Track(ctx, where)
	if notSupported(err) {
		return Skip("parcels are not tracked")
	}
	if err != nil || !track.Known {
		return failed(err, "a parcel with a label is not known: %+v", track)
	}
	if t.Shipping.Deliver == "" {
		return nil
	}
	if _, err := t.World.act(ctx, s.Reference, t.Shipping.Deliver); err != nil {
		return err
	}
	return until(ctx, func() error {
		track, err := p.Shipping.Track(ctx, where)
		if err != nil || track.State != shipping.ParcelDelivered || len(track.Scans) == 0 {
			return failed(err, "a delivered parcel: state %d with %d scans", track.State, len(track.Scans))
		}
		return soundTrack(track)
	})
}

// shippingNotice gives how to come by a genuine notification.
func shippingNotice(t Target) genuine {
	switch {
	case t.Shipping.Webhook != nil:
		return func(context.Context, sdk.Plugin, Target) (base.WebhookRequest, error) {
			return t.Shipping.Webhook(), nil
		}
	case t.World == nil || !t.Shipping.Webhooks || t.Shipping.Shipment == nil:
		return nil
	}
	return func(ctx context.Context, p sdk.Plugin, t Target) (base.WebhookRequest, error) {
		s, err := p.Shipping.CreateShipment(ctx, t.parcel())
		if err == nil {
			_, err = t.World.act(ctx, s.Reference, t.Shipping.Deliver)
		}
		if err != nil {
			return base.WebhookRequest{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, settling)
		defer cancel()
		for next := 0; ; {
			mail, more := t.World.Inbox.look()
			for ; next < len(mail); next++ {
				if a, err := p.Shipping.HandleWebhook(ctx, mail[next]); err == nil && len(a.Scans) > 0 {
					return mail[next], nil
				}
			}
			select {
			case <-more:
			case <-ctx.Done():
				return base.WebhookRequest{}, errors.New("no webhook gave a scan")
			}
		}
	}
}

// shippingDeeds gives what a shipping plugin does at its carrier.
func shippingDeeds(t Target) []deed {
	shipments := func(ctx context.Context) (int, bool) { return t.World.count(ctx, "shipment") }
	none := func(context.Context) (int, bool) { return 0, false }
	return []deed{
		{"ship", func(context.Context, sdk.Plugin) (*doing, error) {
			r := t.parcel()
			return &doing{effect: shipments,
				try: func(ctx context.Context, p sdk.Plugin) (answer, error) {
					_, err := p.Shipping.CreateShipment(ctx, r)
					return answer{err: err}, nil
				},
				prove: func(ctx context.Context, p sdk.Plugin) error {
					var s shipping.Shipment
					err := repeat(ctx, func() error {
						var err error
						s, err = p.Shipping.CreateShipment(ctx, r)
						return err
					})
					if err != nil {
						return fmt.Errorf("ship, with the same key: %w", err)
					}
					return whole(s, r)
				}}, nil
		}},
		{"cancel", func(ctx context.Context, p sdk.Plugin) (*doing, error) {
			s, err := p.Shipping.CreateShipment(ctx, t.parcel())
			r := shipping.CancelRequest{IdempotencyKey: s.Reference + "-cancel", Reference: s.Reference}
			cancel := func(ctx context.Context, p sdk.Plugin) error {
				err := p.Shipping.Cancel(ctx, r)
				if notSupported(err) {
					return Skip("cancel is not supported")
				}
				return err
			}
			return &doing{effect: none,
				try: func(ctx context.Context, p sdk.Plugin) (answer, error) { return answer{err: cancel(ctx, p)}, nil },
				prove: func(ctx context.Context, p sdk.Plugin) error {
					return repeat(ctx, func() error { return cancel(ctx, p) })
				}}, err
		}},
		{"track", func(ctx context.Context, p sdk.Plugin) (*doing, error) {
			parcel := t.parcel()
			s, err := p.Shipping.CreateShipment(ctx, parcel)
			if err == nil {
				err = whole(s, parcel)
			}
			if err != nil {
				return nil, err
			}
			r := shipping.TrackRequest{TrackingNumber: s.Packages[0].TrackingNumber, Locale: "de-DE"}
			if parcel.Recipient != nil {
				r.PostalCode = parcel.Recipient.PostalCode
			}
			track := func(ctx context.Context, p sdk.Plugin) (known bool, err error) {
				k, err := p.Shipping.Track(ctx, r)
				if notSupported(err) {
					return false, Skip("parcels are not tracked")
				}
				return k.Known, err
			}
			return &doing{effect: none,
				try: func(ctx context.Context, p sdk.Plugin) (answer, error) {
					known, err := track(ctx, p)
					return answer{text: "that the parcel is not known", refused: err == nil && !known, err: err}, nil
				},
				prove: func(ctx context.Context, p sdk.Plugin) error {
					return repeat(ctx, func() error {
						known, err := track(ctx, p)
						if err == nil && !known {
							return final{errors.New("the parcel is not known")}
						}
						return err
					})
				}}, nil
		}},
	}
}
