package main

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/sdk/tracking/sent"
)

// maxRequests is how many events go into one bulk request, as Matomo's own importer of logs sends them.
const maxRequests = 200

// outgoing is an event ready to be sent.
type outgoing struct{ id, query string }

// bulk is the body of a bulk request.
type bulk struct {
	Requests []string `json:"requests"`
	Token    string   `json:"token_auth"`
}

// Deliver passes a batch on. What was sent is remembered, so the batch may come again: events count once. After an
// answer that got lost they count as sent, because Matomo cannot be asked; an event may then be missing, none is doubled.
// The events of a request that Matomo refuses are rejected alone; that nothing is accepted is an error.
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
		query, code := t.request(e, time.Now())
		if code != "" {
			tally.Reject(e.ID, code)
			continue
		}
		ready, queued[e.ID] = append(ready, outgoing{e.ID, query}), true
	}
	for part := range slices.Chunk(ready, maxRequests) {
		if err := t.send(ctx, part, &tally); err != nil {
			return tracking.Receipt{}, err
		}
	}
	return tally.Receipt()
}

// answer of a bulk request. Matomo names the invalid ones only to super users.
type answer struct {
	Status  string `json:"status"`
	Tracked int    `json:"tracked"`
	Invalid int    `json:"invalid"`
	Indices []int  `json:"invalid_indices"`
}

// send posts events. Those that Matomo finds invalid are rejected, and all if it refuses the request.
func (t *target) send(ctx context.Context, events []outgoing, tally *tracking.Tally) error {
	body, ids := bulk{Token: t.token.Reveal()}, make([]string, len(events))
	for i, e := range events {
		body.Requests, ids[i] = append(body.Requests, e.query), e.id
	}
	var a answer
	if err := t.sent.Once(ctx, ids, func() error {
		_, err := t.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/matomo.php", JSON: body, Into: &a})
		return err
	}); err != nil {
		return tally.Failed(err, ids...)
	}
	if a.Status != "success" {
		e := base.ProviderFault(base.CodeBadAnswer, nil)
		e.OutcomeUnknown = true
		return sent.Again(e)
	}
	invalid := 0
	for _, i := range a.Indices {
		if i >= 0 && i < len(events) {
			tally.Reject(events[i].id, "refused")
			invalid++
		}
	}
	tally.Accept(len(events) - invalid)
	if missing := len(events) - a.Tracked - invalid; missing > 0 {
		slog.WarnContext(ctx, "Matomo did not track all events", "sent", len(events), "tracked", a.Tracked, "invalid", a.Invalid)
	}
	return nil
}
