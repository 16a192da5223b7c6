package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// interfaceVersion is the version of the bank's interface that this plugin speaks.
const interfaceVersion = "6.5"

// api calls the bank with a token that it gets and renews by itself.
type api struct {
	client  *provider.Client
	login   *provider.Client
	vendor  string
	lock    chan struct{} // held while a token is fetched
	token   atomic.Pointer[token]
	refused atomic.Bool // the bank does not accept the credentials
	form    url.Values
}

type token struct {
	bearer string
	until  time.Time
}

// A token is renewed tokenMargin before its end; one that does not say when it ends is used for tokenLife.
const (
	tokenMargin = 2 * time.Minute
	tokenLife   = 5 * time.Minute
)

func newAPI(s settings) *api {
	a := &api{vendor: s.vendor, lock: make(chan struct{}, 1),
		form: url.Values{"username": {s.user}, "password": {s.password.Reveal()}}}
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-consors/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.password, s.apiKey, s.hashKey)}
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Api-Key", s.apiKey.Reveal())
		return nil
	}
	a.login = provider.New(config)
	config.Authorize = func(ctx context.Context, r *http.Request) error {
		t, err := a.bearer(ctx)
		if err != nil {
			return err
		}
		r.Header.Set("X-Api-Key", s.apiKey.Reveal())
		r.Header.Set("Authorization", t.bearer)
		return nil
	}
	a.client = provider.New(config)
	return a
}

func (a *api) bearer(ctx context.Context) (*token, error) {
	select {
	case a.lock <- struct{}{}:
		defer func() { <-a.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if t := a.token.Load(); t != nil && time.Now().Before(t.until) {
		return t, nil
	}
	var grant struct {
		Token string `json:"token"`
	}
	_, err := a.login.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/common-services/cfg/token/" + url.PathEscape(a.vendor),
		Form: a.form, Idempotent: true, Into: &grant})
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	if err != nil {
		return nil, err
	}
	t := &token{bearer: "Bearer " + strings.TrimPrefix(grant.Token, "Bearer "), until: expiry(grant.Token, time.Now())}
	a.token.Store(t)
	return t, nil
}

// expiry reads when a "Bearer" JWT has to be renewed.
func expiry(bearer string, now time.Time) time.Time {
	var claims struct {
		Exp int64 `json:"exp"`
	}
	if parts := strings.Split(bearer, "."); len(parts) == 3 {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
		if err == nil && json.Unmarshal(raw, &claims) == nil && claims.Exp > now.Unix() {
			return time.Unix(claims.Exp, 0).Add(-tokenMargin)
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
	return d, err == nil, err
}

// deliver tells the bank that the goods are on their way, so that it pays. Told twice, it is told once.
func (a *api) deliver(ctx context.Context, transaction string) error {
	return a.call(ctx, http.MethodPut, "/subscription/deliverystatus/"+url.PathEscape(a.vendor)+"/"+url.PathEscape(transaction)+"/partnerdata", nil)
}

// revoke takes the whole credit back, before or after delivery. Told twice, it is told once.
func (a *api) revoke(ctx context.Context, transaction string) error {
	return a.call(ctx, http.MethodDelete, "/subscription/"+url.PathEscape(a.vendor)+"/"+url.PathEscape(transaction)+"/partnerdata", nil)
}

func (a *api) call(ctx context.Context, verb, path string, into any) error {
	call := provider.Call{Method: verb, Path: "/ratanet-api/cfg" + path, Query: url.Values{"version": {interfaceVersion}},
		Header: http.Header{"Content-Type": {"application/json"}}, Idempotent: true, Into: into}
	used := a.token.Load()
	_, err := a.client.Do(ctx, call)
	if provider.Status(err) == http.StatusUnauthorized && used != nil && a.token.CompareAndSwap(used, nil) {
		_, err = a.client.Do(ctx, call) // the token ended before its time; the call did nothing
	}
	return err
}
