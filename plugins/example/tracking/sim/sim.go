// Package sim simulates Muster Analytics, as its documentation has it:
//
//	POST /v1/events    {events: [{id, type, at, visitor, url, data}]} -> {taken: n}
//
// An event is counted once by its id. It shares nothing with the plugin, so that a misreading in one shows as a failure
// between the two.
package sim

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says whom the simulator knows.
type Config struct {
	APIKey string
}

// Sim is the simulated Muster. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu     sync.Mutex
	events map[string]event
}

type event struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	At      time.Time       `json:"at"`
	Visitor string          `json:"visitor"`
	URL     string          `json:"url"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Name is "muster".
func (s *Sim) Name() string { return "muster" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all events.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = map[string]event{}
}

// State gives the events.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []event{}
	for _, e := range s.events {
		all = append(all, e)
	}
	return map[string]any{"events": all}
}

// Act implements stage.Provider; there is nothing that a person could do to an event.
func (s *Sim) Act(string, string) (any, error) {
	return nil, stage.Refuse("Muster Analytics has no actions")
}

// Handler serves the one call.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/events", s.stage.Op("events", s.take))
	return mux
}

func (s *Sim) take(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+s.cfg.APIKey {
		stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"error": "unauthorized"})
		return
	}
	var batch struct {
		Events []event `json:"events"`
	}
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&batch); err != nil {
		stage.WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range batch.Events {
		if _, again := s.events[e.ID]; !again {
			s.stage.Count("event")
			s.events[e.ID] = e
		}
	}
	stage.WriteJSON(w, http.StatusOK, map[string]int{"taken": len(batch.Events)})
}
