package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

// mostAside is how many events of a bulk request may be what Matomo fails at. More are a Matomo that is ill.
const mostAside = 3

// outgoing is an event ready to be sent.
type outgoing struct{ id, query string }

// bulk is the body of a bulk request.
type bulk struct {
	Requests []string `json:"requests"`
	Token    string   `json:"token_auth"`
}

// Deliver passes a batch on. What was sent is remembered, so the batch may come again: events count once. After an
// answer that got lost they count as sent, because Matomo cannot be asked; an event may then be missing, none is doubled.
// The events of a request that Matomo refuses are rejected alone; that nothing is accepted is an error. An event that Matomo fails
// at is one too, so that it comes again, once the others are sent.
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
	var aside error
	for part := range slices.Chunk(ready, maxRequests) {
		failed, err := t.send(ctx, part, &tally)
		if err != nil {
			return tracking.Receipt{}, err
		}
		aside = cmp.Or(aside, failed)
	}
	if aside != nil {
		return tracking.Receipt{}, aside
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

// send posts events. Matomo stops at the first that it fails at and takes back all of the request, as it does by default. So those
// before it go again, and those after it go without it; aside is the failure of those that were set aside.
func (t *target) send(ctx context.Context, events []outgoing, tally *tracking.Tally) (aside, err error) {
	for left := mostAside; len(events) > 0; {
		err := t.post(ctx, events, tally)
		if err == nil {
			break
		}
		good, told := trackedBefore(err)
		switch {
		case !told || left == 0 || good >= len(events):
			return nil, err
		case good == 0:
			aside, events, left = err, events[1:], left-1
		default:
			if err := t.post(ctx, events[:good], tally); err != nil {
				return nil, err
			}
			events = events[good:]
		}
	}
	return aside, nil
}

// trackedBefore reads from a failure how many events Matomo had tracked when it failed at one, false where it does not say. Invalid
// ones that came between are not in the number.
func trackedBefore(err error) (good int, told bool) {
	var failed *provider.StatusError
	if !errors.As(err, &failed) || failed.Status != http.StatusInternalServerError {
		return 0, false
	}
	var a answer
	told = json.Unmarshal(failed.Body, &a) == nil && a.Status == "error" && a.Tracked >= 0
	return a.Tracked, told
}

// post sends one request. Events that Matomo finds invalid are rejected, and all if it refuses the request.
func (t *target) post(ctx context.Context, events []outgoing, tally *tracking.Tally) error {
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
