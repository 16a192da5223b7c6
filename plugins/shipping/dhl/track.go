package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

type trackAnswer struct {
	Shipments []struct {
		ID        string       `json:"id"`
		Status    trackEvent   `json:"status"`
		Estimated string       `json:"estimatedTimeOfDelivery"`
		Events    []trackEvent `json:"events"`
	} `json:"shipments"`
}

type trackEvent struct {
	Timestamp   string `json:"timestamp"`
	StatusCode  string `json:"statusCode"`
	Description string `json:"description"`
	Location    struct {
		Address struct {
			Locality string `json:"addressLocality"`
		} `json:"address"`
	} `json:"location"`
}

// states translates DHL's status codes; "unknown" stays unspecified.
var states = map[string]shipping.ParcelState{
	"pre-transit": shipping.ParcelAnnounced, "transit": shipping.ParcelInTransit,
	"delivered": shipping.ParcelDelivered, "failure": shipping.ParcelFailed,
}

// Track asks where a parcel is.
func (p *plugin) Track(ctx context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	if r.TrackingNumber == "" {
		return shipping.Track{}, base.CallerFault("invalid_request", "a tracking number is needed")
	}
	language := "de"
	if len(r.Locale) >= 2 {
		language = r.Locale[:2]
	}
	return p.account.Load().track(ctx, r.TrackingNumber, r.PostalCode, language)
}

func (a *account) track(ctx context.Context, number, postalCode, language string) (shipping.Track, error) {
	query := url.Values{"trackingNumber": {number}, "service": {"parcel-de"}, "language": {language}}
	if postalCode != "" {
		query.Set("recipientPostalCode", postalCode)
	}
	var answer trackAnswer
	_, err := a.tracking.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/shipments", Query: query, Into: &answer})
	if provider.Status(err) == http.StatusNotFound {
		return shipping.Track{}, nil
	}
	if err != nil || len(answer.Shipments) == 0 {
		return shipping.Track{}, err
	}
	found := answer.Shipments[0]
	t := shipping.Track{Known: true, State: states[found.Status.StatusCode], EstimatedAt: localTime(found.Estimated)}
	for _, e := range found.Events {
		t.Scans = append(t.Scans, shipping.Scan{ID: number + " " + e.Timestamp + " " + e.StatusCode, TrackingNumber: number,
			State: states[e.StatusCode], OccurredAt: localTime(e.Timestamp), Place: e.Location.Address.Locality, Description: e.Description})
	}
	slices.Reverse(t.Scans) // DHL lists the newest first, and its times are not fine enough to tell all apart
	slices.SortStableFunc(t.Scans, func(x, y shipping.Scan) int { return x.OccurredAt.Compare(y.OccurredAt) })
	return t, nil
}

// localTime reads ISO 8601 with or without a zone; without one it is German time. What cannot be read is the zero time.
func localTime(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02"} {
		if at, err := time.ParseInLocation(layout, text, shipping.Germany); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}
