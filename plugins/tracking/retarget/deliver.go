package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/sdk/tracking/sent"
)

// A request carries one event: the partner takes a request whole or not at all, and a good event must not be lost for a bad
// one. atOnce requests are under way at a time.
const (
	maxBytes = 120_000
	atOnce   = 8
)

// view is who was where.
type view struct {
	Visitor   string `json:"retailer_visitor_id"`
	URL       string `json:"full_url"`
	Referrer  string `json:"previous_url,omitempty"`
	UserAgent string `json:"useragent,omitempty"`
	Language  string `json:"language,omitempty"`
}

// outgoing is an event ready to be sent.
type outgoing struct {
	id   string
	raw  json.RawMessage
	view view
}

// payload is the body of a request.
type payload struct {
	shop
	view
	Events []json.RawMessage `json:"events"`
}

// Deliver passes a batch on. What was sent is remembered, so the batch may come again: events count once. After an
// answer that got lost they count as sent, because the partner cannot be asked; an event may then be missing, none is doubled.
// An event that the partner refuses is rejected alone; that all are refused by a status is an error.
func (p *plugin) Deliver(ctx context.Context, b tracking.Batch) (tracking.Receipt, error) {
	t := p.target.Load()
	var tally tracking.Tally
	var ready []outgoing
	queued := map[string]bool{}
	for _, e := range b.Events {
		if queued[e.ID] || t.sent.Has(e.ID) {
			tally.Accept(1)
			continue
		}
		raw, at, code := t.encode(e, time.Now())
		if code != "" {
			tally.Reject(e.ID, code)
			continue
		}
		ready, queued[e.ID] = append(ready, outgoing{e.ID, raw, at}), true
	}
	if err := t.sendAll(ctx, ready, &tally); err != nil {
		return tracking.Receipt{}, err
	}
	return tally.Receipt()
}

// sendAll sends the events, several at once. After a failure that is no refusal of an event no other is begun, but those under
// way come to their end, so that as little as possible is in doubt.
func (t *target) sendAll(ctx context.Context, ready []outgoing, tally *tracking.Tally) (err error) {
	var failed atomic.Bool
	var all sync.WaitGroup
	taken, errs, places := make([]bool, len(ready)), make([]error, len(ready)), make(chan struct{}, atOnce)
	for i, e := range ready {
		places <- struct{}{}
		if failed.Load() {
			break
		}
		all.Go(func() {
			defer func() { <-places }()
			if taken[i], errs[i] = t.send(ctx, e); errs[i] != nil && !provider.RefusesContent(errs[i]) {
				failed.Store(true)
			}
		})
	}
	all.Wait()
	for i, e := range ready {
		switch failed := tally.Failed(errs[i], e.id); {
		case failed != nil:
			if err == nil || base.AsError(failed).Retryable { // what can be sent again must not be dropped
				err = failed
			}
		case taken[i]:
			tally.Accept(1)
		case errs[i] == nil:
			tally.Reject(e.id, "refused")
		}
	}
	return err
}

// send posts an event and reports whether the partner took it.
func (t *target) send(ctx context.Context, e outgoing) (taken bool, err error) {
	var body []byte
	err = t.sent.Once(ctx, []string{e.id}, func() error {
		response, err := t.client.Do(ctx, provider.Call{
			Method: http.MethodPost, Path: "/m/event", Query: url.Values{"version": {"s2s_v0"}},
			JSON: payload{shop: t.shop, view: e.view, Events: []json.RawMessage{e.raw}},
		})
		if err == nil {
			body = response.Body
		}
		return err
	})
	if err != nil {
		return false, err
	}
	return judge(ctx, body)
}

// judge reads an answer: the partner says 200 in any case and lists what was wrong. Nothing at all is a yes.
func judge(ctx context.Context, body []byte) (taken bool, err error) {
	if body = bytes.TrimSpace(body); len(body) == 0 {
		return true, nil
	}
	var answer struct {
		Errors []json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		e := base.ProviderFault(base.CodeBadAnswer, nil)
		e.OutcomeUnknown = true
		return false, sent.Again(e)
	}
	if len(answer.Errors) > 0 {
		slog.WarnContext(ctx, "the partner refused an event", "errors", len(answer.Errors))
	}
	return len(answer.Errors) == 0, nil
}
