package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// The pause between two tries doubles from firstPause, at random between half and whole; a Retry-After up to
// longestPause is followed.
const (
	firstPause   = 200 * time.Millisecond
	longestPause = 5 * time.Second
)

func pause(try int, last *Response) time.Duration {
	if last != nil {
		if d, ok := retryAfter(last.Header.Get("Retry-After"), time.Now()); ok {
			return min(d, longestPause)
		}
	}
	d := min(firstPause<<(try-1), longestPause)
	return d/2 + rand.N(d/2)
}

// retryAfter reads a Retry-After, seconds or a date; false for what is neither.
func retryAfter(text string, now time.Time) (time.Duration, bool) {
	const most = math.MaxInt64 / int64(time.Second) // more would not fit a Duration
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, most)) * time.Second, seconds >= 0
	}
	at, err := http.ParseTime(text)
	return max(at.Sub(now), 0), err == nil
}

// Wait pauses between two tries. It gives false when the context ends first, or would: a try after the deadline is of no use.
func Wait(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// reads reports whether the call changes nothing at the provider.
func (c Call) reads() bool {
	return c.Method == http.MethodGet || c.Method == http.MethodHead || c.Method == ""
}

func (c Call) encode() (body []byte, contentType string, err error) {
	switch {
	case c.JSON != nil:
		body, err = json.Marshal(c.JSON)
		return body, "application/json", err
	case c.Form != nil:
		return []byte(c.Form.Encode()), "application/x-www-form-urlencoded", nil
	}
	return c.Body, "", nil
}

// address keeps absolute addresses on the provider's host: they come from its answers, and credentials follow them.
func (c *Client) address(call Call) (string, error) {
	address := call.Path
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		address = c.base + "/" + strings.TrimLeft(call.Path, "/")
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	own, err := url.Parse(c.base)
	if err != nil {
		return "", err
	}
	if u.Scheme != own.Scheme || u.Host != own.Host {
		return "", fmt.Errorf("%s is not on %s", u.Host, own.Host)
	}
	if len(call.Query) > 0 {
		u.RawQuery = call.Query.Encode()
	}
	return u.String(), nil
}

// sentTrace notices whether a byte of the request may have left.
type sentTrace struct{ written atomic.Bool }

func (s *sentTrace) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { s.written.Store(true) },
	})
}

func transportFault(call Call, err error, sent bool) *base.Error {
	var asURL *url.Error
	if errors.As(err, &asURL) {
		err = asURL.Err // without the address, whose query may hold a secret
	}
	e := &base.Error{
		Fault: base.FaultProvider, Code: "connection_lost", Retryable: true,
		Message: fmt.Sprintf("%s %s: %v", call.Method, call.Path, err), Err: err,
		OutcomeUnknown: sent && !call.reads(),
	}
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled), errors.As(err, &timeout) && timeout.Timeout():
		e.Code = base.CodeTimeout
	case !sent:
		e.Code = base.CodeUnreachable
	}
	return e
}

func statusFault(call Call, r Response) *base.Error {
	cause := &StatusError{Method: call.Method, Path: call.Path, Response: r}
	e := base.ProviderFault("http_"+strconv.Itoa(r.Status), cause)
	switch {
	case r.Status == http.StatusUnauthorized, r.Status == http.StatusTooEarly, r.Status == http.StatusTooManyRequests,
		r.Status == http.StatusMovedPermanently, r.Status == http.StatusPermanentRedirect: // the address is wrong: nothing was done there
		e.Retryable = true
	case r.Status >= 300 && r.Status < 400: // to a page of maintenance, or a login: not the provider's answer
		e.Retryable, e.OutcomeUnknown = true, !call.reads()
	case r.Status == http.StatusRequestTimeout, r.Status >= 500:
		e.Retryable, e.OutcomeUnknown = true, !call.reads()
	}
	return e
}

func badAnswer(call Call, message string) *base.Error {
	return &base.Error{
		Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: call.Method + " " + call.Path + ": " + message,
		Retryable: call.reads(), OutcomeUnknown: !call.reads(), // a page of maintenance, which says nothing and passes
	}
}
