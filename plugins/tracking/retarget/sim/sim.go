// Package sim simulates a retargeting partner with the server-to-server interface that Criteo has:
//
//	POST /m/event?version=s2s_v0   {"account", "site_type", "id": {"mapping_key"}, "retailer_visitor_id", "full_url",
//	                                "events": [{"event", "timestamp", "item": [{"id", "price", "quantity"}]}]}
//	200 {"errors": [...]}          always 200; a request with an error is taken not at all
//
// There are no ids of events: what is sent twice is counted twice. Only a transaction is kept once by its id. Criteo takes
// more than this; what the simulator does not know is an error, so that a slip of the pen shows.
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

const maxBytes = 1 << 20

// Config says whom the simulator knows.
type Config struct {
	Account    string
	MappingKey string
	Key        string // bearer key; empty asks for none
}

// Item is a product of an event.
type Item struct {
	ID       string      `json:"id"`
	Price    json.Number `json:"price,omitempty"`
	Quantity int64       `json:"quantity,omitempty"`
}

// Event is one event that was taken.
type Event struct {
	Visitor string `json:"visitor,omitempty"` // set by the simulator
	URL     string `json:"url,omitempty"`     // set by the simulator
	Event   string `json:"event"`
	At      string `json:"timestamp"`
	ID      string `json:"id,omitempty"`
	Items   []Item `json:"item"`
}

type payload struct {
	Version   string `json:"version"`
	SiteType  string `json:"site_type"`
	Account   string `json:"account"`
	Country   string `json:"country"`
	Language  string `json:"language"`
	Visitor   string `json:"retailer_visitor_id"`
	URL       string `json:"full_url"`
	Previous  string `json:"previous_url"`
	UserAgent string `json:"useragent"`
	ID        struct {
		MappingKey string `json:"mapping_key"`
		UserID     string `json:"mapped_user_id"`
	} `json:"id"`
	Events []Event `json:"events"`
}

// Sim is the simulated partner. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu           sync.Mutex
	events       []Event
	transactions map[string]bool
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Name is "retarget".
func (s *Sim) Name() string { return "retarget" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all events.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events, s.transactions = []Event{}, map[string]bool{}
}

// State gives all events in the order of their coming.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"events": append([]Event{}, s.events...)}
}

// Act implements stage.Provider; there is nothing that a person could do to an event.
func (s *Sim) Act(string, string) (any, error) {
	return nil, stage.Refuse("the retargeting partner has no actions")
}

// Handler serves the one call.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /m/event", s.stage.Op("events", s.take))
	return mux
}

func (s *Sim) take(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.cfg.Key {
		stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"error": "unauthorized"})
		return
	}
	var p payload
	wrong := ""
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	switch {
	case r.URL.Query().Get("version") != "s2s_v0":
		wrong = "version"
	case err != nil:
		wrong = "body"
	default:
		if err := dec.Decode(&p); err != nil {
			wrong = err.Error()
		} else {
			wrong = s.check(p, time.Now())
		}
	}
	if wrong != "" {
		s.stage.Count("invalid")
		s.stage.Note("events", p.Visitor, "refused: %s", wrong)
		stage.WriteJSON(w, http.StatusOK, map[string]any{"errors": []string{wrong}})
		return
	}
	s.keep(p)
	stage.WriteJSON(w, http.StatusOK, map[string]any{"errors": []string{}})
}

func (s *Sim) keep(p payload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range p.Events {
		if e.Event == "trackTransaction" {
			if s.transactions[e.ID] {
				s.stage.Note("events", e.ID, "transaction known already")
				continue
			}
			s.transactions[e.ID] = true
		}
		e.Visitor, e.URL = p.Visitor, p.URL
		s.events = append(s.events, e)
		s.stage.Count("event")
	}
	s.stage.Note("events", p.Visitor, "%d events", len(p.Events))
}
