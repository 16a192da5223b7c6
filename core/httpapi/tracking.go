package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
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

	Services []string `json:"services,omitempty" maxItems:"20" doc:"instead of service: all that the visitor consented to"`
}

// TrackingAnswer says that the event was taken.
type TrackingAnswer struct {
	Successful bool `json:"successful"`
}

// ConsentService is a service that gets events, once a visitor consented to it.
type ConsentService struct {
	Name       string `json:"serviceName" doc:"goes into the services of an event"`
	TemplateID string `json:"templateId" doc:"at the consent provider, may be empty"`
	Title      string `json:"title"`
	Purpose    string `json:"purpose"`
}

// ConsentServices are what the shop asks consent for.
type ConsentServices struct {
	Services []ConsentService `json:"services"`
}

type trackingBody struct {
	Body    TrackingRequest
	RawBody []byte
}

// eventAnalytics is the consent service of the shop's own event tracking.
const eventAnalytics = "event-analytics"

const maxTrackingFields = 32 << 10

// mostServices bounds what one event is written for.
const mostServices = 20

func (s *Server) registerTracking(api huma.API) {
	register(api, get("tracking", "trackingServices", "/api/tracking/services", "What the shop asks consent for"),
		func(ctx context.Context, _ *none) (ConsentServices, error) {
			return ConsentServices{Services: append([]ConsentService{}, s.deps.ConsentServices(visitOf(ctx).lang)...)}, nil
		})
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
		Type: in.Body.EventType, TID: in.Body.TID, URL: in.Body.URL,
		Time: eventTime(in.Body.EventTime), Fields: json.RawMessage(in.RawBody),
	}
	if event.Type == "" {
		event.Type = kind
	}
	if event.TID == "" {
		if current, err := s.currentSession(ctx); err == nil { // the id that the header's data has
			event.TID = current.ID
		}
	}
	services := in.Body.Services
	if len(services) == 0 {
		services = []string{cmp.Or(in.Body.Service, eventAnalytics)}
	}
	if len(services) > mostServices {
		return TrackingAnswer{}, fault.New(fault.Invalid, "input_invalid")
	}
	written, id := []outbox.Event{}, ident.New()
	for i, service := range services {
		event.Service = service
		payload, err := json.Marshal(event)
		if err != nil {
			return TrackingAnswer{}, fault.Wrap(err, fault.Invalid, "input_invalid")
		}
		written = append(written, outbox.Event{ID: "tracking-" + id + "-" + strconv.Itoa(i), Topic: outbox.Tracking, Payload: payload})
	}
	err := s.deps.Outbox.Write(ctx, written...)
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
