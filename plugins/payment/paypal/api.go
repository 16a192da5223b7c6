package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api calls PayPal with a token that it gets and renews by itself.
type api struct {
	client  *provider.Client
	login   *provider.Client
	lock    chan struct{} // held while a token is fetched, so that many calls fetch one
	token   atomic.Pointer[token]
	refused atomic.Bool // PayPal does not accept the credentials
}

type token struct {
	bearer string
	until  time.Time
}

// tokenMargin is how long before its end a token is renewed.
const tokenMargin = time.Minute

func newAPI(s settings) *api {
	a := &api{lock: make(chan struct{}, 1)}
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-paypal/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.secret)}
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(s.clientID, s.secret.Reveal())
		return nil
	}
	a.login = provider.New(config)
	config.Authorize = func(ctx context.Context, r *http.Request) error {
		t, err := a.bearer(ctx)
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+t.bearer)
		return nil
	}
	a.client = provider.New(config)
	return a
}

func (a *api) bearer(ctx context.Context) (*token, error) {
	if t := a.token.Load(); t != nil && time.Now().Before(t.until) {
		return t, nil
	}
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
		AccessToken string `json:"access_token"`
		ExpiresIn   int64  `json:"expires_in"`
	}
	_, err := a.login.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/v1/oauth2/token", Idempotent: true, Into: &grant,
		Form: url.Values{"grant_type": {"client_credentials"}}})
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	if err != nil {
		return nil, err
	}
	t := &token{bearer: grant.AccessToken, until: time.Now().Add(time.Duration(grant.ExpiresIn)*time.Second - tokenMargin)}
	a.token.Store(t)
	return t, nil
}

// call sends one request and reads the answer into out. With a requestID PayPal does it once however often it is sent.
func (a *api) call(ctx context.Context, method, path, requestID string, in, out any) error {
	call := provider.Call{Method: method, Path: path, JSON: in, Into: out, Idempotent: requestID != "",
		Header: http.Header{"Prefer": {"return=representation"}}}
	if requestID != "" {
		call.Header.Set("PayPal-Request-Id", requestID)
	}
	if in == nil && method == http.MethodPost {
		call.Header.Set("Content-Type", "application/json") // it is asked for even where there is no body
	}
	used := a.token.Load()
	_, err := a.client.Do(ctx, call)
	if provider.Status(err) == http.StatusUnauthorized && used != nil && a.token.CompareAndSwap(used, nil) {
		// The token was revoked before its time; the call did nothing.
		_, err = a.client.Do(ctx, call)
	}
	return named(err)
}

// requestID makes a PayPal-Request-Id (1 to 108 characters) of an operation and the shop's key.
func requestID(operation, key string) string {
	const longest = 108
	id := operation + "-" + key
	printable := strings.IndexFunc(id, func(r rune) bool { return r < '!' || r > '~' }) < 0
	if len(id) <= longest && printable {
		return id
	}
	sum := sha256.Sum256([]byte(key))
	return operation + "-" + hex.EncodeToString(sum[:])
}

// issue gives PayPal's word for why it refused ("ORDER_NOT_APPROVED"), "" when it is none of its refusals.
func issue(err error) string {
	var e *provider.StatusError
	if !errors.As(err, &e) || e.Status >= 500 {
		return ""
	}
	var p problem
	if json.Unmarshal(e.Body, &p) != nil {
		return ""
	}
	if len(p.Details) > 0 {
		return p.Details[0].Issue
	}
	return p.Name
}

// named puts PayPal's issue and debug id into an error, by which its support finds the call.
func named(err error) error {
	var e *base.Error
	var answer *provider.StatusError
	if !errors.As(err, &e) || !errors.As(err, &answer) {
		return err
	}
	word := issue(err)
	if word == "" {
		return err
	}
	var p problem
	_ = json.Unmarshal(answer.Body, &p) // issue has read it already
	refused := *e
	refused.Code = "paypal_" + strings.ToLower(word)
	refused.Message = e.Message + ": " + word + ", debug id " + p.DebugID
	if len(p.Details) > 0 && p.Details[0].Field != "" {
		refused.Message += ", field " + p.Details[0].Field
	}
	return &refused
}
