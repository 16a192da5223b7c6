package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// HandleWebhook proves that a notification comes through SNS, and asks Amazon Pay what became of the object: everybody
// can have SNS send something, so the message itself is not believed. An event's id is the object and the state that it
// is in; what tells nothing new is the same event.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	e, err := a.genuine(ctx, r)
	if err != nil {
		return payment.WebhookAnswer{}, err
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	if e.Type != typeNotification {
		return answer, nil
	}
	var n notice
	if err := json.Unmarshal([]byte(e.Message), &n); err != nil {
		return payment.WebhookAnswer{}, base.CallerFault("webhook_unreadable", "a signed notification cannot be read")
	}
	if n.MerchantID != a.merchantID {
		return payment.WebhookAnswer{}, base.Forged("the notification is for another merchant")
	}
	var event *payment.Event
	switch n.ObjectType {
	case "CHARGE":
		event, err = a.chargeEvent(ctx, n.ObjectID)
	case "REFUND":
		event, err = a.refundEvent(ctx, n.ObjectID)
	case "CHARGEBACK":
		event, err = a.disputeEvent(ctx, n.ObjectID)
	}
	if provider.Status(err) == http.StatusNotFound {
		return answer, nil // not ours, or forgotten
	}
	if err != nil {
		return payment.WebhookAnswer{}, err
	}
	if event != nil && (event.Reference != "" || event.OrderNumber != "") {
		answer.Events = []payment.Event{*event}
	}
	return answer, nil
}

// chargeKinds translates the states of a charge. While Amazon is taking the money there is nothing to tell.
var chargeKinds = map[string]payment.EventKind{
	stateInitiated:  payment.EventPending,
	stateAuthorized: payment.EventAuthorized,
	stateCaptured:   payment.EventCaptured,
	stateCanceled:   payment.EventVoided,
	stateDeclined:   payment.EventDeclined,
}

func (a *account) chargeEvent(ctx context.Context, id string) (*payment.Event, error) {
	var c charge
	if err := a.api.call(ctx, http.MethodGet, "/charges/"+url.PathEscape(id), nil, &c); err != nil {
		return nil, err
	}
	kind, known := chargeKinds[c.Status.State]
	if !known {
		return nil, nil
	}
	e := &payment.Event{ID: c.ID + ":" + c.Status.State, Kind: kind, OccurredAt: c.Status.Updated.Time, OperationReference: c.ID}
	figure := &c.Amount
	if kind == payment.EventCaptured {
		figure = c.Captured
	}
	var err error
	if e.Amount, err = figure.orNone(); err != nil {
		return nil, err
	}
	if kind == payment.EventDeclined || kind == payment.EventVoided {
		e.Code = declineCode(c.Status.Reason)
	}
	return e, a.belongs(ctx, e, c)
}

// belongs names the payment that an event is about, from what the shop wrote into the permission.
func (a *account) belongs(ctx context.Context, e *payment.Event, c charge) error {
	m, err := a.merchant(ctx, c)
	if err != nil {
		return err
	}
	e.OrderNumber = orderOf(m.Reference)
	if ref, ok := referenceIn(m.Custom); ok && ref.attempt == m.Reference {
		e.Reference = ref.String()
	}
	return nil
}

func (a *account) refundEvent(ctx context.Context, id string) (*payment.Event, error) {
	var back refund
	if err := a.api.call(ctx, http.MethodGet, "/refunds/"+url.PathEscape(id), nil, &back); err != nil {
		return nil, err
	}
	e, err := back.event()
	if e == nil || err != nil {
		return nil, err
	}
	var c charge
	if err := a.api.call(ctx, http.MethodGet, "/charges/"+url.PathEscape(back.ChargeID), nil, &c); err != nil {
		return nil, err
	}
	return e, a.belongs(ctx, e, c)
}

// event tells how a refund ended; nil while Amazon works on it.
func (r refund) event() (*payment.Event, error) {
	e := &payment.Event{ID: r.ID + ":" + r.Status.State, OccurredAt: r.Status.Updated.Time, OperationReference: r.ID}
	switch r.Status.State {
	case stateRefunded:
		e.Kind = payment.EventRefunded
	case stateDeclined:
		e.Kind, e.Code = payment.EventDeclined, declineCode(r.Status.Reason)
	default:
		return nil, nil
	}
	var err error
	if e.Amount, err = r.Amount.money(); err != nil {
		return nil, badAnswer(err)
	}
	return e, nil
}
