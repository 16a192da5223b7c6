package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

const (
	name    = "muster"
	version = "0.1.0"
)

// texts are what customers read, by key and language.
//
//go:embed texts.json
var rawTexts []byte

var texts = readTexts()

func readTexts() map[string]base.Text {
	out := map[string]base.Text{}
	if err := json.Unmarshal(rawTexts, &out); err != nil {
		panic(err) // it is compiled in
	}
	return out
}

// schema is what an operator can set.
var schema = []base.Setting{
	{Key: "api_url", Type: base.SettingURL, Required: true, Help: "Address of Muster's API."},
	{Key: "api_key", Required: true, Secret: true, Help: "Key of the API."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Muster."},
}

// sender is the tracking provider. It keeps nothing: Muster counts an event once by its id.
type sender struct {
	client atomic.Pointer[provider.Client]
}

func newPlugin() sdk.Plugin {
	p := &sender{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Tracking: p}
}

func (p *sender) configure(_ context.Context, c base.Config) error {
	timeout := c.Duration("timeout")
	var wrong base.Misfits
	wrong.If(timeout < time.Second || timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return err
	}
	p.client.Store(provider.New(provider.Config{
		BaseURL: c.String("api_url"), UserAgent: "kontor-" + name + "/" + version, Timeout: timeout, Redactor: c.Redactor(),
		Authorize: bearer(c.Secret("api_key")),
	}))
	return nil
}

// bearer adds the key to a request.
func bearer(key base.Secret) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key.Reveal())
		return nil
	}
}

// Service names the consent that the events need.
func (p *sender) Service(context.Context) (tracking.Service, error) {
	return tracking.Service{Name: "muster-analytics", Title: texts["title"], Purpose: texts["purpose"]}, nil
}

// event is what Muster takes.
type event struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	At      time.Time       `json:"at"`
	Visitor string          `json:"visitor"`
	URL     string          `json:"url"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Deliver passes a batch on. An event that is no JSON is rejected alone; the others go on.
func (p *sender) Deliver(ctx context.Context, b tracking.Batch) (tracking.Receipt, error) {
	var receipt tracking.Receipt
	events := []event{}
	for _, e := range b.Events {
		if len(e.Data) > 0 && !json.Valid(e.Data) {
			receipt.Rejected = append(receipt.Rejected, tracking.Rejection{EventID: e.ID, Code: "invalid_data"})
			continue
		}
		events = append(events, event{ID: e.ID, Type: e.Type, At: e.OccurredAt, Visitor: e.VisitorID, URL: e.URL, Data: e.Data})
	}
	if len(events) == 0 {
		return receipt, nil
	}
	var answer struct {
		Taken *int `json:"taken"`
	}
	_, err := p.client.Load().Do(ctx, provider.Call{Method: http.MethodPost, Path: "/v1/events", JSON: map[string]any{"events": events}, Idempotent: true, Into: &answer})
	if err != nil {
		return tracking.Receipt{}, err
	}
	if answer.Taken == nil || *answer.Taken != len(events) {
		e := base.ProviderFault(base.CodeBadAnswer, nil)
		e.Retryable, e.OutcomeUnknown = true, true
		return tracking.Receipt{}, e
	}
	receipt.Accepted = len(events)
	return receipt, nil
}
