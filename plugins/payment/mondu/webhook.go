package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const signatureHeader = "X-Mondu-Signature"

type notification struct {
	Topic     string `json:"topic"`
	OrderUUID string `json:"order_uuid"`
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
	topic := strings.Replace(n.Topic, "cancelled", "canceled", 1) // Mondu spells the one of its payouts that way
	kind, known := kinds[topic]
	if !known || n.OrderUUID == "" {
		return answer, nil
	}
	// Mondu numbers no notifications: an order goes through each of these once.
	e := payment.Event{ID: n.OrderUUID + " " + topic, Kind: kind, Reference: n.OrderUUID, OccurredAt: r.ReceivedAt}
	switch kind {
	case payment.EventAuthorized:
		o, err := a.read(ctx, n.OrderUUID) // the notification does not tell the amount
		if err != nil {
			return payment.WebhookAnswer{}, err
		}
		held, ok := o.outcome(base.Money{}).(payment.Authorized)
		if !ok {
			return answer, nil // it came late: the order has ended since, of which Mondu tells as well
		}
		e.Amount = held.Amount
	case payment.EventDeclined:
		e.Code = payment.CodeRisk // as the order itself, which does not tell the reason, is read
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
