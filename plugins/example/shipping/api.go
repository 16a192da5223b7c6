package main

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// api speaks to Muster.
type api struct {
	client     *provider.Client
	webhookKey base.Secret
}

func newAPI(c base.Config) *api {
	return &api{webhookKey: c.Secret("webhook_key"), client: provider.New(provider.Config{
		BaseURL: c.String("api_url"), UserAgent: "kontor-" + name + "/" + version, Timeout: c.Duration("timeout"), Redactor: c.Redactor(),
		Authorize: bearer(c.Secret("api_key")),
	})}
}

// bearer adds the key to a request.
func bearer(key base.Secret) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key.Reveal())
		return nil
	}
}

// scan is one event of a parcel, in answers and in webhooks.
type scan struct {
	ID     string    `json:"id"`
	Parcel string    `json:"parcel"`
	State  string    `json:"state"`
	At     time.Time `json:"at"`
	Place  string    `json:"place"`
}

// states translates Muster's words.
var states = map[string]shipping.ParcelState{
	"announced": shipping.ParcelAnnounced, "transit": shipping.ParcelInTransit, "delivered": shipping.ParcelDelivered,
	"failed": shipping.ParcelFailed,
}

func (s scan) out() shipping.Scan {
	return shipping.Scan{ID: s.ID, TrackingNumber: s.Parcel, State: states[s.State], OccurredAt: s.At, Place: s.Place}
}

func (a *api) ship(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	grams := make([]int64, len(r.Parcels))
	for i, p := range r.Parcels {
		grams[i] = p.WeightGrams
	}
	var out struct {
		ID      string `json:"id"`
		Parcels []struct {
			Number string `json:"number"`
			Label  []byte `json:"label"` // base64 of a PDF
		} `json:"parcels"`
	}
	_, err := a.client.Do(ctx, provider.Call{
		Method: http.MethodPost, Path: "/v1/shipments", Header: http.Header{"Idempotency-Key": {r.IdempotencyKey}}, Idempotent: true, Into: &out,
		JSON: map[string]any{"order": r.OrderNumber, "grams": grams, "to": map[string]string{
			"name": r.Recipient.FirstName + " " + r.Recipient.LastName, "street": r.Recipient.Street + " " + r.Recipient.StreetNumber,
			"postal_code": r.Recipient.PostalCode, "city": r.Recipient.City,
		}},
	})
	if err != nil {
		return shipping.Shipment{}, err
	}
	s := shipping.Shipment{Reference: out.ID}
	for _, p := range out.Parcels {
		s.Packages = append(s.Packages, shipping.Package{TrackingNumber: p.Number, LabelType: "application/pdf", Label: p.Label})
	}
	return s, nil
}

func (a *api) cancel(ctx context.Context, id string) error {
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodDelete, Path: "/v1/shipments/" + url.PathEscape(id), Idempotent: true})
	if provider.Status(err) == http.StatusConflict {
		return base.CallerFault("too_late", "the parcel is on its way")
	}
	return err
}

func (a *api) track(ctx context.Context, number string) (shipping.Track, error) {
	var out struct {
		State string `json:"state"`
		Scans []scan `json:"scans"`
	}
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/v1/parcels/" + url.PathEscape(number), Into: &out})
	if provider.Status(err) == http.StatusNotFound {
		return shipping.Track{}, nil
	}
	if err != nil {
		return shipping.Track{}, err
	}
	t := shipping.Track{Known: true, State: states[out.State]}
	for _, s := range out.Scans {
		t.Scans = append(t.Scans, s.out())
	}
	return t, nil
}
