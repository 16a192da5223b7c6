// Package caller calls the endpoints of other systems over HTTP, signed as Standard Webhooks describes.
package caller

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/nonull"
	"kontor.dev/kontor/core/outbox"
)

const (
	excerpt  = 200      // bytes of the answer to a ping that operators see
	leftover = 16 << 10 // bytes of an answer that are read though nobody wants them
)

// Caller delivers events.
type Caller struct {
	deps Deps
	http *http.Client
}

// Deps are what a Caller works with.
type Deps struct {
	Endpoints endpoint.Store
	Subjects  endpoint.Subjects
	Secrets   *endpoint.Secrets
	Clock     clock.Clock
}

// New makes a Caller. It follows no redirects: an event goes where the operator said.
func New(d Deps) *Caller {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = outbox.AtOnce(outbox.EndpointPrefix)
	return &Caller{d, &http.Client{Transport: transport, Timeout: endpoint.AnswerWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Handler delivers the events of an endpoint, one after the other, up to the first that fails. Those of an endpoint that is not there
// any more, or about what the shop has forgotten, are delivered to nobody.
func (c *Caller) Handler(name string) outbox.Handler {
	return func(ctx context.Context, events []outbox.Event) error {
		e, err := c.deps.Endpoints.Endpoint(ctx, name)
		switch {
		case fault.CodeOf(err) == fault.NotFound:
			return nil
		case err != nil:
			return c.patience(events[0], err)
		}
		for i, event := range events {
			if err := c.deliver(ctx, e, event); err != nil {
				return &outbox.Partial{Done: i, Err: c.patience(event, err)}
			}
		}
		return nil
	}
}

// patience lets an event come again without end while it is younger than endpoint.KeptFor.
func (c *Caller) patience(event outbox.Event, err error) error {
	if c.deps.Clock.Now().Sub(event.At) < endpoint.KeptFor {
		return fault.Wrap(err, fault.Unavailable, "endpoint_unavailable")
	}
	return err
}

func (c *Caller) deliver(ctx context.Context, e *endpoint.Endpoint, event outbox.Event) error {
	var call endpoint.Call
	if err := json.Unmarshal(event.Payload, &call); err != nil {
		return fmt.Errorf("event %s: %w", event.ID, err)
	}
	data, err := c.data(ctx, call)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		return nil
	case err != nil:
		return err
	}
	return c.Send(ctx, e, call.ID, endpoint.Event{Type: call.Kind, Timestamp: event.At.UTC(), Data: data})
}

// data is the subject as it is now.
func (c *Caller) data(ctx context.Context, call endpoint.Call) (map[string]any, error) {
	subject := call.Kind.Subject()
	data := map[string]any{}
	var err error
	switch subject {
	case endpoint.OfOrder:
		data[string(subject)], err = c.deps.Subjects.Order(ctx, call.About)
	case endpoint.OfWithdrawal:
		data[string(subject)], err = c.deps.Subjects.Withdrawal(ctx, call.About)
	case endpoint.OfProduct:
		data[string(subject)], err = c.deps.Subjects.Product(ctx, call.About)
	case endpoint.OfNothing:
	}
	if call.Number != 0 {
		data["number"] = call.Number
	}
	return data, err
}

// Send posts one event and gives nil for an answer of 200 to 299. The error names the endpoint and what came of it, and not the
// address, which may have a token in it. It is kept with the event and in logs: what a system says about an event may repeat whose data
// is in it, so that only the answer to a Ping, which is about nobody, is quoted.
func (c *Caller) Send(ctx context.Context, e *endpoint.Endpoint, id string, event endpoint.Event) error {
	body, err := json.Marshal(nonull.Lists(event))
	if err != nil {
		return err
	}
	now := c.deps.Clock.Now()
	signatures, err := c.sign(e, id, now, body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Kontor")
	req.Header.Set(standardwebhooks.HeaderWebhookID, id)
	req.Header.Set(standardwebhooks.HeaderWebhookTimestamp, fmt.Sprint(now.Unix()))
	req.Header.Set(standardwebhooks.HeaderWebhookSignature, signatures)
	res, err := c.http.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("%s: %w", e.Name, failed.Err)
	}
	if err != nil {
		return err
	}
	defer func() {
		_, _ = io.CopyN(io.Discard, res.Body, leftover) // only an answer that was read leaves its connection to the next call
		_ = res.Body.Close()
	}()
	status := strings.TrimSpace(fmt.Sprintf("%d %s", res.StatusCode, http.StatusText(res.StatusCode))) // its own words are the other system's
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return nil
	case res.StatusCode >= 300 && res.StatusCode < 400:
		to, _, _ := strings.Cut(res.Header.Get("Location"), "?")
		return fmt.Errorf("%s: %s to %q, which is not followed", e.Name, status, to)
	case event.Type == endpoint.Ping:
		said, _ := io.ReadAll(io.LimitReader(res.Body, excerpt))
		return fmt.Errorf("%s: %s: %q", e.Name, status, bytes.TrimSpace(said))
	}
	return fmt.Errorf("%s: %s", e.Name, status)
}

func (c *Caller) sign(e *endpoint.Endpoint, id string, now time.Time, body []byte) (string, error) {
	secrets, err := c.deps.Secrets.Valid(e, now)
	if err != nil {
		return "", err
	}
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		hook, err := standardwebhooks.NewWebhookRaw(secret)
		if err != nil {
			return "", err
		}
		if signatures[i], err = hook.Sign(id, now, body); err != nil {
			return "", err
		}
	}
	return strings.Join(signatures, " "), nil
}
