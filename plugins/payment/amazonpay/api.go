package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const idempotencyHeader = "X-Amz-Pay-Idempotency-Key"

// api calls Amazon with signed requests.
type api struct {
	client  *provider.Client
	refused atomic.Bool // Amazon does not accept the key
}

func newAPI(s settings, sign *signer, redactor *base.Redactor) *api {
	return &api{client: provider.New(provider.Config{
		BaseURL: s.baseURL, UserAgent: "kontor-amazonpay/" + version, Timeout: s.timeout, Redactor: redactor,
		Authorize: func(_ context.Context, r *http.Request) error { return authorize(sign, r) },
	})}
}

// authorize signs one try; the date is part of the signature.
func authorize(sign *signer, r *http.Request) error {
	body, err := r.GetBody()
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	headers := map[string]string{
		"accept": "application/json", "content-type": "application/json", "x-amz-pay-region": "eu",
		"x-amz-pay-date": time.Now().UTC().Format(stampLayout), "x-amz-pay-host": r.URL.Hostname(),
	}
	if key := r.Header.Get(idempotencyHeader); key != "" {
		headers["x-amz-pay-idempotency-key"] = key
	}
	authorization, err := sign.authorization(r.Method, r.URL, headers, raw)
	if err != nil {
		return base.PluginFault("not_signed", errors.New("the request could not be signed"))
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	r.Header.Set("Authorization", authorization)
	return nil
}

// call sends one request, which Amazon does once however often it is sent, and reads the answer into out.
func (a *api) call(ctx context.Context, method, path string, in, out any) error {
	_, err := a.client.Do(ctx, provider.Call{Method: method, Path: path, JSON: in, Into: out, Silent: out == nil, Idempotent: true})
	return a.named(err)
}

// keyed sends one request that carries an idempotency key.
func (a *api) keyed(ctx context.Context, path, key string, in, out any) error {
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: path, JSON: in, Into: out, Idempotent: true,
		Header: http.Header{idempotencyHeader: {key}}})
	return a.named(err)
}

// idempotencyKey makes a key of 32 characters of an operation and the shop's key.
func idempotencyKey(operation, key string) string {
	sum := sha256.Sum256([]byte(operation + " " + key))
	return hex.EncodeToString(sum[:16])
}

// reason gives Amazon's word for why it refused ("InvalidChargeStatus"), "" when it is none of its refusals.
func reason(err error) string {
	var e *provider.StatusError
	if !errors.As(err, &e) || e.Status >= 500 {
		return ""
	}
	var p problem
	if json.Unmarshal(e.Body, &p) != nil {
		return ""
	}
	return p.ReasonCode
}

// named puts Amazon's reason and request id into an error. Its message stays out: it may quote what was sent.
func (a *api) named(err error) error {
	word := reason(err)
	a.refused.Store(word == "InvalidRequestSignature" || word == "UnauthorizedAccess" || provider.Status(err) == http.StatusUnauthorized)
	if word == "" {
		return err
	}
	var answer *provider.StatusError
	errors.As(err, &answer)
	refused := *base.AsError(err)
	refused.Code = "amazonpay_" + snake(word)
	refused.Message += ": " + word + ", request id " + answer.Header.Get("X-Amz-Pay-Request-Id")
	return &refused
}

// snake writes Amazon's words as the contract's codes: "HardDeclined" becomes "hard_declined".
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
