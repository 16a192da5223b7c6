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

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api calls PayPal.
type api struct{ client *provider.Bearer }

func newAPI(s settings) *api {
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-paypal/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.secret)}
	login := config
	login.Authorize = func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(s.clientID, s.secret.Reveal())
		return nil
	}
	return &api{client: provider.NewBearer(config, provider.OAuth(provider.New(login), "/v1/oauth2/token",
		url.Values{"grant_type": {"client_credentials"}}))}
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
	_, err := a.client.Do(ctx, call)
	if provider.Status(err) == http.StatusConflict {
		err = underWay(err)
	}
	return named(err)
}

// underWay is for PayPal's only conflict, PREVIOUS_REQUEST_IN_PROGRESS: it still works on the request of the same id, whose answer
// was not waited for. It may do it yet, and whoever takes that for a refusal does it again under another id.
func underWay(err error) error {
	e := *base.AsError(err)
	e.Retryable, e.OutcomeUnknown = true, true
	return &e
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
