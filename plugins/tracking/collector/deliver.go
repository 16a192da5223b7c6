package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// The collector's limits, with room for the frame of a batch.
const (
	maxEvents = 500
	maxBytes  = 900 << 10
	maxAge    = 71 * time.Hour
	maxAhead  = 4 * time.Minute
	maxWord   = 64
)

// event is what the collector takes.
type event struct {
	ID        string          `json:"id"`
	Type      string          `json:"eventType"`
	Time      string          `json:"eventTime"`
	TID       string          `json:"tid"`
	URL       string          `json:"url"`
	Consent   string          `json:"consent"`
	ContactID string          `json:"contactId,omitempty"`
	Referrer  string          `json:"referrer,omitempty"`
	UserAgent string          `json:"userAgent,omitempty"`
	Language  string          `json:"language,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
}

type batch struct {
	ID     string            `json:"batchId"`
	Events []json.RawMessage `json:"events"`
}

// outgoing is an event ready to be sent.
type outgoing struct {
	id  string
	raw json.RawMessage
}

// Deliver passes a batch on. The collector counts an event once by its id, so the batch may come again. An event that it
// would refuse, or does refuse, is rejected alone; the others go on. Of a request that it refuses without naming an event all are
// rejected; that nothing is accepted is an error.
func (p *plugin) Deliver(ctx context.Context, b tracking.Batch) (tracking.Receipt, error) {
	t := p.target.Load()
	var tally tracking.Tally
	var ready []outgoing
	for _, e := range b.Events {
		raw, code := t.encode(e, time.Now())
		if code != "" {
			tally.Reject(e.ID, code)
			continue
		}
		ready = append(ready, outgoing{e.ID, raw})
	}
	for i, part := range parts(ready) {
		if err := t.send(ctx, b.ID+"-"+strconv.Itoa(i), part, &tally); err != nil {
			return tracking.Receipt{}, err
		}
	}
	return tally.Receipt()
}

// encode writes an event, or gives the code of why the collector would refuse it.
func (t *target) encode(e tracking.Event, now time.Time) (raw json.RawMessage, code string) {
	u, err := url.Parse(e.URL)
	switch {
	case e.ID == "" || len(e.ID) > maxWord:
		return nil, "invalid_id"
	case e.Type == "" || len(e.Type) > maxWord:
		return nil, "invalid_type"
	case e.VisitorID == "":
		return nil, "invalid_visitor"
	case err != nil || !u.IsAbs():
		return nil, "invalid_url"
	case e.OccurredAt.Before(now.Add(-maxAge)):
		return nil, "too_old"
	case e.OccurredAt.After(now.Add(maxAhead)):
		return nil, "in_the_future"
	case len(t.service.EventTypes) > 0 && !slices.Contains(t.service.EventTypes, e.Type):
		return nil, "not_wanted"
	}
	var object map[string]json.RawMessage
	if len(e.Data) > 0 && json.Unmarshal(e.Data, &object) != nil {
		return nil, "invalid_data"
	}
	if e.Referrer == "" && json.Unmarshal(object["referrer"], &e.Referrer) != nil {
		e.Referrer = "" // the browser named none, or not as a text
	}
	raw, err = json.Marshal(event{ID: e.ID, Type: e.Type, Time: e.OccurredAt.UTC().Format(time.RFC3339Nano), TID: e.VisitorID, URL: e.URL,
		Consent: t.service.Name, ContactID: e.ContactID, Referrer: e.Referrer, UserAgent: e.UserAgent, Language: e.Language, Data: e.Data})
	if err != nil || len(raw) > maxBytes {
		return nil, "invalid_data"
	}
	return raw, ""
}

// parts cuts the events into what fits one request.
func parts(all []outgoing) [][]outgoing {
	var out [][]outgoing
	size := 0
	for _, e := range all {
		last := len(out) - 1
		if last < 0 || size+len(e.raw) > maxBytes || len(out[last]) == maxEvents {
			out = append(out, nil)
			last, size = len(out)-1, 0
		}
		out[last] = append(out[last], e)
		size += len(e.raw) + 1
	}
	return out
}

// send posts events. When the collector names wrong ones, they are left out and the rest is sent again.
func (t *target) send(ctx context.Context, id string, events []outgoing, tally *tracking.Tally) error {
	for len(events) > 0 {
		b, ids := batch{ID: id}, make([]string, len(events))
		for i, e := range events {
			b.Events, ids[i] = append(b.Events, e.raw), e.id
		}
		_, err := t.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/v1/events", JSON: b, Idempotent: true})
		wrong := refused(err, len(events))
		switch {
		case len(wrong) > 0:
		case err != nil:
			return tally.Failed(err, ids...)
		default:
			tally.Accept(len(events))
			return nil
		}
		var rest []outgoing
		for i, e := range events {
			if field, bad := wrong[i]; bad {
				tally.Reject(e.id, "refused_"+field)
			} else {
				rest = append(rest, e)
			}
		}
		events = rest
	}
	return nil
}

// refused reads which events the collector named in a refusal, with the wrong field of each.
func refused(err error, n int) map[int]string {
	var failed *provider.StatusError
	if !errors.As(err, &failed) || failed.Status != http.StatusBadRequest {
		return nil
	}
	var answer struct {
		Events []struct {
			Index int    `json:"index"`
			Field string `json:"field"`
		} `json:"events"`
	}
	if json.Unmarshal(failed.Body, &answer) != nil {
		return nil
	}
	out := map[int]string{}
	for _, e := range answer.Events {
		if e.Index >= 0 && e.Index < n {
			out[e.Index] = e.Field
		}
	}
	return out
}
