package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// notification tells where an application stands, and of a refund when it is about one.
type notification struct {
	EventID    string    `json:"eventId"`
	OccurredAt time.Time `json:"occurredAt"`
	Refund     *refund   `json:"refund"`
	application
}

// HandleWebhook proves a notification and translates it.
func (p *plugin) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	mac := hmac.New(sha256.New, []byte(p.account.Load().notifyKey.Reveal()))
	mac.Write(r.Body)
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(r.Headers.Get("X-Signature"))) {
		return payment.WebhookAnswer{}, base.Forged("the signature does not fit")
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	var n notification
	if err := json.Unmarshal(r.Body, &n); err != nil || n.EventID == "" || n.OrderID == "" {
		return answer, base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	e := payment.Event{ID: n.EventID, Reference: n.OrderID, OccurredAt: n.OccurredAt}
	o, err := n.outcome(base.Money{})
	if err != nil {
		return answer, base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	switch o := o.(type) {
	case payment.Authorized:
		e.Kind, e.Amount = payment.EventAuthorized, o.Amount
		if o.Captured {
			e.Kind, e.OperationReference = payment.EventCaptured, n.ID
		}
		if n.Refund != nil {
			e.Kind, e.OperationReference = payment.EventRefunded, n.Refund.RefundID
			e.Amount = base.Money{Minor: n.Refund.Amount, Currency: n.Currency}
		}
	case payment.Pending:
		e.Kind = payment.EventPending
	case payment.Declined:
		e.Kind, e.Code = payment.EventDeclined, o.Code
		if n.Status == statusRevoked {
			e.Kind, e.Code = payment.EventVoided, ""
		}
	default:
		return answer, nil // not applied yet, or a word that is not known
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}
