package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const acceptPath = "/v2/payments/accept"

// createPayment is what Aiia is asked for. The amount is a JSON number with two places.
type createPayment struct {
	Amount        json.Number `json:"amount"`
	Currency      string      `json:"currency"`
	SchemeID      string      `json:"schemeId"`
	Reference     string      `json:"reference"`
	DestinationID string      `json:"destinationId"`
	RedirectURL   string      `json:"redirectUrl"`
	Country       string      `json:"preselectedCountry"`
}

type createdPayment struct {
	PaymentID        string `json:"paymentId"`
	AuthorizationURL string `json:"authorizationUrl"`
}

// api calls Aiia with HTTP Basic authentication.
type api struct {
	client  *provider.Client
	refused atomic.Bool // Aiia does not accept the credentials
}

func newAPI(s settings) *api {
	return &api{client: provider.New(provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-aiia/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.secret, s.webhookSecret),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.SetBasicAuth(s.clientID, s.secret.Reveal())
			return nil
		}})}
}

// create asks for a payment. Aiia has no idempotency key, so that every call makes one; it is never repeated here.
func (a *api) create(ctx context.Context, in createPayment) (createdPayment, error) {
	var out createdPayment
	err := a.call(ctx, provider.Call{Method: http.MethodPost, Path: acceptPath, JSON: in, Into: &out})
	if err == nil && (out.PaymentID == "" || out.AuthorizationURL == "") {
		err = &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "a payment without id or address"}
	}
	return out, err
}

// read gets a payment; found is false when Aiia knows none of this id.
func (a *api) read(ctx context.Context, id string) (p acceptedPayment, found bool, err error) {
	err = a.call(ctx, provider.Call{Method: http.MethodGet, Path: acceptPath + "/" + url.PathEscape(id), Into: &p})
	if provider.Status(err) == http.StatusNotFound {
		return acceptedPayment{}, false, nil
	}
	return p, err == nil, err
}

func (a *api) call(ctx context.Context, call provider.Call) error {
	_, err := a.client.Do(ctx, call)
	if code := provider.Status(err); err == nil || code != 0 {
		a.refused.Store(code == http.StatusUnauthorized)
	}
	return err
}
