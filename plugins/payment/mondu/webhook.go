package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const signatureHeader = "X-Mondu-Signature"

type notification struct {
	Topic     string `json:"topic"`
	OrderUUID string `json:"order_uuid"`
	Reason    string `json:"reason"`
}

// kinds translates the topics. What the buyer authorized still has to be confirmed. Invoices and credit notes are the shop's
// own doing, and what the buyer pays later is owed to Mondu, so those topics mean nothing here.
var kinds = map[string]payment.EventKind{
	"order/authorized": payment.EventApproved,
	"order/pending":    payment.EventPending,
	"order/confirmed":  payment.EventAuthorized,
	"order/declined":   payment.EventDeclined,
	"order/canceled":   payment.EventVoided,
}

// HandleWebhook proves that a notification is Mondu's and says what happened.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	if err := a.genuine(ctx, r); err != nil {
		return payment.WebhookAnswer{}, err
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	var n notification
	if err := json.Unmarshal(r.Body, &n); err != nil {
		return payment.WebhookAnswer{}, base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	kind, known := kinds[n.Topic]
	if !known || n.OrderUUID == "" {
		return answer, nil
	}
	// Mondu numbers no notifications: an order goes through each of these once.
	e := payment.Event{ID: n.OrderUUID + " " + n.Topic, Kind: kind, Reference: n.OrderUUID, OccurredAt: r.ReceivedAt}
	switch kind {
	case payment.EventAuthorized:
		o, err := a.read(ctx, n.OrderUUID) // the notification does not tell the amount
		if err != nil {
			return payment.WebhookAnswer{}, err
		}
		e.Amount = o.amount(base.Money{})
	case payment.EventDeclined:
		e.Code = payment.CodeRefused
		if n.Reason == "buyer_fraud" {
			e.Code = payment.CodeRisk
		}
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}

// genuine checks the signature: HMAC-SHA-256 of the body with the merchant's webhook secret, in hexadecimal.
func (a *account) genuine(ctx context.Context, r base.WebhookRequest) error {
	given, err := hex.DecodeString(r.Headers.Get(signatureHeader))
	if err != nil || len(given) != sha256.Size {
		return base.Forged("it is not signed")
	}
	secret, fresh, err := a.hooks.secret(ctx, false)
	if err != nil {
		return err
	}
	if signed(secret, r.Body, given) {
		return nil
	}
	if !fresh { // it may have been changed at Mondu since it was read
		if secret, fresh, err = a.hooks.secret(ctx, true); err != nil {
			return err
		}
		if fresh && signed(secret, r.Body, given) {
			return nil
		}
	}
	return base.Forged("the signature is not Mondu's")
}

func signed(secret base.Secret, body, given []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret.Reveal()))
	mac.Write(body)
	return secret != "" && hmac.Equal(mac.Sum(nil), given)
}
