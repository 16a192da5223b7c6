package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Klarna's fraud statuses and those order statuses that are an end.
const (
	fraudAccepted = "ACCEPTED"
	fraudPending  = "PENDING"
	fraudRejected = "REJECTED"

	orderCancelled = "CANCELLED"
	orderExpired   = "EXPIRED"
	orderCaptured  = "CAPTURED"
	orderClosed    = "CLOSED"
)

// Complete reads the order when the customer is back from Klarna's page. What the browser brought along is not believed. An order
// over another amount is not passed off as what was asked for, nor as none: the shop then asks Status, and gives it up.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if _, ok := a.method(r.Method); !ok || r.Reference == "" {
		return nil, base.CallerFault("invalid_request", "method and reference are needed")
	}
	o, err := a.read(ctx, r.Reference)
	if err != nil {
		return nil, err
	}
	if r.OrderNumber != "" && o.MerchantReference1 != r.OrderNumber {
		return payment.Declined{Code: "order_mismatch", Reference: o.OrderID}, nil
	}
	outcome := o.outcome()
	if held, ok := outcome.(payment.Authorized); ok && r.Amount.IsSet() && held.Amount != r.Amount {
		return payment.Unknown{Reference: o.OrderID, Message: "placed over another amount; Status tells it"}, nil
	}
	return outcome, nil
}

// Status reads the order. The reference may also be the session of an Authorize whose answer was lost, or missing; then the
// placement is looked for by the attempt's key.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	if r.Reference == "" {
		o, err := a.recover(ctx, r.IdempotencyKey, "")
		return payment.State{Outcome: o}, err
	}
	o, err := a.read(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		o, err := a.recover(ctx, r.IdempotencyKey, r.Reference)
		return payment.State{Outcome: o}, err
	}
	if err != nil {
		return payment.State{}, err
	}
	s := payment.State{Outcome: o.outcome(), Voided: o.Status == orderCancelled || o.Status == orderExpired}
	if o.CapturedAmount > 0 {
		s.Captured = o.money(o.CapturedAmount)
	}
	if o.RefundedAmount > 0 {
		s.Refunded = o.money(o.RefundedAmount)
	}
	return s, nil
}

// recover looks for the order of an Authorize whose answer never came. It places none: only if the session says that an order
// was placed, Klarna is asked for its first answer again, under the key of that time.
func (a *account) recover(ctx context.Context, key, sessionID string) (payment.Outcome, error) {
	never := payment.Declined{Code: payment.CodeNotFound}
	p, known := a.lost.find(key)
	if !known {
		p = placement{key: idempotencyKey("order", key), session: sessionID}
	}
	if p.session == "" || key == "" {
		return never, nil
	}
	s, err := a.readSession(ctx, p.session)
	switch {
	case provider.Status(err) == http.StatusNotFound:
		return never, nil
	case err != nil:
		return nil, err
	case s.Status != statusComplete:
		return never, nil
	case known:
	case s.AuthorizationToken == "":
		return payment.Unknown{Message: "the session does not name its authorization"}, nil
	default: // only the key counts at Klarna, not what is sent with it
		p.token, p.amount = s.AuthorizationToken, base.Money{Minor: s.OrderAmount, Currency: s.PurchaseCurrency}
		p.body = placeOrder{cart: s.cart}
	}
	o, err := a.place(ctx, p)
	if away, ok := o.(payment.Redirect); ok {
		// Nobody waits to be sent there.
		return payment.Authorized{Reference: away.Reference, Amount: p.amount}, err
	}
	return o, err
}

// read gets an order in full.
func (a *account) read(ctx context.Context, reference string) (order, error) {
	var o order
	if _, err := a.api.call(ctx, http.MethodGet, orderPath(reference), "", nil, &o); err != nil {
		return order{}, err
	}
	if !strings.EqualFold(o.OrderID, reference) {
		return order{}, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "another order than " + reference}
	}
	return o, nil
}

// managementPath begins the addresses of Order Management.
const managementPath = "/ordermanagement/"

func orderPath(id string) string { return managementPath + "v1/orders/" + url.PathEscape(id) }

func (o order) money(minor int64) base.Money {
	return base.Money{Minor: minor, Currency: o.PurchaseCurrency}
}

func (o order) amount() base.Money { return o.money(o.OrderAmount) }

// outcome tells what has become of a placed order.
func (o order) outcome() payment.Outcome {
	switch {
	case o.FraudStatus == fraudRejected:
		return payment.Declined{Code: payment.CodeRisk, Reference: o.OrderID}
	case o.Status == orderCancelled:
		return payment.Declined{Code: "voided", Reference: o.OrderID}
	case o.Status == orderExpired && o.CapturedAmount == 0:
		return payment.Declined{Code: payment.CodeExpired, Reference: o.OrderID}
	case o.FraudStatus == fraudPending:
		return payment.Pending{Reference: o.OrderID}
	}
	taken := o.Status == orderCaptured || o.Status == orderClosed || o.CapturedAmount >= o.OrderAmount
	return payment.Authorized{Reference: o.OrderID, Amount: o.amount(), Captured: taken, ExpiresAt: o.ExpiresAt}
}
