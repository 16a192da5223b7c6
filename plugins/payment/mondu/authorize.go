package main

import (
	"context"
	"log/slog"
	"slices"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Authorize creates the order and sends the buyer to Mondu. Nothing is owed before the order is confirmed, so a lost answer is
// an error with a known outcome: the order that it was about can never be confirmed, because nobody knows it.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	if code := a.unfit(r); code != "" {
		return payment.Declined{Code: code}, nil
	}
	if a.register {
		if err := a.hooks.ensure(ctx, r.URLs.Webhook); err != nil {
			slog.WarnContext(ctx, "webhook not registered; the customer's return and reconciliation have to do", "error", err)
		}
	}
	answer, err := a.once.do(ctx, "order "+r.IdempotencyKey, true, func() (any, error) { return a.create(ctx, r) })
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false
		return nil, &e
	}
	return answer.(payment.Outcome), nil
}

func (a *account) create(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	var made orderAnswer
	if err := a.api.post(ctx, "/orders", a.order(r), &made); err != nil {
		return nil, err
	}
	o := made.Order
	switch {
	case o.UUID == "":
		return nil, badAnswer("an order without a uuid")
	case o.State == stateDeclined:
		return payment.Declined{Code: payment.CodeRisk, Reference: o.UUID}, nil
	case o.CheckoutURL == "":
		return nil, badAnswer("order " + o.UUID + " has no hosted checkout")
	}
	return payment.Redirect{URL: o.CheckoutURL, Reference: o.UUID}, nil
}

func badAnswer(message string) *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: message}
}

func (a *account) check(r payment.AuthorizeRequest) error {
	_, known := a.method(r.Method)
	var wrong base.Misfits
	wrong.Add(!known, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != currency, "purchase.amount")
	wrong.Add(r.Purchase.OrderNumber == "", "purchase.order_number", "required")
	wrong.Add(r.Purchase.Billing == nil, "purchase.billing", "required")
	wrong.Add(r.URLs.Return == "" || r.URLs.Cancel == "", "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// unfit gives the code of why the method is not for this purchase, "" when it is: a checkout can change under a method that
// was offered.
func (a *account) unfit(r payment.AuthorizeRequest) string {
	m, _ := a.method(r.Method)
	switch total := r.Purchase.Amount.Minor; {
	case r.Purchase.Customer.Type != base.CustomerBusiness:
		return "customer_type"
	case !slices.Contains(a.countries, r.Purchase.Billing.Country):
		return "country"
	case total < m.Min.Minor || total > m.Max.Minor:
		return "limit_exceeded"
	}
	return ""
}
