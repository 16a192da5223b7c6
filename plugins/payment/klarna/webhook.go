package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// orderQuery names the order in the address of a push, which has no body.
const orderQuery = "order_id"

var orderForm = regexp.MustCompile(`^[A-Za-z0-9-]{8,255}$`)

// HandleWebhook answers a push (an order was placed) and a notification (Klarna decided about a pending one). Klarna signs
// neither: they only say which order to look at, and the event is what the order at Klarna says.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	id := orderOf(r)
	if id == "" {
		return payment.WebhookAnswer{}, base.Forged("it names no order")
	}
	o, err := a.read(ctx, id)
	if provider.Status(err) == http.StatusNotFound {
		return payment.WebhookAnswer{}, base.Forged("it names an order that is not the shop's")
	}
	if err != nil {
		return payment.WebhookAnswer{}, err
	}
	return payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}, Events: []payment.Event{o.event()}}, nil
}

// orderOf gives the order that a request names in its body or its query, "" for none.
func orderOf(r base.WebhookRequest) string {
	var body struct {
		OrderID string `json:"order_id"`
	}
	id := ""
	if json.Unmarshal(r.Body, &body) == nil {
		id = body.OrderID
	}
	if id == "" && len(r.Body) == 0 {
		if q, err := url.ParseQuery(r.Query); err == nil {
			id = q.Get(orderQuery)
		}
	}
	if !orderForm.MatchString(id) {
		return ""
	}
	return id
}

// event is the order's state as an event. Its id is made of what it says, so that told twice it is one.
func (o order) event() payment.Event {
	e := payment.Event{Reference: o.OrderID, OrderNumber: o.MerchantReference1, Amount: o.amount(), OccurredAt: o.CreatedAt}
	switch outcome := o.outcome().(type) {
	case payment.Pending:
		e.Kind = payment.EventPending
	case payment.Declined:
		switch {
		case o.FraudStatus == fraudRejected:
			e.Kind, e.Code = payment.EventDeclined, outcome.Code
		case o.Status == orderCancelled:
			e.Kind = payment.EventVoided // by whom, Klarna does not say
		default:
			e.Kind, e.Code = payment.EventVoided, outcome.Code
		}
	default:
		e.Kind = payment.EventAuthorized
	}
	e.ID = o.OrderID + "-" + strings.ToLower(o.FraudStatus)
	if e.Kind == payment.EventVoided {
		e.ID = o.OrderID + "-" + strings.ToLower(o.Status)
	}
	return e
}
