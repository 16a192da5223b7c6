package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

type notification struct {
	ID         string          `json:"id"`
	Type       string          `json:"event_type"`
	CreateTime time.Time       `json:"create_time"`
	Resource   json.RawMessage `json:"resource"`
}

// kinds translates the events. An approval moves no money; an approval that PayPal took back is the end of the attempt.
var kinds = map[string]payment.EventKind{
	"CHECKOUT.ORDER.APPROVED":            payment.EventApproved,
	"CHECKOUT.PAYMENT-APPROVAL.REVERSED": payment.EventDeclined,
	"PAYMENT.AUTHORIZATION.CREATED":      payment.EventAuthorized,
	"PAYMENT.AUTHORIZATION.VOIDED":       payment.EventVoided,
	"PAYMENT.CAPTURE.COMPLETED":          payment.EventCaptured,
	"PAYMENT.CAPTURE.PENDING":            payment.EventPending,
	"PAYMENT.CAPTURE.DENIED":             payment.EventDeclined,
	"PAYMENT.CAPTURE.DECLINED":           payment.EventDeclined,
	"PAYMENT.CAPTURE.REFUNDED":           payment.EventRefunded,
	"PAYMENT.CAPTURE.REVERSED":           payment.EventRefunded,
	"CUSTOMER.DISPUTE.CREATED":           payment.EventDisputed,
	"CUSTOMER.DISPUTE.UPDATED":           payment.EventDisputed,
	"CUSTOMER.DISPUTE.RESOLVED":          payment.EventDisputed,
}

// HandleWebhook proves that a notification is PayPal's and says what happened. Events that the shop has no use for are
// answered with success, so that PayPal does not repeat them.
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
	kind, known := kinds[n.Type]
	if !known || n.ID == "" {
		return answer, nil
	}
	e := payment.Event{ID: n.ID, Kind: kind, OccurredAt: n.CreateTime}
	var err error
	switch n.Type {
	case "CHECKOUT.ORDER.APPROVED":
		err = orderEvent(&e, n.Resource)
	case "CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED":
		err = a.disputeEvent(ctx, &e, n.Resource)
	case "CHECKOUT.PAYMENT-APPROVAL.REVERSED":
		err = reversalEvent(&e, n.Resource)
	default:
		err = a.transactionEvent(ctx, &e, n.Resource)
	}
	if err != nil {
		return payment.WebhookAnswer{}, err
	}
	if e.Reference != "" || e.OrderNumber != "" {
		answer.Events = []payment.Event{e}
	}
	return answer, nil
}

func unreadable(err error) error {
	return base.CallerFault("webhook_unreadable", "a signed notification cannot be read: "+err.Error())
}

func orderEvent(e *payment.Event, resource []byte) error {
	var o order
	if err := json.Unmarshal(resource, &o); err != nil {
		return unreadable(err)
	}
	e.Reference = o.ID
	if len(o.Units) > 0 {
		e.OrderNumber = o.Units[0].CustomID
		if m, err := o.Units[0].Amount.money(); err == nil {
			e.Amount = m
		}
	}
	return nil
}

// reversalEvent reads an approval that PayPal took back because nobody captured it in time.
func reversalEvent(e *payment.Event, resource []byte) error {
	var reversed struct {
		OrderID string `json:"order_id"`
		ID      string `json:"id"`
	}
	if err := json.Unmarshal(resource, &reversed); err != nil {
		return unreadable(err)
	}
	e.Reference, e.Code = reversed.OrderID, payment.CodeExpired
	if e.Reference == "" {
		e.Reference = reversed.ID
	}
	return nil
}

// transactionEvent reads an authorization, a capture or a refund. A refund names only its capture, which names the order.
func (a *account) transactionEvent(ctx context.Context, e *payment.Event, resource []byte) error {
	var t transaction
	if err := json.Unmarshal(resource, &t); err != nil {
		return unreadable(err)
	}
	m, err := t.Amount.money()
	if err != nil {
		return unreadable(err)
	}
	e.Amount, e.OperationReference, e.OrderNumber = m, t.ID, t.CustomID
	e.Reference = t.Supplementary.RelatedIDs.OrderID
	if !t.UpdateTime.IsZero() {
		e.OccurredAt = t.UpdateTime
	}
	if e.Kind == payment.EventDeclined {
		e.Code = payment.CodeRefused
	}
	if e.Reference != "" {
		return nil
	}
	capture := t.parent("/v2/payments/captures/")
	if capture == "" {
		return nil
	}
	var c transaction
	if err := a.api.call(ctx, http.MethodGet, "/v2/payments/captures/"+url.PathEscape(capture), "", nil, &c); err != nil {
		return err
	}
	e.Reference, e.OrderNumber = c.Supplementary.RelatedIDs.OrderID, c.CustomID
	return nil
}

// parent gives the id at the end of the link "up", if it leads to such a resource.
func (t transaction) parent(path string) string {
	for _, l := range t.Links {
		if _, id, ok := strings.Cut(l.Href, path); ok && l.Rel == "up" {
			return id
		}
	}
	return ""
}
