package main

import (
	"context"
	"crypto/md5" // PAYONE's protocol asks for the MD5 of the portal key
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// apiVersion is the version of the server API that this plugin was written for.
const apiVersion = "3.11"

// tries is how often a call is sent whose answer does not come.
const tries = 2

// PAYONE's statuses.
const (
	statusApproved = "APPROVED"
	statusRedirect = "REDIRECT"
	statusPending  = "PENDING"
	statusError    = "ERROR"
)

// PAYONE's errors that this plugin acts on.
const (
	errorReferenceTaken = "911"  // "Reference number already exists"
	errorSequence       = "907"  // the sequence number is not the next one
	errorRights         = "2003" // no such merchant, or no rights
)

// api calls PAYONE's server API.
type api struct {
	client  *provider.Client
	common  url.Values
	refused atomic.Bool // PAYONE does not accept the credentials
}

func newAPI(s settings) *api {
	return &api{
		client: provider.New(provider.Config{BaseURL: s.serverURL, UserAgent: "kontor-payone/" + version, Timeout: s.timeout,
			Redactor: base.NewRedactor(s.key, base.Secret(keyHash(s.key))), MaxBody: 64 << 10, Tries: 1}),
		common: url.Values{
			"mid": {s.merchant}, "portalid": {s.portal}, "key": {keyHash(s.key)}, "mode": {s.mode}, "encoding": {"UTF-8"},
			"api_version": {apiVersion},
		},
	}
}

// keyHash is the form in which PAYONE's server API and notifications carry the portal key.
func keyHash(key base.Secret) string {
	sum := md5.Sum([]byte(key.Reveal()))
	return hex.EncodeToString(sum[:])
}

// answer is PAYONE's answer: lines of key=value.
type answer map[string]string

// call sends a request, and sends it again when no answer came: that can only be called for what PAYONE takes once.
// again tells that the answer is to a repetition, so an error may come from the first one's success.
func (a *api) call(ctx context.Context, request string, params url.Values) (got answer, again bool, err error) {
	form := maps.Clone(a.common)
	maps.Copy(form, params)
	form.Set("request", request)
	for try := 1; ; try++ {
		got, err = a.once(ctx, form)
		if err == nil || try == tries || ctx.Err() != nil || !base.AsError(err).Retryable && !base.AsError(err).OutcomeUnknown {
			break
		}
		again = again || base.AsError(err).OutcomeUnknown
	}
	a.refused.Store(got["errorcode"] == errorRights)
	if err != nil && again {
		e := *base.AsError(err)
		e.OutcomeUnknown = true // an earlier try may have arrived
		err = &e
	}
	return got, again, err
}

func (a *api) once(ctx context.Context, form url.Values) (answer, error) {
	response, err := a.client.Do(ctx, provider.Call{Method: http.MethodPost, Form: form, Header: http.Header{"Accept": {"text/plain"}}})
	if err != nil {
		return nil, err
	}
	got, ok := parseAnswer(response.Body)
	if !ok {
		return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "the answer has no status", OutcomeUnknown: true}
	}
	return got, nil
}

// parseAnswer reads lines of key=value. An answer without a known status is none.
func parseAnswer(body []byte) (answer, bool) {
	if !utf8.Valid(body) {
		return nil, false
	}
	got := answer{}
	for line := range strings.Lines(string(body)) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "=")
		if _, twice := got[key]; !ok || twice {
			continue // the first one counts
		}
		got[key] = value
	}
	switch got["status"] {
	case statusApproved, statusRedirect, statusPending:
		return got, got["txid"] != "" || got["status"] == statusApproved
	case statusError:
		return got, got["errorcode"] != ""
	}
	return nil, false
}

// fault gives PAYONE's refusal as an error. The message to the buyer stays out: it is for the buyer.
func (g answer) fault() *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: "payone_" + clean(g["errorcode"]), Message: "PAYONE refuses: " + clean(g["errormessage"])}
}

// clean keeps a provider's text printable and short.
func clean(s string) string {
	const longest = 120
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	return base.Cut(s, longest)
}
