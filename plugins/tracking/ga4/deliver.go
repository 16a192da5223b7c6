package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// A request carries events of one visitor, at most 25 and 130 kB; atOnce requests are under way at a time.
const (
	maxEvents = 25
	maxBytes  = 120_000
	atOnce    = 8
)

// part is what goes into one request.
type part struct {
	visitor string
	ids     []string
	events  []json.RawMessage
	size    int
}

// payload is the body of a request.
type payload struct {
	ClientID string            `json:"client_id"`
	Consent  consent           `json:"consent"`
	Events   []json.RawMessage `json:"events"`
}

// Deliver passes a batch on. What was sent is remembered, so the batch may come again: events count once. After an
// answer that got lost they count as sent, because Google cannot be asked; an event may then be missing, none is doubled.
// The events of a request that Google refuses are rejected alone; that nothing is accepted is an error.
func (p *plugin) Deliver(ctx context.Context, b tracking.Batch) (tracking.Receipt, error) {
	t := p.target.Load()
	var tally tracking.Tally
	var parts []*part
	open, queued := map[string]*part{}, map[string]bool{} // open: the part that a visitor's next event goes into
	for _, e := range b.Events {
		if queued[e.ID] || t.sent.Has(e.ID) {
			tally.Accept(1)
			continue
		}
		raw, code := t.encode(e)
		if code != "" {
			tally.Reject(e.ID, code)
			continue
		}
		last := open[e.VisitorID]
		if last == nil || len(last.events) == maxEvents || last.size+len(raw) > maxBytes {
			last = &part{visitor: e.VisitorID}
			parts, open[e.VisitorID] = append(parts, last), last
		}
		last.ids, last.events, last.size = append(last.ids, e.ID), append(last.events, raw), last.size+len(raw)
		queued[e.ID] = true
	}
	if err := t.sendAll(ctx, parts, &tally); err != nil {
		return tracking.Receipt{}, err
	}
	return tally.Receipt()
}

func (t *target) encode(e tracking.Event) (raw json.RawMessage, code string) {
	out, code := t.event(e, time.Now())
	if code != "" {
		return nil, code
	}
	raw, err := json.Marshal(out)
	if err != nil || len(raw) > maxBytes {
		return nil, "invalid_data"
	}
	return raw, ""
}

// sendAll sends the parts, several at once. After a failure that is no refusal of a part no other is begun, but those under way
// come to their end, so that as little as possible is in doubt.
func (t *target) sendAll(ctx context.Context, parts []*part, tally *tracking.Tally) error {
	var failed atomic.Bool
	var all sync.WaitGroup
	errs, places := make([]error, len(parts)), make(chan struct{}, atOnce)
	for i, part := range parts {
		places <- struct{}{}
		if failed.Load() {
			break
		}
		all.Go(func() {
			defer func() { <-places }()
			if errs[i] = t.send(ctx, part); errs[i] != nil && !provider.RefusesContent(errs[i]) {
				failed.Store(true)
			}
		})
	}
	all.Wait()
	var first error
	for i, part := range parts {
		if errs[i] == nil {
			tally.Accept(len(part.ids))
			continue
		}
		err := tally.Failed(errs[i], part.ids...)
		if err != nil && (first == nil || base.AsError(err).Retryable) { // what can be sent again must not be dropped
			first = err
		}
	}
	return first
}

func (t *target) send(ctx context.Context, p *part) error {
	return t.sent.Once(ctx, p.ids, func() error {
		_, err := t.client.Do(ctx, provider.Call{
			Method: http.MethodPost, Path: "/mp/collect",
			Query: url.Values{"measurement_id": {t.stream}, "api_secret": {t.secret.Reveal()}},
			JSON:  payload{ClientID: client(t.stream, p.visitor), Consent: t.consent, Events: p.events},
		})
		return err
	})
}
