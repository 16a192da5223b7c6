package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// The states of an order at Mondu.
const (
	stateCreated          = "created"
	stateDataRequired     = "data_required"
	stateAuthorized       = "authorized" // by the buyer; not confirmed yet
	stateConfirmed        = "confirmed"
	statePending          = "pending" // Mondu decides within a working day
	stateDeclined         = "declined"
	stateShipped          = "shipped"
	statePartiallyShipped = "partially_shipped"
	stateComplete         = "complete"
	statePartiallyDone    = "partially_complete"
	stateCanceled         = "canceled"
)

// Complete reads the order and, when the buyer authorized it, confirms it under the shop's number. What the browser brought
// along is not believed: the order at Mondu says where the attempt stands.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if _, ok := a.method(r.Method); !ok || r.Reference == "" || r.OrderNumber == "" {
		return nil, base.CallerFault("invalid_request", "method, reference and order number are needed")
	}
	o, err := a.read(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return payment.Declined{Code: payment.CodeExpired, Reference: r.Reference}, nil
	}
	if err != nil {
		return nil, err
	}
	switch open := o.State == stateCreated || o.State == stateDataRequired; {
	case r.Cancelled && (open || o.State == stateAuthorized):
		a.letGo(ctx, o.UUID)
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: o.UUID}, nil
	case o.State == stateAuthorized && r.Amount.IsSet() && !o.isWorth(r.Amount):
		a.letGo(ctx, o.UUID)
		return payment.Declined{Code: "amount_mismatch", Reference: o.UUID}, nil
	case o.State == stateAuthorized:
		return a.confirm(ctx, o, r.OrderNumber, r.Amount)
	}
	return o.outcome(r.Amount), nil
}

// letGo cancels an order that the shop will not confirm: it would take up the buyer's limit, and one that is still open could be
// authorized in vain. That it could not does not keep the buyer waiting: Mondu ends it some day.
func (a *account) letGo(ctx context.Context, uuid string) {
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	if err := a.api.put(ctx, orderPath(uuid)+"/cancel", struct{}{}, nil); err != nil {
		slog.WarnContext(ctx, "an order that is given up is not cancelled", "order", uuid, "error", err)
	}
}

// confirm makes the order binding. Told twice, it is confirmed once; a refusal is checked against the order, which somebody
// else may have confirmed since.
func (a *account) confirm(ctx context.Context, o order, number string, amount base.Money) (payment.Outcome, error) {
	var done orderAnswer
	err := a.api.put(ctx, orderPath(o.UUID)+"/confirm", confirmOrder{ExternalID: base.Cut(number, maxText)}, &done)
	switch {
	case err == nil && done.Order.State != stateAuthorized:
		o.State = done.Order.State
		return o.outcome(amount), nil
	case provider.Status(err) == http.StatusUnprocessableEntity || err == nil:
		now, err := a.read(ctx, o.UUID)
		if err != nil {
			return nil, err
		}
		if now.State == stateAuthorized {
			return nil, &base.Error{Fault: base.FaultProvider, Code: "not_confirmed", Message: "Mondu does not confirm order " + o.UUID, Retryable: true}
		}
		return now.outcome(amount), nil
	}
	if e := base.AsError(err); e.OutcomeUnknown {
		return payment.Unknown{Reference: o.UUID, Message: e.Code}, nil
	}
	return nil, err
}

// read gets an order.
func (a *account) read(ctx context.Context, uuid string) (order, error) {
	var answer orderAnswer
	if err := a.api.get(ctx, orderPath(uuid), &answer); err != nil {
		return order{}, err
	}
	if answer.Order.UUID != uuid {
		return order{}, badAnswer("another order than " + uuid)
	}
	return answer.Order, nil
}

func orderPath(uuid string) string { return "/orders/" + url.PathEscape(uuid) }

// isWorth reports whether the order is about this amount. Mondu need not tell the price.
func (o order) isWorth(amount base.Money) bool {
	return (o.Price == 0 || o.Price == amount.Minor) && (o.Currency == "" || o.Currency == amount.Currency)
}

// amount is what the order is about, expected where Mondu does not tell it.
func (o order) amount(expected base.Money) base.Money {
	if o.Price == 0 || o.Currency == "" {
		return expected
	}
	return base.Money{Minor: o.Price, Currency: o.Currency}
}

// outcome tells where an attempt stands.
func (o order) outcome(expected base.Money) payment.Outcome {
	switch o.State {
	case stateCreated, stateDataRequired:
		return payment.Redirect{URL: o.CheckoutURL, Reference: o.UUID} // Mondu need not tell the page again
	case stateAuthorized, statePending:
		return payment.Pending{Reference: o.UUID}
	case stateConfirmed, statePartiallyShipped:
		return payment.Authorized{Reference: o.UUID, Amount: o.amount(expected)}
	case stateShipped, stateComplete, statePartiallyDone:
		return payment.Authorized{Reference: o.UUID, Amount: o.amount(expected), Captured: true}
	case stateDeclined:
		return payment.Declined{Code: payment.CodeRisk, Reference: o.UUID}
	case stateCanceled: // by Mondu, whose time for the buyer is over, or by the shop, which asks no more then
		return payment.Declined{Code: payment.CodeExpired, Reference: o.UUID}
	}
	return payment.Unknown{Reference: o.UUID, Message: "order is " + o.State}
}
