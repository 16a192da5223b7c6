package main

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api calls Klarna with the merchant's credentials.
type api struct {
	client  *provider.Client
	refused atomic.Bool // Klarna does not accept the credentials
}

func newAPI(s settings) *api {
	return &api{client: provider.New(provider.Config{
		BaseURL: s.apiURL, UserAgent: "kontor-klarna/" + version, Timeout: s.timeout, Redactor: base.NewRedactor(s.password),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.SetBasicAuth(s.username, s.password.Reveal())
			return nil
		},
	})}
}

// call sends one request and reads the answer into out, which may be nil. With a key (see idempotencyKey) Klarna does it
// once however often it is sent within a day. The header is nil when the call failed.
func (a *api) call(ctx context.Context, method, path, key string, in, out any) (http.Header, error) {
	call := provider.Call{Method: method, Path: path, JSON: in, Into: out, Silent: out == nil, Idempotent: key != ""}
	if key != "" {
		call.Header = http.Header{"Klarna-Idempotency-Key": {key}}
	}
	return a.do(ctx, call)
}

// write posts what something is from now on: to write the same twice is one effect, without a key.
func (a *api) write(ctx context.Context, path string, in any) error {
	_, err := a.do(ctx, provider.Call{Method: http.MethodPost, Path: path, JSON: in, Silent: true, Idempotent: true})
	return err
}

func (a *api) do(ctx context.Context, call provider.Call) (http.Header, error) {
	response, err := a.client.Do(ctx, call)
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	if provider.Status(err) == http.StatusConflict && strings.HasPrefix(call.Path, managementPath) {
		e := *base.AsError(err)
		e.Retryable, e.OutcomeUnknown = true, true // it is at work on the order, perhaps on this very call
		err = &e
	}
	if err != nil {
		return nil, named(err)
	}
	return response.Header, nil
}

// idempotencyKey makes a UUID of version 5, the form that Klarna asks for, of an operation and the shop's key.
func idempotencyKey(operation, key string) string {
	const longest = 16
	sum := sha1.Sum([]byte("kontor klarna " + operation + "\x00" + key)) // the form is SHA-1 by definition; nothing is secured by it
	id := sum[:longest]
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	text := hex.EncodeToString(id)
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// word gives Klarna's word for why it refused ("CAPTURE_NOT_ALLOWED"), "" when it is none of its refusals.
func word(err error) string {
	var e *provider.StatusError
	if !errors.As(err, &e) || e.Status >= 500 {
		return ""
	}
	var p problem
	if json.Unmarshal(e.Body, &p) != nil {
		return ""
	}
	return p.Code
}

// named puts Klarna's error code and correlation id into an error, by which its support finds the call. Its messages may
// repeat what the customer entered and stay out.
func named(err error) error {
	var e *base.Error
	var answer *provider.StatusError
	code := word(err)
	if code == "" || !errors.As(err, &e) || !errors.As(err, &answer) {
		return err
	}
	var p problem
	_ = json.Unmarshal(answer.Body, &p) // word has read it already
	refused := *e
	refused.Code = "klarna_" + strings.ToLower(code)
	refused.Message = e.Message + ": " + code + ", correlation id " + p.CorrelationID
	return &refused
}

// without gives an error that does not tell the secret: authorization tokens are part of the address that is called.
func without(secret string, err error) error {
	e := *base.AsError(err)
	e.Message, e.Err = strings.ReplaceAll(e.Message, secret, "[token]"), nil
	return &e
}
