// Package sim simulates Matomo's tracking API, as its developer documentation and its BulkTracking plugin have it:
//
//	POST /matomo.php   {"requests": ["?idsite=1&rec=1&..."], "token_auth": "..."}
//	200 {"status": "success", "tracked": n, "invalid": n, "invalid_indices": [...]}
//
// The indices come only with a super user's token. Matomo has no ids of events: what is sent twice is counted twice. Only
// an order is kept once by its number. It is stricter than Matomo where Matomo would silently take what makes no sense.
package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const maxBytes = 8 << 20

// Config says whom the simulator knows.
type Config struct {
	Site  string // number of the one website
	Token string // of a user who may write
	Super bool   // that user is a super user
}

// Hit is one tracked request.
type Hit struct {
	What   string            `json:"what"` // pageview, event or order
	Values map[string]string `json:"values"`
}

// Sim is the simulated Matomo. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu     sync.Mutex
	hits   []Hit
	orders map[string]bool
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Name is "matomo".
func (s *Sim) Name() string { return "matomo" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets everything that was tracked.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits, s.orders = []Hit{}, map[string]bool{}
}

// State gives what was tracked, in the order of its coming.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"hits": append([]Hit{}, s.hits...)}
}

// Act implements stage.Provider; there is nothing that a person could do to a hit.
func (s *Sim) Act(string, string) (any, error) {
	return nil, stage.Refuse("Matomo has no actions")
}

// Handler serves the one call.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /matomo.php", s.stage.Op("bulk", s.track))
	return mux
}

func (s *Sim) track(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Requests []string `json:"requests"`
		Token    string   `json:"token_auth"`
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBytes))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&body); err != nil || len(body.Requests) == 0 {
		s.stage.Note("bulk", "", "400 %v", err)
		stage.WriteJSON(w, http.StatusBadRequest, map[string]any{"status": "error", "tracked": 0, "invalid": 0})
		return
	}
	known := body.Token == s.cfg.Token
	invalid := []int{}
	var hits []Hit
	for i, request := range body.Requests {
		values, err := url.ParseQuery(strings.TrimPrefix(request, "?"))
		reason := ""
		if err != nil || !strings.HasPrefix(request, "?") {
			reason = "no query"
		} else {
			reason = s.check(values, known, time.Now())
		}
		if reason != "" {
			invalid = append(invalid, i)
			s.stage.Note("bulk", values.Get("_id"), "invalid: %s", reason)
			continue
		}
		hits = append(hits, hit(values))
	}
	s.keep(hits)
	s.stage.Note("bulk", "", "%d tracked, %d invalid", len(hits), len(invalid))
	answer := map[string]any{"status": "success", "tracked": len(hits), "invalid": len(invalid)}
	if known && s.cfg.Super {
		answer["invalid_indices"] = invalid
	}
	stage.WriteJSON(w, http.StatusOK, answer)
}

func (s *Sim) keep(hits []Hit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range hits {
		if h.What == "order" {
			number := h.Values["ec_id"]
			if s.orders[number] {
				s.stage.Note("bulk", number, "order known already")
				continue
			}
			s.orders[number] = true
		}
		s.stage.Count("event")
		s.hits = append(s.hits, h)
	}
}

func hit(values url.Values) Hit {
	h := Hit{What: "pageview", Values: map[string]string{}}
	for key := range values {
		h.Values[key] = values.Get(key)
	}
	switch {
	case values.Has("ec_id"):
		h.What = "order"
	case values.Has("e_c"):
		h.What = "event"
	}
	return h
}
