package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Authorize creates a payment and sends the customer to Aiia, where they choose their bank. No money moves here: a lost
// answer is an error with a known outcome.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	scheme, country := a.scheme(r.Purchase)
	switch {
	case scheme == "":
		return payment.Declined{Code: "country"}, nil
	case r.Purchase.Amount.Minor < a.min || r.Purchase.Amount.Minor > a.max:
		return payment.Declined{Code: "limit_exceeded"}, nil
	}
	redirect, err := a.answers.once(ctx, r.IdempotencyKey, func() (payment.Redirect, error) {
		created, err := a.api.create(ctx, createPayment{
			Amount: decimal(r.Purchase.Amount), Currency: r.Purchase.Amount.Currency, SchemeID: scheme, Country: country,
			Reference: reference(r.Purchase), DestinationID: a.destination, RedirectURL: r.URLs.Return,
		})
		return payment.Redirect{URL: created.AuthorizationURL, Reference: created.PaymentID,
			ExpiresAt: time.Now().Add(a.window).UTC().Truncate(time.Second)}, err
	})
	if provider.Status(err) == http.StatusUnprocessableEntity {
		return payment.Declined{Code: payment.CodeRefused}, nil
	}
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // a payment that nobody can agree to is as good as none
		return nil, &e
	}
	return redirect, nil
}

func (a *account) check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != euro, "purchase.amount")
	wrong.Add(r.URLs.Return == "", "urls.return", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// scheme gives the payment scheme of the billing country; of the only one where none is known.
func (a *account) scheme(p payment.Purchase) (scheme, country string) {
	if p.Billing != nil {
		return a.schemes[p.Billing.Country], p.Billing.Country
	}
	if all := a.countries(); len(all) == 1 {
		return a.schemes[all[0]], all[0]
	}
	return "", ""
}

// reference is what the customer reads on the statement, in the letters that SEPA schemes take: order number and attempt.
func reference(p payment.Purchase) string {
	const longest = 35
	text := strings.Map(func(r rune) rune {
		if r < 128 && (r == ' ' || strings.ContainsRune("?:().,'/-", r) || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '-'
	}, payment.AttemptNumber(p.OrderNumber, p.Attempt))
	return text[:min(len(text), longest)]
}

func decimal(m base.Money) json.Number {
	return json.Number(fmt.Sprintf("%d.%02d", m.Minor/100, m.Minor%100))
}
