package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// specVersion is the version of the JSON API that this plugin was written for.
const specVersion = "1.52"

// How often a call is sent, and the pause before it is sent again.
const (
	maxTries   = 3
	retryPause = 300 * time.Millisecond
)

// api calls Saferpay.
type api struct {
	client   *provider.Client
	customer string
	refused  atomic.Bool // Saferpay does not accept the credentials
}

func newAPI(s settings) *api {
	return &api{customer: s.customer, client: provider.New(provider.Config{
		BaseURL: s.apiURL, UserAgent: "kontor-saferpay/" + version, Timeout: s.timeout, Redactor: base.NewRedactor(s.password),
		Tries: 1, // each try carries its own RetryIndicator, so call repeats by itself
		Authorize: func(_ context.Context, r *http.Request) error {
			r.SetBasicAuth(s.user, s.password.Reveal())
			return nil
		},
	})}
}

// request is a body that carries the request header.
type request interface{ setHeader(requestHeader) }

// change sends a call that moves something once however often it is sent, be it that the state of its transaction sees to that.
// The request id is made of the operation and the shop's key. The shop may have sent it before in another process, so no try
// says that it is the first.
func (a *api) change(ctx context.Context, path, operation, key string, in request, out any) error {
	return a.call(ctx, path, requestHeader{RequestID: requestID(operation, key), RetryIndicator: 1}, in, out)
}

// once sends a call that would move something with each time. It is not repeated here.
func (a *api) once(ctx context.Context, path, operation, key string, in request, out any) error {
	return named(a.send(ctx, path, requestHeader{RequestID: requestID(operation, key), RetryIndicator: 1}, in, out))
}

// read sends a call that changes nothing, so its outcome is never in doubt.
func (a *api) read(ctx context.Context, path string, in request, out any) error {
	err := a.call(ctx, path, requestHeader{RequestID: "read-" + rand.Text()}, in, out)
	if err == nil {
		return nil
	}
	e := *base.AsError(err)
	e.OutcomeUnknown = false
	return &e
}

func (a *api) call(ctx context.Context, path string, h requestHeader, in request, out any) error {
	for try := 1; ; try++ {
		err := a.send(ctx, path, h, in, out)
		if err == nil || try == maxTries || !repeatable(err) || !provider.Wait(ctx, retryPause) {
			return named(err)
		}
		h.RetryIndicator++
	}
}

func (a *api) send(ctx context.Context, path string, h requestHeader, in request, out any) error {
	h.SpecVersion, h.CustomerID = specVersion, a.customer
	in.setHeader(h)
	_, err := a.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: path, JSON: in, Into: out,
		Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}})
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized)
	return err
}

// repeatable reports whether the same request may go better the next time. An answer that cannot be read is asked for
// again: the request id makes that safe.
func repeatable(err error) bool {
	e := base.AsError(err)
	return e.Retryable || e.Code == base.CodeBadAnswer
}

// requestID makes an id (1 to 50 of A-Z a-z 0-9 . : - _) of an operation and the shop's key.
func requestID(operation, key string) string {
	sum := sha256.Sum256([]byte(key))
	return operation + "-" + hex.EncodeToString(sum[:16])
}

// refusal gives Saferpay's error document, the zero value when the error is none of its refusals.
func refusal(err error) failure {
	var e *provider.StatusError
	var f failure
	if !errors.As(err, &e) || json.Unmarshal(e.Body, &f) != nil {
		return failure{}
	}
	return f
}

// passing are Saferpay's words for what may go better the next time.
var passing = []string{"COMMUNICATION_FAILED", "COMMUNICATION_TIMEOUT", "INTERNAL_ERROR", "UNEXPECTED_ERROR_BY_ACQUIRER"}

// named puts Saferpay's word into an error. What it could not find out itself is unknown to the shop as well.
func named(err error) error {
	var e *base.Error
	f := refusal(err)
	if !errors.As(err, &e) || f.ErrorName == "" {
		return err
	}
	told := *e
	told.Code = "saferpay_" + strings.ToLower(f.ErrorName)
	told.Message = e.Message + ": " + f.ErrorName + ", " + f.Behavior
	told.OutcomeUnknown = told.OutcomeUnknown || f.ErrorName == "COMMUNICATION_TIMEOUT"
	told.Retryable = told.Retryable || f.Behavior == "RETRY" || slices.Contains(passing, f.ErrorName)
	return &told
}
