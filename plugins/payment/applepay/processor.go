package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const specVersion = "1.53"

// processor calls Saferpay.
type processor struct {
	client   *provider.Client
	customer string
	refused  atomic.Bool // Saferpay does not accept the credentials
}

func newProcessor(s settings, redactor *base.Redactor) *processor {
	return &processor{customer: s.customerID, client: provider.New(provider.Config{
		BaseURL: s.apiURL + "/Payment/v1/Transaction", UserAgent: "kontor-applepay/" + version, Timeout: s.timeout, Tries: 1,
		Redactor: redactor,
		Authorize: func(_ context.Context, r *http.Request) error {
			r.SetBasicAuth(s.user, s.password.Reveal())
			return nil
		},
	})}
}

// inquiry only reads, under a request id of its own each time.
const inquiry = "Inquire"

// The pauses before a call is sent again.
var pauses = []time.Duration{200 * time.Millisecond, 500 * time.Millisecond}

// call sends one request. body gets the header of each try: the same request id, and which try it is. The shop may have sent what
// moves something before, in another process, so that no try of it says that it is the first. A call that is not safe is sent again
// only when it cannot have arrived.
func (p *processor) call(ctx context.Context, operation, key string, safe bool, body func(header) any, out any) error {
	id, before := requestID(operation, key), 1
	if operation == inquiry {
		before = 0
	}
	for try := 0; ; try++ {
		h := header{SpecVersion: specVersion, CustomerID: p.customer, RequestID: id, RetryIndicator: before + try}
		_, err := p.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/" + operation, JSON: body(h), Into: out,
			Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Accept": {"application/json"}}})
		if err == nil {
			p.refused.Store(false)
			return nil
		}
		e := base.AsError(err)
		again := e.Retryable && (safe || !e.OutcomeUnknown)
		if !again || try >= len(pauses) || !provider.Wait(ctx, pauses[try]) {
			return p.named(err)
		}
	}
}

// requestID makes a request id (1 to 50 characters) of an operation and a key.
func requestID(operation, key string) string {
	sum := sha256.Sum256([]byte(operation + " " + key))
	return hex.EncodeToString(sum[:20])
}

// refusal gives what Saferpay says about a refusal, the zero value when an error is none.
func refusal(err error) problem {
	var e *provider.StatusError
	var p problem
	if errors.As(err, &e) && strings.HasPrefix(e.Header.Get("Content-Type"), "application/json") {
		_ = json.Unmarshal(e.Body, &p) // what is unreadable names nothing
	}
	return p
}

// named puts Saferpay's word into an error. A refusal is certain, but for a communication that timed out behind it.
func (p *processor) named(err error) error {
	var answer *provider.StatusError
	if errors.As(err, &answer) {
		p.refused.Store(answer.Status == http.StatusUnauthorized)
	}
	word := refusal(err).ErrorName
	if word == "" {
		return err
	}
	e := *base.AsError(err)
	e.Code = "saferpay_" + strings.ToLower(word)
	e.Message += ": " + word
	e.OutcomeUnknown = e.OutcomeUnknown || word == "COMMUNICATION_TIMEOUT"
	e.Retryable = e.Retryable || word == "COMMUNICATION_FAILED" || word == "COMMUNICATION_TIMEOUT" || word == "UNEXPECTED_ERROR_BY_ACQUIRER"
	return &e
}

// inquire looks a transaction up. found is false when Saferpay does not know it.
func (p *processor) inquire(ctx context.Context, ref transactionReference) (t transaction, found bool, err error) {
	err = p.call(ctx, inquiry, ref.TransactionID+" "+ref.OrderID+" "+time.Now().String(), true, func(h header) any {
		return referenced{RequestHeader: h, TransactionReference: ref}
	}, &t)
	if word := refusal(err).ErrorName; word == "TRANSACTION_NOT_FOUND" {
		return t, false, nil
	}
	if err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // it only reads
		return t, false, &e
	}
	return t, t.Transaction.ID != "", nil
}
