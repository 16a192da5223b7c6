package main

import (
	"context"
	"mime"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// notified reads the parameters of a notification; of several with one name the first.
func notified(r base.WebhookRequest) (map[string]string, error) {
	source := r.Query
	if media, _, _ := mime.ParseMediaType(r.Headers.Get("Content-Type")); media == "application/x-www-form-urlencoded" {
		source = string(r.Body)
	}
	values, err := url.ParseQuery(source)
	if err != nil {
		return nil, err
	}
	params := map[string]string{}
	for name, all := range values {
		params[name] = all[0]
	}
	return params, nil
}

// HandleWebhook reads a notification: the same signed parameters as in a return, as a form or in the query.
func (p *plugin) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	params, err := notified(r)
	if err != nil {
		return payment.WebhookAnswer{}, base.Forged("the notification cannot be read")
	}
	d, genuine := a.decided(params)
	if !genuine {
		return payment.WebhookAnswer{}, base.Forged("the signature does not fit, or it is for another vendor")
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	o, err := d.outcome(d.OrderID, base.Money{})
	if err != nil {
		return answer, base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	// The bank numbers no notifications: each status of an application is told once.
	e := payment.Event{ID: d.OrderID + "/" + d.Transaction + "/" + d.Status, Reference: d.OrderID, OccurredAt: r.ReceivedAt}
	switch o := o.(type) {
	case payment.Authorized:
		e.Kind, e.Amount = payment.EventAuthorized, o.Amount
		if o.Captured {
			e.Kind, e.OperationReference = payment.EventCaptured, d.Transaction
		}
	case payment.Pending:
		e.Kind = payment.EventPending
	case payment.Declined:
		e.Kind, e.Code = payment.EventDeclined, o.Code
		if d.Status == revoked {
			e.Kind, e.Code = payment.EventVoided, ""
		}
	default:
		return answer, nil
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}
