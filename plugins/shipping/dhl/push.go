package main

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// tokenHeader carries the token that DHL is told to send with every notification.
const tokenHeader = "X-Kontor-Token"

// subscribeTimeout is short: the labels are made, and who waits for them waits for no comfort.
const subscribeTimeout = 3 * time.Second

// mostSubscribed is how many shipments one subscription may name.
const mostSubscribed = 10

type subscriptionRequest struct {
	Hook        hook     `json:"hook"`
	Format      string   `json:"format"`
	Type        string   `json:"type"`
	Service     string   `json:"service"`
	Events      []string `json:"events"`
	ShipmentIDs []string `json:"shipmentIDs"`
}

type hook struct {
	URI            string         `json:"uri"`
	Authentication authentication `json:"authentication"`
}

type authentication struct {
	Type   string `json:"type"`
	Header string `json:"header"`
	Token  string `json:"token"`
}

// notification is what DHL sends: a secret to prove that the address is ours, word that the subscription is ready, or
// news of shipments.
type notification struct {
	Scope     string `json:"scope"`
	Self      string `json:"self"` // address of the subscription
	Secret    string `json:"secret"`
	Shipments []struct {
		ID string `json:"id"`
	} `json:"shipments"`
}

// subscribe asks DHL to report on shipments. Reports are a comfort, Track works without: a failure is only logged.
func (a *account) subscribe(ctx context.Context, numbers []string) {
	if a.webhookURL == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, subscribeTimeout)
	defer cancel()
	for batch := range slices.Chunk(numbers, mostSubscribed) {
		request := subscriptionRequest{
			Hook:   hook{URI: a.webhookURL, Authentication: authentication{Type: "ApiKeyAuthentication", Header: tokenHeader, Token: a.webhookToken.Reveal()}},
			Format: "Default", Type: "Shipment", Service: "parcel-de", ShipmentIDs: batch,
			Events: []string{"Pre-Transit", "Transit", "Delivered", "Failure", "Unknown"},
		}
		if _, err := a.push.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/subscription", JSON: request}); err != nil {
			slog.WarnContext(ctx, "DHL takes no subscription", "error", err)
			return
		}
	}
}

// HandleWebhook takes a notification of Unified Push. It has no signature: the token proves the sender, and what is told
// is read again from the tracking interface, so that nothing of the body but shipment numbers is believed.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (shipping.WebhookAnswer, error) {
	a := p.account.Load()
	token := []byte(a.webhookToken.Reveal())
	if len(token) == 0 || subtle.ConstantTimeCompare([]byte(r.Headers.Get(tokenHeader)), token) != 1 {
		return shipping.WebhookAnswer{}, base.Forged("the token is missing or wrong")
	}
	n, id, err := a.read(r.Body)
	if err != nil {
		return shipping.WebhookAnswer{}, err
	}
	ok := shipping.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	switch n.Scope {
	case "subscription.validate":
		return ok, a.activate(ctx, id, n.Secret)
	case "subscription.push":
		for _, s := range n.Shipments {
			track, err := a.track(ctx, s.ID, "", "de")
			if err != nil {
				return shipping.WebhookAnswer{}, err
			}
			if !track.Known {
				return shipping.WebhookAnswer{}, base.Forged("DHL does not know the shipment")
			}
			ok.Scans = append(ok.Scans, slices.DeleteFunc(track.Scans, func(s shipping.Scan) bool { return s.State == shipping.ParcelUnspecified })...)
		}
	}
	return ok, nil
}

// read gives a notification and the number of its subscription, or base.Forged.
func (a *account) read(body []byte) (n notification, id string, err error) {
	if err := json.Unmarshal(body, &n); err != nil {
		return n, "", base.Forged("not a notification of DHL")
	}
	id, own := strings.CutPrefix(n.Self, strings.TrimRight(a.pushURL, "/")+"/subscription/")
	if !own || id == "" || strings.ContainsAny(id, "/?#%") {
		return n, "", base.Forged("the notification is of no subscription at DHL")
	}
	for _, s := range n.Shipments {
		if s.ID == "" {
			return n, "", base.Forged("a shipment without a number")
		}
	}
	return n, id, nil
}

// activate answers DHL's question whether the address is ours.
func (a *account) activate(ctx context.Context, id, secret string) error {
	if secret == "" {
		return base.Forged("a validation without a secret")
	}
	_, err := a.push.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/subscription/" + url.PathEscape(id),
		Header: http.Header{"Dhl-Api-Hook-Secret": {secret}}, Idempotent: true})
	return err
}
