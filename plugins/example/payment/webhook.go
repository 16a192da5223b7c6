package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// notification is the body of a webhook. Muster-Signature is the hex HMAC-SHA256 of it.
type notification struct {
	ID       string    `json:"id"`
	Type     string    `json:"type"`
	Payment  string    `json:"payment"`
	Order    string    `json:"order"`
	Amount   int64     `json:"amount"`
	Currency string    `json:"currency"`
	At       time.Time `json:"at"`
}

// kinds translates Muster's events. Others mean nothing to the shop.
var kinds = map[string]payment.EventKind{
	"approved": payment.EventAuthorized, "declined": payment.EventDeclined, "captured": payment.EventCaptured,
	"refunded": payment.EventRefunded, "voided": payment.EventVoided,
}

// HandleWebhook believes the signature alone.
func (p *plugin) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	mac := hmac.New(sha256.New, []byte(p.api.Load().webhookKey.Reveal()))
	mac.Write(r.Body)
	sent, err := hex.DecodeString(r.Headers.Get("Muster-Signature"))
	if err != nil || !hmac.Equal(sent, mac.Sum(nil)) {
		return payment.WebhookAnswer{}, base.Forged("the signature is wrong")
	}
	var n notification
	if err := json.Unmarshal(r.Body, &n); err != nil {
		return payment.WebhookAnswer{}, base.CallerFault("webhook_unreadable", "a signed notification is not JSON")
	}
	kind, known := kinds[n.Type]
	if !known || n.ID == "" {
		return payment.WebhookAnswer{}, nil
	}
	e := payment.Event{
		ID: n.ID, Kind: kind, Reference: n.Payment, OrderNumber: n.Order, OccurredAt: n.At,
		Amount: base.Money{Minor: n.Amount, Currency: n.Currency},
	}
	if kind == payment.EventDeclined {
		e.Code = payment.CodeRefused
	}
	return payment.WebhookAnswer{Events: []payment.Event{e}}, nil
}
