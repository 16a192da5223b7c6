package main

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// HandleWebhook proves a notification and reads the payment that it names, because a notification carries no status that
// could be relied on. Kinds that are not about payments mean nothing to the shop.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	id, stamp := r.Headers.Get("X-Aiia-EventId"), r.Headers.Get("X-Aiia-TimeStamp")
	signature := signed(a.webhookSecret.Reveal(), stamp, id, r.Headers.Get("X-Aiia-Event"), r.Body)
	if id == "" || !hmac.Equal([]byte(signature), []byte(r.Headers.Get("X-Aiia-Signature"))) {
		return payment.WebhookAnswer{}, base.Forged("the signature does not fit")
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	reference, err := paymentOf(r.Body)
	if err != nil || reference == "" {
		return answer, err
	}
	found, known, err := a.api.read(ctx, reference)
	if err != nil || !known {
		return answer, err
	}
	o, err := a.outcome(reference, found, base.Money{})
	if err != nil {
		return answer, err
	}
	e := payment.Event{ID: id, Reference: reference}
	if seconds, err := strconv.ParseInt(stamp, 10, 64); err == nil {
		e.OccurredAt = time.Unix(seconds, 0).UTC()
	}
	switch o := o.(type) {
	case payment.Authorized:
		e.Kind, e.Amount, e.OperationReference = payment.EventCaptured, o.Amount, reference
	case payment.Pending:
		e.Kind = payment.EventPending
	case payment.Declined:
		e.Kind, e.Code = payment.EventDeclined, o.Code
	default:
		return answer, nil // not decided yet
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}

// signed is Aiia's signature: the HMAC-SHA256 of time, event id, event type and body, in small hexadecimal digits.
func signed(secret, stamp, id, kind string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "|" + id + "|" + kind + "|"))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// paymentOf gives the payment's id. The body has one property, named after the kind of notification, with the id in it or
// in its "data".
func paymentOf(body []byte) (string, error) {
	var kinds map[string]struct {
		PaymentID string `json:"paymentId"`
		Data      struct {
			PaymentID string `json:"paymentId"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &kinds); err != nil {
		return "", base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	for kind, about := range kinds {
		if id := cmp.Or(about.Data.PaymentID, about.PaymentID); strings.Contains(strings.ToLower(kind), "payment") && id != "" {
			return id, nil
		}
	}
	return "", nil
}
