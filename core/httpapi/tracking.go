package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/tracking"
)

// TrackingRequest is one event of a visitor who gave consent; it may carry further fields of its type.
type TrackingRequest struct {
	EventType string   `json:"eventType,omitempty"`
	EventTime string   `json:"eventTime,omitempty" doc:"RFC 3339; the server's time when it is missing"`
	TID       string   `json:"tid,omitempty" maxLength:"80"`
	URL       string   `json:"url,omitempty"`
	Service   string   `json:"service,omitempty" doc:"the consent service under which it may be delivered"`
	Services  []string `json:"services,omitempty" doc:"the consent services under which it may be delivered, if there are several"`
}

// TrackingWithdrawal says which services a visitor no longer agrees to.
type TrackingWithdrawal struct {
	TID      string   `json:"tid" minLength:"1" maxLength:"80"`
	Services []string `json:"services" minItems:"1" maxItems:"20"`
}

// ConsentService is a service that a visitor may agree to.
type ConsentService struct {
	Name       string
	TemplateID string // at the consent provider
	Title      catalog.Text
	Purpose    catalog.Text
}

// ConsentServices are what a visitor is asked about.
type ConsentServices struct {
	Services []ConsentServiceView `json:"services"`
}

// ConsentServiceView is a service in the visitor's language.
type ConsentServiceView struct {
	ServiceName string `json:"serviceName"`
	TemplateID  string `json:"templateId"`
	Title       string `json:"title"`
	Purpose     string `json:"purpose"`
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

const (
	maxTrackingFields = 32 << 10
	usualFields       = 4 << 10 // what is larger counts as several: it is kept for each service, for days
	maxServices       = 20
	maxTID            = 80
)

func (s *Server) registerTracking(api huma.API) {
	register(api, get("tracking", "trackingServices", "/api/tracking/services", "What a visitor is asked to agree to"), s.consentServices)
	for _, kind := range []struct{ path, id string }{
		{"add", "trackingAdd"}, {"nbb.scrolling", "trackingScrolling"}, {"nbb.userConsent", "trackingConsent"},
	} {
		op := post("tracking", kind.id, "/api/tracking/"+kind.path, "Take one tracking event of a visitor who consented")
		op.SkipValidateBody = true // events carry fields of their own
		register(api, op, func(ctx context.Context, in *trackingBody) (TrackingAnswer, error) {
			return s.track(ctx, kind.path, in)
		})
	}
	register(api, post("tracking", "trackingWithdraw", "/api/tracking/withdraw", "Deliver no more of a visitor's events to services"), s.withdrawTracking)
}

// withdrawTracking takes back the events that still wait for services that the visitor no longer agrees to.
func (s *Server) withdrawTracking(ctx context.Context, in *body[TrackingWithdrawal]) (TrackingAnswer, error) {
	if err := s.limiter.allow(limitTracking, visitOf(ctx).client); err != nil {
		return TrackingAnswer{}, err
	}
	keys := make([]string, len(in.Body.Services))
	for i, service := range in.Body.Services {
		keys[i] = tracking.Key(service, in.Body.TID)
	}
	err := s.deps.Outbox.Withdraw(ctx, outbox.Tracking, keys...)
	return TrackingAnswer{Successful: err == nil}, err
}

// track stores the event in the outbox; the tracking plugins get it from there.
func (s *Server) track(ctx context.Context, kind string, in *trackingBody) (TrackingAnswer, error) {
	if err := s.limiter.allowN(limitTracking, visitOf(ctx).client, 1+len(in.RawBody)/usualFields); err != nil {
		return TrackingAnswer{}, err
	}
	if len(in.RawBody) > maxTrackingFields || len(in.Body.TID) > maxTID {
		return TrackingAnswer{}, fault.New(fault.Invalid, "event_too_large")
	}
	fields, err := wholeCharacters(in.RawBody)
	if err != nil {
		return TrackingAnswer{}, err
	}
	event := tracking.Event{
		Type: in.Body.EventType, TID: in.Body.TID, URL: in.Body.URL, Time: eventTime(in.Body.EventTime), Fields: fields,
	}
	if event.Type == "" {
		event.Type = kind
	}
	events, err := s.perService(event, in.Body)
	if err != nil {
		return TrackingAnswer{}, err
	}
	err = s.deps.Outbox.Write(ctx, events...)
	return TrackingAnswer{Successful: err == nil}, err
}

// wholeCharacters writes an object anew. A browser that cuts a text within a character sends the half, which no database stores;
// one that is not told so would send it again and again, before all that comes after it.
func wholeCharacters(object []byte) (json.RawMessage, error) {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	return json.Marshal(fields)
}

// perService makes an entry of the outbox for each service that the visitor agreed to and the shop has.
func (s *Server) perService(event tracking.Event, r TrackingRequest) ([]outbox.Event, error) {
	agreed := append(slices.Clone(r.Services), r.Service)
	agreed = slices.DeleteFunc(agreed, func(name string) bool { return name == "" })
	if len(agreed) == 0 {
		agreed = []string{eventAnalytics}
	}
	slices.Sort(agreed)
	agreed = slices.Compact(agreed)
	if s.deps.ConsentServices != nil {
		known := s.deps.ConsentServices()
		agreed = slices.DeleteFunc(agreed, func(name string) bool {
			return !slices.ContainsFunc(known, func(k ConsentService) bool { return k.Name == name })
		})
	}
	if len(agreed) > maxServices {
		return nil, fault.New(fault.Invalid, "event_too_large")
	}
	var events []outbox.Event
	for _, name := range agreed {
		event.Service = name
		payload, err := json.Marshal(event)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "input_invalid")
		}
		events = append(events, outbox.Event{ID: "tracking-" + ident.New(), Topic: outbox.Tracking, Key: tracking.Key(name, event.TID), Payload: payload})
	}
	return events, nil
}

func (s *Server) consentServices(ctx context.Context, _ *none) (ConsentServices, error) {
	lang := language(ctx)
	answer := ConsentServices{Services: s.thirdPartyConsents(lang)}
	if s.deps.ConsentServices == nil {
		return answer, nil
	}
	for _, known := range s.deps.ConsentServices() {
		// Plugins may share a service.
		if !slices.ContainsFunc(answer.Services, func(v ConsentServiceView) bool { return v.ServiceName == known.Name }) {
			answer.Services = append(answer.Services, ConsentServiceView{
				ServiceName: known.Name, TemplateID: known.TemplateID, Title: known.Title.In(lang), Purpose: known.Purpose.In(lang),
			})
		}
	}
	return answer, nil
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
