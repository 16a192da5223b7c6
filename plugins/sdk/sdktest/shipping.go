package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

func shippingChecks(t Target) []Check {
	const none = "the plugin makes no shipments"
	ships := t.Shipping.Shipment != nil
	checks := []Check{
		{Name: "shipping options", Proves: "Every option has texts, a kind, a carrier, a fee and days that make sense, and comes while a shopper waits.", Run: with(checkOptions)},
		{Name: "shipping scope", Proves: "What is offered for the whole of a scope is offered at its ends, and to another address in its area.", Run: with(checkScope)},
		{Name: "pickup points", Proves: "Pickup points have an id, a name and a place, the nearest comes first, and no more come than were asked for.", Run: with(checkPoints)},
		{Name: "places of its own", After: "pickup points", Proves: "For a place that the plugin names something is offered, and the address is deliverable.", Run: with(checkOwnPlaces)},
		{Name: "places of others", Proves: "Nothing is offered for a parcel shop of another carrier.", Run: with(checkForeignPlace)},
		Check{Name: "addresses", Proves: "The example's address is deliverable, and one that is nowhere is not.", Run: with(checkAddress)}.unless(ships, none),
		Check{Name: "shipment once per key", Proves: "The same key, many times at once, gives one shipment with a label for each parcel.", Run: with(checkShipment)}.unless(ships, none),
		Check{Name: "shipment cancelled twice", Proves: "Cancelling again succeeds.", Run: with(checkCancel)}.unless(ships, none),
		Check{Name: "shipment refuses nonsense", Proves: "An unknown option ships nothing, and an unknown parcel is not known.", Run: with(checkBadShipment)}.unless(ships, none),
		Check{Name: "shipment to its end", Proves: "A parcel that the carrier delivers is tracked as delivered.", Run: with(checkDelivered)}.
			unless(ships, none).unless(t.World != nil, noWorld),
	}
	if ships {
		checks = append(checks, faultChecks("shipping", "shipment to its end", t, shippingDeeds)...)
	}
	return append(checks, webhookChecks("shipping", "shipment to its end", false, shippingNotice(t),
		func(ctx context.Context, p sdk.Plugin, r base.WebhookRequest) ([]string, error) {
			a, err := p.Shipping.HandleWebhook(ctx, r)
			var ids []string
			for _, s := range a.Scans {
				if err := soundScan(s); err != nil {
					return nil, err
				}
				ids = append(ids, s.ID)
			}
			return ids, cmp.Or(err, soundReply(a.Reply))
		})...)
}

// shopperWaits is how long the shop gives a carrier for what a shopper waits for.
const shopperWaits = 2 * time.Second

func checkOptions(ctx context.Context, p sdk.Plugin, t Target) error {
	offer, err := timely("options", shopperWaits, func() (shipping.Offer, error) { return p.Shipping.Options(ctx, t.Shipping.Options) })
	if err != nil {
		return err
	}
	if len(offer.Options) == 0 {
		return errors.New("the example has no option")
	}
	var wrong []error
	if len(offer.Options) > shipping.MaxOptions {
		wrong = append(wrong, fmt.Errorf("%d options: at most %d", len(offer.Options), shipping.MaxOptions))
	}
	seen := map[string]bool{}
	for _, o := range offer.Options {
		if !codeForm.MatchString(o.ID) || seen[o.ID] {
			wrong = append(wrong, fmt.Errorf("option %q: lower case, and once", o.ID))
		}
		seen[o.ID] = true
		wrong = append(wrong, checkText(o.ID+" title", o.Title), checkText(o.ID+" delivery note", o.DeliveryNote),
			checkImage(o.ID+" logo", o.Logo))
		if len(o.Hint) > 0 {
			wrong = append(wrong, checkText(o.ID+" hint", o.Hint))
		}
		if o.Kind < base.DeliveryHome || o.Kind > base.DeliveryFreight || o.Carrier == "" || (base.Text{"": o.Carrier}).TooLong() {
			wrong = append(wrong, fmt.Errorf("option %q: a kind of the contract, %d is none, and the carrier's name", o.ID, o.Kind))
		}
		if o.Fee.Minor < 0 || !o.Fee.IsSet() {
			wrong = append(wrong, fmt.Errorf("option %q: fee %+v: not negative, and with a currency", o.ID, o.Fee))
		}
		if value := t.Shipping.Options.GoodsTotal; value.IsSet() && o.Fee.Currency != value.Currency {
			wrong = append(wrong, fmt.Errorf("option %q: fee %+v: in the currency of the goods, %s, or it is never offered", o.ID, o.Fee, value.Currency))
		}
		if o.MinDays < 0 || o.MaxDays < o.MinDays {
			wrong = append(wrong, fmt.Errorf("option %q: %d to %d days", o.ID, o.MinDays, o.MaxDays))
		}
	}
	again, err := p.Shipping.Options(ctx, t.Shipping.Options)
	if err != nil || !reflect.DeepEqual(offer, again) {
		wrong = append(wrong, errors.New("options: the same answer to the same question"))
	}
	return errors.Join(wrong...)
}

func checkShipment(ctx context.Context, p sdk.Plugin, t Target) error {
	const at = 4
	r := t.parcel()
	shipments, failures := make([]shipping.Shipment, at), make([]error, at)
	var wg sync.WaitGroup
	for i := range at {
		wg.Go(func() { shipments[i], failures[i] = p.Shipping.CreateShipment(ctx, r) })
	}
	wg.Wait()
	last, err := p.Shipping.CreateShipment(ctx, r)
	if err != nil {
		return err
	}
	if err := whole(last, r); err != nil {
		return err
	}
	var wrong []error
	for i, s := range shipments {
		var e *base.Error
		if errors.As(failures[i], &e) && e.Retryable {
			continue // "busy with the same key" is allowed while it runs
		}
		if failures[i] != nil || s.Reference != last.Reference {
			wrong = append(wrong, failed(failures[i], "the same key again: want shipment %q, got %q", last.Reference, s.Reference))
		}
	}
	return errors.Join(wrong...)
}

// What the shop takes of a package.
var (
	trackingNumberForm = regexp.MustCompile(`^[A-Za-z0-9 ._:/+#-]{0,100}$`)
	labelForm          = regexp.MustCompile(`^(application|image)/[a-z0-9.+-]+$`)
)

// A whole answer is 4 MiB at most.
const (
	maxLabel  = 2 << 20
	maxLabels = 3 << 20
)

// parcel gives the example with a key of its own.
func (t Target) parcel() shipping.ShipmentRequest {
	r := *t.Shipping.Shipment
	key := nextKey()
	r.IdempotencyKey, r.OrderNumber = "verify-"+key, "V"+key
	return r
}

func whole(s shipping.Shipment, r shipping.ShipmentRequest) error {
	if s.Reference == "" || len(s.Packages) != len(r.Parcels) {
		return fmt.Errorf("shipment %q with %d packages: a reference, and %d packages", s.Reference, len(s.Packages), len(r.Parcels))
	}
	if err := keepable("a shipment's reference", s.Reference); err != nil {
		return err
	}
	labels := 0
	for _, p := range s.Packages {
		labels += len(p.Label)
		if !trackingNumberForm.MatchString(p.TrackingNumber) {
			return fmt.Errorf("tracking number %q: up to 100 Latin letters, digits, spaces and ._:/+#-", p.TrackingNumber)
		}
		if u, err := url.Parse(p.TrackingURL); p.TrackingURL != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
			return fmt.Errorf("tracking url %q: the address of a page, or customers get none", p.TrackingURL)
		}
		if len(p.Label) > 0 && !labelForm.MatchString(p.LabelType) {
			return fmt.Errorf("label type %q: the media type of what a printer takes, application/pdf", p.LabelType)
		}
		if len(p.Label) > maxLabel {
			return fmt.Errorf("a label of %d bytes: at most %d", len(p.Label), maxLabel)
		}
	}
	if labels > maxLabels {
		return fmt.Errorf("labels of %d bytes in all: at most %d", labels, maxLabels)
	}
	return nil
}

func checkCancel(ctx context.Context, p sdk.Plugin, t Target) error {
	s, err := p.Shipping.CreateShipment(ctx, t.parcel())
	if err != nil {
		return err
	}
	for range 3 {
		err := p.Shipping.Cancel(ctx, shipping.CancelRequest{IdempotencyKey: s.Reference + "-cancel", Reference: s.Reference})
		if errors.Is(err, &base.Error{Code: base.CodeNotSupported}) {
			return Skip("cancel is not supported")
		}
		if err != nil {
			return fmt.Errorf("cancel, and again: %w", err)
		}
	}
	return nil
}

func checkBadShipment(ctx context.Context, p sdk.Plugin, t Target) error {
	r := t.parcel()
	r.OptionID = "no_such_option"
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
