package sdktest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

func shippingChecks(t Target) []Check {
	checks := []Check{{"shipping options", with(checkOptions)}}
	if t.Shipping.Shipment != nil {
		checks = append(checks,
			Check{"shipment once per key", with(checkShipment)}, Check{"shipment refuses nonsense", with(checkBadShipment)})
	}
	return append(checks, webhookChecks("shipping", t.Shipping.Webhook,
		func(ctx context.Context, p sdk.Plugin, r base.WebhookRequest) ([]string, error) {
			a, err := p.Shipping.HandleWebhook(ctx, r)
			var ids []string
			for _, s := range a.Scans {
				if s.ID == "" || s.TrackingNumber == "" || s.State == shipping.ParcelUnspecified {
					return nil, fmt.Errorf("scan %+v: id, tracking number and state", s)
				}
				ids = append(ids, s.ID)
			}
			return ids, err
		})...)
}

func checkOptions(ctx context.Context, p sdk.Plugin, t Target) error {
	options, err := p.Shipping.Options(ctx, t.Shipping.Options)
	if err != nil {
		return err
	}
	if len(options) == 0 {
		return errors.New("the example has no option")
	}
	var wrong []error
	seen := map[string]bool{}
	for _, o := range options {
		if !codeForm.MatchString(o.ID) || seen[o.ID] {
			wrong = append(wrong, fmt.Errorf("option %q: lower case, and once", o.ID))
		}
		seen[o.ID] = true
		wrong = append(wrong, checkText(o.ID+" title", o.Title), checkText(o.ID+" delivery note", o.DeliveryNote),
			checkImage(o.ID+" logo", o.Logo))
		if o.Kind == base.DeliveryUnspecified || o.Carrier == "" {
			wrong = append(wrong, fmt.Errorf("option %q: a kind and a carrier", o.ID))
		}
		if o.Fee.Minor < 0 || !o.Fee.IsSet() {
			wrong = append(wrong, fmt.Errorf("option %q: fee %+v: not negative, and with a currency", o.ID, o.Fee))
		}
		if o.MinDays < 0 || o.MaxDays < o.MinDays {
			wrong = append(wrong, fmt.Errorf("option %q: %d to %d days", o.ID, o.MinDays, o.MaxDays))
		}
	}
	again, err := p.Shipping.Options(ctx, t.Shipping.Options)
	if err != nil || !reflect.DeepEqual(options, again) {
		wrong = append(wrong, errors.New("options: the same answer to the same question"))
	}
	return errors.Join(wrong...)
}

func checkShipment(ctx context.Context, p sdk.Plugin, t Target) error {
	r := *t.Shipping.Shipment
	first, err := p.Shipping.CreateShipment(ctx, r)
	if err != nil {
		return err
	}
	if first.Reference == "" || len(first.Packages) != len(r.Parcels) {
		return fmt.Errorf("shipment %q with %d packages: a reference, and %d packages", first.Reference, len(first.Packages), len(r.Parcels))
	}
	second, err := p.Shipping.CreateShipment(ctx, r)
	if err != nil || first.Reference != second.Reference {
		return failed(err, "the same key again: want shipment %q, got %q", first.Reference, second.Reference)
	}
	for range 2 {
		err := p.Shipping.Cancel(ctx, shipping.CancelRequest{IdempotencyKey: r.IdempotencyKey + "-cancel", Reference: first.Reference})
		if err != nil && !errors.Is(err, &base.Error{Code: base.CodeNotSupported}) {
			return fmt.Errorf("cancel, and again: %w", err)
		}
	}
	return nil
}

func checkBadShipment(ctx context.Context, p sdk.Plugin, t Target) error {
	r := *t.Shipping.Shipment
	r.IdempotencyKey, r.OptionID = r.IdempotencyKey+"-nonsense", "no_such_option"
	_, err := p.Shipping.CreateShipment(ctx, r)
	var e *base.Error
	if !errors.As(err, &e) || e.OutcomeUnknown {
		return failed(err, "an unknown option: want an error with a known outcome")
	}
	track, err := p.Shipping.Track(ctx, shipping.TrackRequest{TrackingNumber: "no-such-number", Locale: "de-DE"})
	if err == nil && track.Known {
		return fmt.Errorf("an unknown parcel is known: %+v", track)
	}
	return nil
}

func trackingChecks() []Check {
	return []Check{{"tracking service", with(checkService)}, {"tracking delivery", with(checkDelivery)}}
}

func checkService(ctx context.Context, p sdk.Plugin, _ Target) error {
	s, err := p.Tracking.Service(ctx)
	if err != nil {
		return err
	}
	if s.Name == "" {
		return errors.New("service: the name of the consent that it needs")
	}
	return errors.Join(checkText("title", s.Title), checkText("purpose", s.Purpose))
}

func checkDelivery(ctx context.Context, p sdk.Plugin, _ Target) error {
	good := tracking.Event{
		ID: "0198a000-0000-7000-8000-000000000001", Type: "addToCart", OccurredAt: time.Now().UTC(), VisitorID: "tid-1",
		URL: "https://shop.example/produkte/x", Language: "de", Data: []byte(`{"productIds":[1]}`),
	}
	bad := good
	bad.ID, bad.Data = "0198a000-0000-7000-8000-000000000002", []byte("\x00{")
	batch := tracking.Batch{ID: "batch-1", Events: []tracking.Event{good, bad}}
	for range 2 { // a retry must be answered as the first try
		r, err := p.Tracking.Deliver(ctx, batch)
		if err != nil {
			return fmt.Errorf("one bad event must not stop the batch: %w", err)
		}
		if r.Accepted+len(r.Rejected) != len(batch.Events) || r.Accepted < 1 {
			return fmt.Errorf("%d accepted and %d rejected of %d", r.Accepted, len(r.Rejected), len(batch.Events))
		}
	}
	if r, err := p.Tracking.Deliver(ctx, tracking.Batch{ID: "batch-2"}); err != nil || r.Accepted != 0 {
		return fmt.Errorf("an empty batch: %+v, %w", r, err)
	}
	return nil
}
