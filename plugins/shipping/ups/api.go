package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api calls UPS with a token that it gets and renews by itself.
type api struct {
	client *provider.Client
	login  *provider.Client
	lock   chan struct{} // held while a token is fetched, so that many calls fetch one
	token  atomic.Pointer[token]
	// refused is set while UPS does not accept the credentials.
	refused atomic.Bool
}

type token struct {
	bearer string
	until  time.Time
}

// tokenMargin is how long before its end a token is renewed.
const tokenMargin = time.Minute

func newAPI(s settings, redactor *base.Redactor) *api {
	a := &api{lock: make(chan struct{}, 1)}
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-ups/" + version, Timeout: s.timeout, Redactor: redactor, MaxBody: 16 << 20}
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(s.clientID, s.clientSecret.Reveal())
		r.Header.Set("X-Merchant-Id", s.accountNumber)
		return nil
	}
	a.login = provider.New(config)
	config.Authorize = func(ctx context.Context, r *http.Request) error {
		bearer, err := a.bearer(ctx)
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+bearer)
		r.Header.Set("transId", transaction())
		r.Header.Set("transactionSrc", "kontor")
		return nil
	}
	a.client = provider.New(config)
	return a
}

// transaction makes the id that UPS wants with each request, 32 characters.
func transaction() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}

func (a *api) bearer(ctx context.Context) (string, error) {
	if t := a.token.Load(); t != nil && time.Now().Before(t.until) {
		return t.bearer, nil
	}
	select {
	case a.lock <- struct{}{}:
		defer func() { <-a.lock }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if t := a.token.Load(); t != nil && time.Now().Before(t.until) {
		return t.bearer, nil
	}
	var grant struct {
		Token   string `json:"access_token"`
		Seconds string `json:"expires_in"`
	}
	_, err := a.login.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/security/v1/oauth/token",
		Form: url.Values{"grant_type": {"client_credentials"}}, Idempotent: true, Into: &grant})
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	if err != nil {
		return "", err
	}
	seconds, err := strconv.Atoi(grant.Seconds)
	if err != nil || grant.Token == "" {
		return "", base.ProviderFault(base.CodeBadAnswer, errors.New("a token without value or life"))
	}
	a.token.Store(&token{bearer: grant.Token, until: time.Now().Add(time.Duration(seconds)*time.Second - tokenMargin)})
	return grant.Token, nil
}

// do sends a call. A token that UPS took back before its time is renewed once.
func (a *api) do(ctx context.Context, call provider.Call) error {
	_, err := a.client.Do(ctx, call)
	if provider.Status(err) == http.StatusUnauthorized && !a.refused.Load() {
		a.token.Store(nil)
		_, err = a.client.Do(ctx, call)
	}
	return err
}
