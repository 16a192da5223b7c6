package main

import (
	"context"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The method that authorizes first, and the one that captures at once.
const (
	methodLater = "fakelater"
	methodNow   = "fakenow"
)

type payments struct{ f *fake }

// Methods gives both methods and one that is retired.
func (p payments) Methods(context.Context) ([]payment.Method, error) {
	countries := p.f.config.List("countries")
	return []payment.Method{
		{
			Code: methodLater, Title: base.Text{"de": "Fake (später)", "en": "Fake (later)"}, Flow: payment.FlowRedirect,
			Countries: countries, Sort: 10, Express: true,
		},
		{
			Code: methodNow, Title: base.Text{"de": "Fake (sofort)", "en": "Fake (now)"}, Flow: payment.FlowSimple,
			Countries: countries, CapturesAtOnce: true, Sort: 11, Fee: base.Money{Minor: 200, Currency: "EUR"},
			Max:  base.Money{Minor: 1_000_000, Currency: "EUR"},
			Logo: base.Image{MediaType: "image/svg+xml", Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`)},
		},
		{
			Code: "fakegone", Title: base.Text{"de": "Fake (früher)", "en": "Fake (gone)"}, Flow: payment.FlowSimple,
			Retired: true, RetiredReason: "It never existed.", Sort: 12,
		},
	}, nil
}

// Start opens a session named by the key.
func (p payments) Start(_ context.Context, r payment.StartRequest) (payment.Session, error) {
	id := r.SessionID
	if id == "" {
		id = referenceOf(r.IdempotencyKey)
	}
	return payment.Session{ID: id, ClientToken: "token-" + id}, nil
}

// Authorize follows the script.
func (p payments) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	if err := check(r); err != nil {
		return nil, err
	}
	w := word(r.Purchase.Customer.Email, r.ClientData)
	if err := p.f.before(ctx, w); err != nil {
		return nil, err
	}
	c, err := p.f.ledger.update(referenceOf(r.IdempotencyKey), func(c *charge) error {
		if c.Reference != "" {
			return nil // a replay
		}
		*c = charge{
			Reference: referenceOf(r.IdempotencyKey), Key: r.IdempotencyKey, Order: r.Purchase.OrderNumber,
			Amount: r.Purchase.Amount, Word: w, Done: map[string]int64{},
		}
		switch w {
		case "decline", "risk", "pending", "accepted", "redirect", "forget", "lost_page", "form", "garbage":
		default:
			c.pay(r.Method)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if o, err := after(w); o != nil || err != nil {
		return o, err
	}
	return c.outcome(r.URLs.Return), nil
}

func check(r payment.AuthorizeRequest) error {
	switch {
	case r.Method != methodLater && r.Method != methodNow:
		return base.CallerFault("unknown_method", "no method "+r.Method)
	case r.Purchase.Amount.Minor <= 0 || !r.Purchase.Amount.IsSet():
		return base.CallerFault("invalid_amount", "the amount must be positive", base.FieldError{Name: "purchase.amount", Code: "invalid"})
	case r.IdempotencyKey == "":
		return base.CallerFault("invalid_key", "the idempotency key is missing", base.FieldError{Name: "idempotency_key", Code: "required"})
	}
	return nil
}

func (c *charge) pay(method string) {
	c.Paid = true
	if method == methodNow {
		c.Captured = c.Amount.Minor
	}
}

// outcome tells where the charge stands.
func (c charge) outcome(returnURL string) payment.Outcome {
	switch {
	case c.Reference == "":
		return payment.Declined{Code: payment.CodeNotFound}
	case c.Paid:
		return payment.Authorized{Reference: c.Reference, Amount: c.Amount, Captured: c.Captured > 0}
	}
	away := "https://provider.example/pay?reference=" + c.Reference + "&return=" + returnURL
	switch c.Word {
	case "decline":
		return payment.Declined{Code: payment.CodeRefused, ReasonKey: "payment_declined_refused", Reference: c.Reference}
	case "risk", payment.CodeCustomerCancelled:
		return payment.Declined{Code: c.Word, Reference: c.Reference}
	case "redirect":
		return payment.Redirect{URL: away, Reference: c.Reference}
	case "forget":
		if returnURL == "" {
			away = ""
		}
		return payment.Redirect{URL: away, Reference: c.Reference}
	case "lost_page":
		return payment.Redirect{Reference: c.Reference}
	case "form":
		return payment.FormPost{URL: away, Fields: map[string]string{"reference": c.Reference}, Reference: c.Reference}
	case "pending":
		return payment.Pending{Reference: c.Reference, DueAt: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), Instructions: []payment.Instruction{
			{Key: "iban", Label: base.Text{"de": "IBAN", "en": "IBAN"}, Value: "DE02120300000000202051"},
			{Key: "purpose", Label: base.Text{"de": "Verwendungszweck", "en": "Reference"}, Value: c.Order},
		}}
	case "accepted":
		return payment.Pending{Reference: c.Reference, Accepted: true}
	}
	return nil
}

// Complete pays or declines as the parameter "result" says; without one it tells where the charge stands.
func (p payments) Complete(_ context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	c, err := p.f.ledger.update(r.Reference, func(c *charge) error {
		switch {
		case c.Reference == "" || c.Paid:
		case r.Cancelled:
			c.Word = payment.CodeCustomerCancelled
		case r.Params["result"] == "paid":
			c.pay(r.Method)
		case r.Params["result"] == "declined":
			c.Word = "decline"
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.outcome(""), nil
}

// Status reads the ledger by reference or by key.
func (p payments) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	reference := r.Reference
	if reference == "" {
		reference = referenceOf(r.IdempotencyKey)
	}
	c, err := p.f.ledger.update(reference, func(*charge) error { return nil })
	if err != nil {
		return payment.State{}, err
	}
	money := func(minor int64) base.Money { return base.Money{Minor: minor, Currency: c.Amount.Currency} }
	return payment.State{Outcome: c.outcome(""), Captured: money(c.Captured), Refunded: money(c.Refunded), Voided: c.Voided}, nil
}
