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
	var receipt tracking.Receipt
	var ready []outgoing
	queued := map[string]bool{}
	for _, e := range b.Events {
		if queued[e.ID] || t.sent.Has(e.ID) {
			receipt.Accepted++
			continue
		}
		query, code := t.request(e, time.Now())
		if code != "" {
			receipt.Rejected = append(receipt.Rejected, tracking.Rejection{EventID: e.ID, Code: code})
			continue
		}
		ready, queued[e.ID] = append(ready, outgoing{e.ID, query}), true
	}
	var refusal error
	for part := range slices.Chunk(ready, maxRequests) {
		rejected, err := t.send(ctx, part)
		switch {
		case provider.RefusesContent(err):
			rejected, refusal = all(part), err
		case err != nil:
			return tracking.Receipt{}, err
		}
		receipt.Accepted += len(part) - len(rejected)
		receipt.Rejected = append(receipt.Rejected, rejected...)
	}
	if receipt.Accepted == 0 && refusal != nil {
		return tracking.Receipt{}, refusal
	}
	return receipt, nil
}

func all(events []outgoing) []tracking.Rejection {
	out := make([]tracking.Rejection, len(events))
	for i, e := range events {
		out[i] = tracking.Rejection{EventID: e.id, Code: "refused"}
	}
	return out
}

// answer of a bulk request. Matomo names the invalid ones only to super users.
type answer struct {
	Status  string `json:"status"`
	Tracked int    `json:"tracked"`
	Invalid int    `json:"invalid"`
	Indices []int  `json:"invalid_indices"`
}

// send posts events and gives those that Matomo found invalid.
func (t *target) send(ctx context.Context, events []outgoing) ([]tracking.Rejection, error) {
	body, ids := bulk{Token: t.token.Reveal()}, make([]string, len(events))
	for i, e := range events {
		body.Requests, ids[i] = append(body.Requests, e.query), e.id
	}
	var a answer
	if err := t.sent.Once(ctx, ids, func() error {
		_, err := t.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/matomo.php", JSON: body, Into: &a})
		return err
	}); err != nil {
		return nil, err
	}
	if a.Status != "success" {
		e := base.ProviderFault(base.CodeBadAnswer, nil)
		e.OutcomeUnknown = true
		return nil, sent.Again(e)
	}
	return refused(ctx, a, events), nil
}

func refused(ctx context.Context, a answer, events []outgoing) []tracking.Rejection {
	var out []tracking.Rejection
	for _, i := range a.Indices {
		if i >= 0 && i < len(events) {
			out = append(out, tracking.Rejection{EventID: events[i].id, Code: "refused"})
		}
	}
	if missing := len(events) - a.Tracked - len(out); missing > 0 {
		slog.WarnContext(ctx, "Matomo did not track all events", "sent", len(events), "tracked", a.Tracked, "invalid", a.Invalid)
	}
	return out
}
