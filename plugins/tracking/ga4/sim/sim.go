// Package sim simulates the collection of Google Analytics 4, as the Measurement Protocol's documentation has it:
//
//	POST /mp/collect?measurement_id=G-...&api_secret=...         {"client_id", "consent", "events": [{"name", "params"}]}
//	204, always: also for what is wrong, which is dropped
//	POST /debug/mp/collect                                       the same, kept nowhere
//	200 {"validationMessages": [{"fieldPath", "description", "validationCode"}]}
//
// There are no ids of events: what is sent twice is counted twice. Only a purchase is kept once by its transaction id. A
// request with one wrong event is dropped whole, which Google does not promise: so no mistake hides.
package sim

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says whom the simulator knows.
type Config struct {
	MeasurementID string
	Secret        string
}

// Event is one event that was collected.
type Event struct {
	Client string         `json:"client_id"`
	Name   string         `json:"name"`
	Micros int64          `json:"timestamp_micros"`
	Params map[string]any `json:"params"`
}

type payload struct {
	ClientID string `json:"client_id"`
	UserID   string `json:"user_id"`
	Micros   int64  `json:"timestamp_micros"`
	Consent  *struct {
		UserData        string `json:"ad_user_data"`
		Personalization string `json:"ad_personalization"`
	} `json:"consent"`
	Behavior string  `json:"validation_behavior"`
	Events   []Event `json:"events"`
}

// message is an entry of the validation server's answer.
type message struct {
	Path        string `json:"fieldPath"`
	Description string `json:"description"`
	Code        string `json:"validationCode"`
}

// Sim is the simulated Google Analytics. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu        sync.Mutex
	events    []Event
	purchases map[string]bool
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Name is "ga4".
func (s *Sim) Name() string { return "ga4" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all events.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events, s.purchases = []Event{}, map[string]bool{}
}

// State gives all events in the order of their coming.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"events": append([]Event{}, s.events...)}
}

// Act implements stage.Provider; there is nothing that a person could do to an event.
func (s *Sim) Act(string, string) (any, error) {
	return nil, stage.Refuse("Google Analytics has no actions")
}

// Handler serves the collection and the validation.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mp/collect", s.stage.Op("collect", s.collect))
	mux.HandleFunc("POST /debug/mp/collect", s.stage.Op("validate", s.validate))
	return mux
}

func (s *Sim) collect(w http.ResponseWriter, r *http.Request) {
	defer w.WriteHeader(http.StatusNoContent)
	p, wrong := decode(r, time.Now())
	q := r.URL.Query()
	switch {
	case q.Get("measurement_id") != s.cfg.MeasurementID || q.Get("api_secret") != s.cfg.Secret:
		s.stage.Count("invalid")
		s.stage.Note("collect", p.ClientID, "dropped: unknown stream or secret")
	case len(wrong) > 0:
		s.stage.Count("invalid")
		s.stage.Note("collect", p.ClientID, "dropped: %s %s", wrong[0].Path, wrong[0].Description)
	default:
		s.keep(p)
	}
}

// validate does not look at the secret, as Google does not.
func (s *Sim) validate(w http.ResponseWriter, r *http.Request) {
	_, wrong := decode(r, time.Now())
	stage.WriteJSON(w, http.StatusOK, map[string]any{"validationMessages": append([]message{}, wrong...)})
}

func (s *Sim) keep(p payload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range p.Events {
		if e.Name == "purchase" {
			number, _ := e.Params["transaction_id"].(string)
			if s.purchases[number] {
				s.stage.Note("collect", number, "purchase known already")
				continue
			}
			s.purchases[number] = true
		}
		e.Client = p.ClientID
		s.events = append(s.events, e)
		s.stage.Count("event")
	}
	s.stage.Note("collect", p.ClientID, "%d events", len(p.Events))
}

// decode reads and checks a request.
func decode(r *http.Request, now time.Time) (payload, []message) {
	var p payload
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBytes+1))
	if err != nil || len(raw) > maxBytes {
		return p, []message{{"", "The body is too large.", "EXCEEDED_MAX_ENTITIES"}}
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return p, []message{{"", err.Error(), "VALUE_INVALID"}}
	}
	return p, p.check(now)
}
