package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// interfaceVersion is the version of the bank's interface that this plugin speaks.
const interfaceVersion = "6.5"

// api calls the bank.
type api struct {
	client *provider.Bearer
	vendor string
}

// tokenLife is how long a token is taken to last that does not say when it ends.
const tokenLife = 5 * time.Minute

func newAPI(s settings) *api {
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-consors/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.password, s.apiKey, s.hashKey),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.Header.Set("X-Api-Key", s.apiKey.Reveal())
			return nil
		}}
	login := provider.New(config)
	form := url.Values{"username": {s.user}, "password": {s.password.Reveal()}}
	return &api{vendor: s.vendor, client: provider.NewBearer(config, func(ctx context.Context) (provider.Token, error) {
		var grant struct {
			Token string `json:"token"`
		}
		_, err := login.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/common-services/cfg/token/" + url.PathEscape(s.vendor),
			Form: form, Idempotent: true, Into: &grant})
		return provider.Token{Value: strings.TrimPrefix(grant.Token, "Bearer "), Until: expiry(grant.Token, time.Now())}, err
	})}
}

// expiry reads when a "Bearer" JWT ends.
func expiry(bearer string, now time.Time) time.Time {
	var claims struct {
		Exp int64 `json:"exp"`
	}
	if parts := strings.Split(bearer, "."); len(parts) == 3 {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
		if err == nil && json.Unmarshal(raw, &claims) == nil && claims.Exp > now.Unix() {
			return time.Unix(claims.Exp, 0)
		}
	}
	return now.Add(tokenLife)
}

// read asks for an application by the shop's number; found is false when the bank has none.
func (a *api) read(ctx context.Context, orderID string) (d decision, found bool, err error) {
	err = a.call(ctx, http.MethodGet, "/subscription/"+url.PathEscape(a.vendor)+"/"+url.PathEscape(orderID)+"/partnerdata", &d)
	if provider.Status(err) == http.StatusNotFound {
		return decision{}, false, nil
	}
	if err == nil && d.OrderID != "" && d.OrderID != orderID {
		return decision{}, false, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "another application than " + orderID}
	}
	return d, err == nil, err
}

// deliver tells the bank that the goods are on their way, so that it pays. Told twice, it is told once.
func (a *api) deliver(ctx context.Context, transaction string) error {
	return a.change(ctx, http.MethodPut, "/subscription/deliverystatus/", transaction)
}

// revoke takes the whole credit back, before or after delivery. Told twice, it is told once.
func (a *api) revoke(ctx context.Context, transaction string) error {
	return a.change(ctx, http.MethodDelete, "/subscription/", transaction)
}

// change is for one credit. Without its number the address would be that of all.
func (a *api) change(ctx context.Context, verb, path, transaction string) error {
	if transaction == "" {
		return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "an application without a transaction"}
	}
	return a.call(ctx, verb, path+url.PathEscape(a.vendor)+"/"+url.PathEscape(transaction)+"/partnerdata", nil)
}

func (a *api) call(ctx context.Context, verb, path string, into any) error {
	_, err := a.client.Do(ctx, provider.Call{Method: verb, Path: "/ratanet-api/cfg" + path, Query: url.Values{"version": {interfaceVersion}},
		Header: http.Header{"Content-Type": {"application/json"}}, Idempotent: true, Into: into, Silent: into == nil})
	return err
}
