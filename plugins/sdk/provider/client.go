// Package provider is an HTTP client for a provider's API, with the care that money needs: every request has a timeout,
// a request is repeated only when that cannot do a thing twice, answers are bounded, redirects are not followed, and an
// error says whose fault it was and whether the request may have taken effect.
package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Config of a Client. Only BaseURL is needed.
type Config struct {
	BaseURL   string                                           // the API's address; paths are appended to it
	UserAgent string                                           // "kontor-acme/1.0"
	Timeout   time.Duration                                    // of one try; 0 means 10 s
	Tries     int                                              // at most, where repeating is safe; 0 means 3
	MaxBody   int64                                            // of an answer in bytes; 0 means 4 MiB
	Authorize func(ctx context.Context, r *http.Request) error // adds credentials to each try; may be nil
	Redactor  *base.Redactor                                   // cleans texts of errors; may be nil
	Transport http.RoundTripper                                // nil means a transport of its own
}

// Client calls one provider. It is safe for concurrent use.
type Client struct {
	config Config
	base   string
	http   *http.Client
}

// New makes a Client.
func New(c Config) *Client {
	if c.Timeout == 0 {
		c.Timeout = 10 * time.Second
	}
	if c.Tries == 0 {
		c.Tries = 3
	}
	if c.MaxBody == 0 {
		c.MaxBody = 4 << 20
	}
	transport := c.Transport
	if transport == nil {
		own := http.DefaultTransport.(*http.Transport).Clone()
		own.MaxIdleConnsPerHost = 16
		transport = own
	}
	return &Client{config: c, base: strings.TrimRight(c.BaseURL, "/"), http: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Call is one request. Of JSON, Form and Body at most one is set.
type Call struct {
	Method     string // "POST"
	Path       string // appended to the base address, "/v2/orders"; or an absolute address of the same host
	Query      url.Values
	Header     http.Header
	JSON       any
	Form       url.Values
	Body       []byte // with its Content-Type in Header
	Idempotent bool   // the provider does it once however often it is sent (an idempotency header, or a pure read by POST)
	Into       any    // decoded from JSON on a 2xx answer; may be nil
	// Silent says that a 2xx answer has no body, or JSON that nobody reads. Any other is not the provider's, as the page of a proxy
	// or of maintenance, and proves nothing done.
	Silent bool
}

// Response of the provider.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// StatusError is the cause of the *base.Error for an answer that is not 2xx. Find it with errors.As to read the
// provider's own error.
type StatusError struct {
	Method, Path string
	Response
}

// Error gives method, path and status; the body may hold personal data and stays out.
func (e *StatusError) Error() string {
	return e.Method + " " + e.Path + ": " + http.StatusText(e.Status)
}

// Status gives the HTTP status of the answer that an error stands for, 0 when it stands for none.
func Status(err error) int {
	var answer *StatusError
	if errors.As(err, &answer) {
		return answer.Status
	}
	return 0
}

// RefusesContent reports whether an error is an answer by which the provider turned away what was sent, and may take something
// else: none that may be repeated, and none about the address or who sent it (a redirection, 403, 404, 405, 410).
func RefusesContent(err error) bool {
	switch status := Status(err); status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return false
	default:
		return status >= http.StatusBadRequest && !base.AsError(err).Retryable
	}
}

// Do sends the request and gives the answer. Any failure is a *base.Error:
//   - provider fault "http_<status>" for an answer that is not 2xx, wrapping a *StatusError: Retryable for 408, 425, 429
//     and 5xx, for 401, which is over once the credentials are corrected, and for redirections, which no API answers with: something
//     else does in its place; OutcomeUnknown for 408, 5xx and redirections but permanent ones when the call is not a read;
//   - provider fault "unreachable", Retryable, when no connection was made;
//   - provider fault "timeout" or "connection_lost", Retryable, OutcomeUnknown when the call is not a read;
//   - provider fault "bad_answer" for a body that is too large or not JSON where Into or Silent expects it, Retryable when the call is
//     a read and else OutcomeUnknown.
//
// Of a call that was repeated the outcome stays unknown until the provider itself answers: that the last try did not arrive
// says nothing of the first.
func (c *Client) Do(ctx context.Context, call Call) (*Response, error) {
	body, contentType, err := call.encode()
	if err != nil {
		return nil, base.PluginFault("bad_request", err)
	}
	unknown := false // whether a try before may have arrived
	for try := 1; ; try++ {
		response, failure := c.once(ctx, call, body, contentType)
		if failure == nil {
			return response, nil
		}
		failure.OutcomeUnknown = failure.OutcomeUnknown || unknown && !decides(failure, response)
		unknown = failure.OutcomeUnknown
		if try >= c.config.Tries || !failure.Retryable || Status(failure) == http.StatusUnauthorized || (failure.OutcomeUnknown && !call.Idempotent) {
			return response, c.clean(failure)
		}
		if !Wait(ctx, pause(try, response)) {
			return response, c.clean(failure)
		}
	}
}

// decides reports whether a failed try tells what became of those before it: only a refusal by the provider itself does.
func decides(e *base.Error, answer *Response) bool {
	return answer != nil && !e.Retryable
}

// clean takes the secrets out of the message. The cause stays for errors.As; it never crosses the wire.
func (c *Client) clean(e *base.Error) error {
	e.Message = c.config.Redactor.Text(e.Message)
	return e
}

func (c *Client) once(ctx context.Context, call Call, body []byte, contentType string) (*Response, *base.Error) {
	tryCtx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	request, err := c.request(tryCtx, call, body, contentType)
	if err != nil {
		return nil, base.PluginFault("bad_request", err)
	}
	if c.config.Authorize != nil {
		if err := c.config.Authorize(tryCtx, request); err != nil {
			e := *base.AsError(err)
			e.OutcomeUnknown = false // the request itself was never sent
			return nil, &e
		}
	}
	sent := &sentTrace{}
	asked := base.ProviderCall{Method: call.Method, Host: request.URL.Host, Began: time.Now()}
	defer func() {
		asked.Took = time.Since(asked.Began)
		base.AddCall(ctx, asked)
	}()
	answer, err := c.http.Do(request.WithContext(sent.watch(tryCtx)))
	if err != nil {
		return nil, transportFault(call, err, sent.written.Load())
	}
	asked.Status = answer.StatusCode
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, c.config.MaxBody+1))
	if err != nil {
		return nil, transportFault(call, err, true)
	}
	response := &Response{Status: answer.StatusCode, Header: answer.Header, Body: data}
	if int64(len(data)) > c.config.MaxBody {
		return nil, badAnswer(call, "the answer is too large")
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return response, statusFault(call, *response)
	}
	if call.Silent && len(bytes.TrimSpace(data)) > 0 && !json.Valid(data) {
		return response, badAnswer(call, "the answer is not the provider's")
	}
	if call.Into != nil {
		if err := json.Unmarshal(data, call.Into); err != nil {
			return response, badAnswer(call, "the answer is not the JSON that was expected")
		}
	}
	return response, nil
}

func (c *Client) request(ctx context.Context, call Call, body []byte, contentType string) (*http.Request, error) {
	address, err := c.address(call)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, call.Method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range call.Header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	if contentType != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", contentType)
	}
	if r.Header.Get("Accept") == "" {
		r.Header.Set("Accept", "application/json")
	}
	if c.config.UserAgent != "" {
		r.Header.Set("User-Agent", c.config.UserAgent)
	}
	return r, nil
}
