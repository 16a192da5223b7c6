package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// HandleWebhook believes the signature alone: Muster-Signature is the hex HMAC-SHA256 of the body, which is one scan.
func (p *carrier) HandleWebhook(_ context.Context, r base.WebhookRequest) (shipping.WebhookAnswer, error) {
	mac := hmac.New(sha256.New, []byte(p.api.Load().webhookKey.Reveal()))
	mac.Write(r.Body)
	sent, err := hex.DecodeString(r.Headers.Get("Muster-Signature"))
	if err != nil || !hmac.Equal(sent, mac.Sum(nil)) {
		return shipping.WebhookAnswer{}, base.Forged("the signature is wrong")
	}
	var s scan
	if err := json.Unmarshal(r.Body, &s); err != nil {
		return shipping.WebhookAnswer{}, base.CallerFault("webhook_unreadable", "a signed notification is not JSON")
	}
	if states[s.State] == shipping.ParcelUnspecified || s.ID == "" {
		return shipping.WebhookAnswer{}, nil // what means nothing to the shop, or cannot be told from others
	}
	return shipping.WebhookAnswer{Scans: []shipping.Scan{s.out()}}, nil
}
