package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api speaks to Muster.
type api struct {
	client     *provider.Client
	webhookKey base.Secret
}

// musterPayment is a payment as Muster describes it. Amounts are cents.
type musterPayment struct {
	ID       string `json:"id"`
	Status   string `json:"status"` // open, approved, declined, cancelled, voided
	Page     string `json:"page"`   // where the customer approves
	Order    string `json:"order"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Captured int64  `json:"captured"`
	Refunded int64  `json:"refunded"`
}

// movement is a capture, a refund or a void.
type movement struct {
	ID       string `json:"id"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

func newAPI(s settings, redactor *base.Redactor) *api {
	return &api{webhookKey: s.webhookKey, client: provider.New(provider.Config{
		BaseURL: s.apiURL, UserAgent: "kontor-" + name + "/" + version, Timeout: s.timeout, Redactor: redactor,
		Authorize: bearer(s.apiKey),
	})}
}

// bearer adds the key to a request.
func bearer(key base.Secret) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key.Reveal())
		return nil
	}
}

// post sends a command. Muster does each Idempotency-Key once, so that repeating it is safe.
func (a *api) post(ctx context.Context, path, key string, body, into any) error {
	_, err := a.client.Do(ctx, provider.Call{
		Method: http.MethodPost, Path: path, Header: http.Header{"Idempotency-Key": {key}}, JSON: body, Idempotent: true, Into: into,
	})
	return err
}

// open opens a payment.
func (a *api) open(ctx context.Context, r payment.AuthorizeRequest) (musterPayment, error) {
	var out musterPayment
	err := a.post(ctx, "/v1/payments", r.IdempotencyKey, map[string]any{
		"order": r.Purchase.OrderNumber, "amount": r.Purchase.Amount.Minor, "currency": r.Purchase.Amount.Currency,
		"return_url": r.URLs.Return, "cancel_url": r.URLs.Cancel, "webhook_url": r.URLs.Webhook,
	}, &out)
	return out, err
}

// read gives a payment.
func (a *api) read(ctx context.Context, id string) (musterPayment, error) {
	var out musterPayment
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/v1/payments/" + url.PathEscape(id), Into: &out})
	return out, err
}

// find gives the payment that was opened with a key.
func (a *api) find(ctx context.Context, key string) (musterPayment, error) {
	var out musterPayment
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/v1/payments", Query: url.Values{"key": {key}}, Into: &out})
	return out, err
}

// move captures or refunds.
func (a *api) move(ctx context.Context, id, what, key string, amount base.Money) (movement, error) {
	var out movement
	err := a.post(ctx, "/v1/payments/"+url.PathEscape(id)+"/"+what, key, map[string]any{"amount": amount.Minor, "currency": amount.Currency}, &out)
	return out, err
}

// void gives up a reservation, or an open payment.
func (a *api) void(ctx context.Context, id, key string) (movement, error) {
	var out movement
	err := a.post(ctx, "/v1/payments/"+url.PathEscape(id)+"/void", key, struct{}{}, &out)
	return out, err
}

// outcome translates a payment. It is authorized only for the amount that the shop wants.
func (m musterPayment) outcome(want base.Money) payment.Outcome {
	amount := base.Money{Minor: m.Amount, Currency: m.Currency}
	switch m.Status {
	case "open":
		return payment.Redirect{URL: m.Page, Reference: m.ID}
	case "approved":
		if amount != want {
			return payment.Declined{Code: "amount_mismatch", Reference: m.ID}
		}
		return payment.Authorized{Reference: m.ID, Amount: amount}
	case "declined":
		return payment.Declined{Code: payment.CodeRefused, Reference: m.ID}
	case "cancelled", "voided":
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: m.ID}
	}
	return payment.Unknown{Reference: m.ID, Message: "status " + m.Status}
}

// refused reports whether Muster refused what was asked for, so that nothing happened.
func refused(err error) bool {
	return provider.Status(err) == http.StatusConflict
}

func notFound(err error) bool {
	return provider.Status(err) == http.StatusNotFound
}

// reason gives Muster's word for a refusal.
func reason(err error) string {
	var answer *provider.StatusError
	var body struct {
		Error string `json:"error"`
	}
	if errors.As(err, &answer) && json.Unmarshal(answer.Body, &body) == nil && body.Error != "" {
		return body.Error
	}
	return payment.CodeRefused
}
