package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/tracking"
)

// TrackingRequest is one event of a visitor who gave consent; it may carry further fields of its type.
type TrackingRequest struct {
	EventType string `json:"eventType,omitempty" maxLength:"80"`
	EventTime string `json:"eventTime,omitempty" maxLength:"40" doc:"RFC 3339; the server's time when it is missing"`
	TID       string `json:"tid,omitempty" maxLength:"80"`
	URL       string `json:"url,omitempty" maxLength:"2000"`
	Service   string `json:"service,omitempty" maxLength:"80" doc:"the consent service under which it may be delivered"`
}

// TrackingAnswer says that the event was taken.
type TrackingAnswer struct {
	Successful bool `json:"successful"`
}

type trackingBody struct {
	Body    TrackingRequest
	RawBody []byte
}

// eventAnalytics is the consent service of the shop's own event tracking.
const eventAnalytics = "event-analytics"

const maxTrackingFields = 32 << 10

func (s *Server) registerTracking(api huma.API) {
	for _, kind := range []struct{ path, id string }{
		{"add", "trackingAdd"}, {"nbb.scrolling", "trackingScrolling"}, {"nbb.userConsent", "trackingConsent"},
	} {
		op := post("tracking", kind.id, "/api/tracking/"+kind.path, "Take one tracking event of a visitor who consented")
		op.SkipValidateBody = true // events carry fields of their own
		register(api, op, func(ctx context.Context, in *trackingBody) (TrackingAnswer, error) {
			return s.track(ctx, kind.path, in)
		})
	}
}

// track stores the event in the outbox; the tracking plugins get it from there.
func (s *Server) track(ctx context.Context, kind string, in *trackingBody) (TrackingAnswer, error) {
	if err := s.limiter.allow(limitTracking, visitOf(ctx).client); err != nil {
		return TrackingAnswer{}, err
	}
	if len(in.RawBody) > maxTrackingFields {
		return TrackingAnswer{}, fault.New(fault.Invalid, "event_too_large")
	}
	event := tracking.Event{
		Type: in.Body.EventType, TID: in.Body.TID, URL: in.Body.URL, Service: in.Body.Service,
		Time: eventTime(in.Body.EventTime), Fields: json.RawMessage(in.RawBody),
	}
	if event.Type == "" {
		event.Type = kind
	}
	if event.Service == "" {
		event.Service = eventAnalytics
	}
	payload, err := json.Marshal(event)
	if err != nil {
		return TrackingAnswer{}, fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	err = s.deps.Outbox.Write(ctx, outbox.Event{ID: "tracking-" + ident.New(), Topic: outbox.Tracking, Payload: payload})
	return TrackingAnswer{Successful: err == nil}, err
}

// eventTime takes the browser's time unless it is unreadable or far from now.
func eventTime(text string) time.Time {
	now := time.Now().UTC()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.After(now.Add(time.Hour)) || at.Before(now.Add(-24*time.Hour)) {
		return now
	}
	return at.UTC()
}
