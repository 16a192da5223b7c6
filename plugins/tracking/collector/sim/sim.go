// Package sim simulates the event collector: a service that takes batches of shop events over HTTP.
//
//	POST /v1/events   Authorization: Bearer KEY
//	{"batchId": "…", "events": [{"id", "eventType", "eventTime", "tid", "url", "consent",
//	                             "contactId", "referrer", "userAgent", "language", "data"}]}    the second line is optional
//	202 {"accepted": n, "duplicates": n}
//
// An event is known by its id and counted once, however often it is sent. A batch with one wrong event is refused whole,
// with the index of every wrong one, so that nothing is taken in by halves.
package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Limits of a batch.
const (
	maxEvents = 500
	maxBytes  = 1 << 20
	maxAge    = 72 * time.Hour
	maxAhead  = 5 * time.Minute
)

// Config says whom the simulator knows.
type Config struct {
	Key string // accepted bearer key; empty accepts any
}

// Event is one thing that a visitor did.
type Event struct {
	ID      string          `json:"id"`
	Type    string          `json:"eventType"`
	Time    string          `json:"eventTime"` // RFC 3339
	TID     string          `json:"tid"`       // the visitor's tracking id
	URL     string          `json:"url"`
	Consent string          `json:"consent"` // the consent service under which it was collected
	Contact string          `json:"contactId,omitempty"`
	Referer string          `json:"referrer,omitempty"`
	Agent   string          `json:"userAgent,omitempty"`
	Lang    string          `json:"language,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

type batch struct {
	ID     string  `json:"batchId"`
	Events []Event `json:"events"`
}

type wrong struct {
	Index int    `json:"index"`
	Field string `json:"field"`
}

// Sim is the simulated collector. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu     sync.Mutex
	events []Event
	seen   map[string]bool
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Name is "collector".
func (s *Sim) Name() string { return "collector" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all events.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events, s.seen = []Event{}, map[string]bool{}
}

// State gives all events in the order of their coming.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"events": append([]Event{}, s.events...)}
}

// Act implements stage.Provider; there is nothing that a person could do to an event.
func (s *Sim) Act(string, string) (any, error) {
	return nil, stage.Refuse("the collector has no actions")
}

// Handler serves the collector's one call.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/events", s.stage.Op("events", s.take))
	return mux
}

func (s *Sim) take(w http.ResponseWriter, r *http.Request) {
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || key == "" || s.cfg.Key != "" && key != s.cfg.Key {
		refuse(w, http.StatusUnauthorized, "key", nil)
		return
	}
	var b batch
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBytes))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		s.stage.Note("events", "", "400 %v", err)
		refuse(w, http.StatusBadRequest, "body", nil)
		return
	}
	if b.ID == "" || len(b.Events) == 0 || len(b.Events) > maxEvents {
		refuse(w, http.StatusBadRequest, "batch", nil)
		return
	}
	var bad []wrong
	for i, e := range b.Events {
		if field := e.check(time.Now()); field != "" {
			bad = append(bad, wrong{i, field})
		}
	}
	if len(bad) > 0 {
		s.stage.Note("events", b.ID, "400 %s", fmt.Sprint(bad))
		refuse(w, http.StatusBadRequest, "events", bad)
		return
	}
	accepted := s.keep(b.Events)
	s.stage.Note("events", b.ID, "%d of %d new", accepted, len(b.Events))
	stage.WriteJSON(w, http.StatusAccepted, map[string]int{"accepted": accepted, "duplicates": len(b.Events) - accepted})
}

func (s *Sim) keep(events []Event) (accepted int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range events {
		if !s.seen[e.ID] {
			s.seen[e.ID] = true
			s.events = append(s.events, e)
			s.stage.Count("event")
			accepted++
		}
	}
	return accepted
}

// check gives the name of the first wrong field, or "".
func (e Event) check(now time.Time) string {
	at, err := time.Parse(time.RFC3339, e.Time)
	u, urlErr := url.Parse(e.URL)
	switch {
	case e.ID == "" || len(e.ID) > 64:
		return "id"
	case e.Type == "" || len(e.Type) > 64:
		return "eventType"
	case err != nil || at.Before(now.Add(-maxAge)) || at.After(now.Add(maxAhead)):
		return "eventTime"
	case e.TID == "":
		return "tid"
	case urlErr != nil || !u.IsAbs():
		return "url"
	case e.Consent == "":
		return "consent"
	case len(e.Data) > 0 && e.Data[0] != '{':
		return "data"
	case len(e.Data) > 0:
		return checkData(e.Data)
	}
	return ""
}

// checkData holds the fields of the shop's specification against their shapes, wherever they appear, and gives the first
// that is wrong, or "". Others are kept as they are.
func checkData(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return "data"
	}
	var list []any
	for _, name := range []string{"productIds", "scrollings", "consentData"} {
		if value, has := fields[name]; has && json.Unmarshal(value, &list) != nil {
			return name
		}
	}
	var scrollings []struct {
		Trigger string `json:"eventTrigger"`
	}
	if value, has := fields["scrollings"]; has {
		if json.Unmarshal(value, &scrollings) != nil {
			return "scrollings"
		}
		for _, s := range scrollings {
			if s.Trigger != "init" && s.Trigger != "timer" && s.Trigger != "unload" {
				return "eventTrigger"
			}
		}
	}
	var consents []struct {
		Service string `json:"serviceName"`
		Status  *bool  `json:"consentStatus"`
	}
	if value, has := fields["consentData"]; has {
		if json.Unmarshal(value, &consents) != nil {
			return "consentData"
		}
		for _, c := range consents {
			if c.Service == "" || c.Status == nil {
				return "consentData"
			}
		}
	}
	return ""
}

func refuse(w http.ResponseWriter, code int, what string, bad []wrong) {
	stage.WriteJSON(w, code, map[string]any{"error": what, "events": bad})
}
