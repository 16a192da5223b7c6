package main

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

type alertRequest struct {
	Locale             string   `json:"locale"`
	CountryCode        string   `json:"countryCode"`
	TrackingNumberList []string `json:"trackingNumberList"`
}

// subscribeTimeout is short: the labels are made, and who waits for them waits for no comfort.
const subscribeTimeout = 3 * time.Second

// subscribe asks UPS to report on parcels for the next 14 days. Reports are a comfort, Track works without: a failure is
// only logged.
func (a *account) subscribe(ctx context.Context, numbers []string) {
	if a.credential == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, subscribeTimeout)
	defer cancel()
	_, err := a.api.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/api/track/v2/subscription/standard/package",
		JSON: alertRequest{Locale: "de_DE", CountryCode: "DE", TrackingNumberList: numbers}})
	if err != nil {
		slog.WarnContext(ctx, "UPS takes no subscription", "error", err)
	}
}

// HandleWebhook takes a Track Alert. It has no signature: the credential proves the sender, and what is told is read again
// from the Tracking API, so that nothing of the body but the number is believed.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (shipping.WebhookAnswer, error) {
	a := p.account.Load()
	want := []byte("Bearer " + a.credential.Reveal())
	if a.credential == "" || subtle.ConstantTimeCompare([]byte(r.Headers.Get("Authorization")), want) != 1 {
		return shipping.WebhookAnswer{}, base.Forged("the credential is missing or wrong")
	}
	number, err := alerted(r.Body)
	if err != nil {
		return shipping.WebhookAnswer{}, err
	}
	track, _, err := a.track(ctx, number, "de_DE")
	if err != nil {
		return shipping.WebhookAnswer{}, err
	}
	if !track.Known {
		return shipping.WebhookAnswer{}, base.Forged("UPS does not know the parcel")
	}
	scans := slices.DeleteFunc(track.Scans, func(s shipping.Scan) bool { return s.State == shipping.ParcelUnspecified })
	return shipping.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}, Scans: scans}, nil
}

// alerted gives the tracking number of a Track Alert, or base.Forged.
func alerted(body []byte) (string, error) {
	var alert struct {
		TrackingNumber string `json:"trackingNumber"`
		ActivityStatus *struct {
			Type string `json:"type"`
		} `json:"activityStatus"`
	}
	if json.Unmarshal(body, &alert) != nil || alert.ActivityStatus == nil || !numberForm.MatchString(alert.TrackingNumber) {
		return "", base.Forged("not a Track Alert of UPS")
	}
	return alert.TrackingNumber, nil
}
