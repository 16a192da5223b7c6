// Package vies plays the Commission's VAT Information Exchange System. Every id exists, but for those of which the
// action "unregister" said otherwise. What goes wrong is scripted like with every provider; the numbers of the
// Commission's test service (200, 201, 300, 301, 302) answer as there.
package vies

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Sim is the simulated authority.
type Sim struct {
	stage *stage.Stage

	mu    sync.Mutex
	gone  map[string]bool
	asked []Question
}

// Question is a call that was answered.
type Question struct {
	ID        string `json:"id"`
	Requester string `json:"requester"` // "" for nobody's
	Valid     bool   `json:"valid"`
	Reference string `json:"reference"`
}

var _ stage.Provider = (*Sim)(nil)

// New makes the simulator.
func New() *Sim { return &Sim{stage: stage.New(), gone: map[string]bool{}} }

// Name is the path prefix.
func (s *Sim) Name() string { return "vies" }

// Stage gives rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Handler serves the interface.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /check-vat-number", s.stage.Op("check", s.check))
	return mux
}

// State is the questions so far.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Question{}, s.asked...)
}

// Act takes an id out of the register, or puts it back.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch action {
	case "unregister":
		s.gone[id] = true
	case "register":
		delete(s.gone, id)
	default:
		return nil, stage.Refuse("action %q does not exist; known: register, unregister", action)
	}
	return map[string]bool{"registered": !s.gone[id]}, nil
}

// Reset forgets everything.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.asked = map[string]bool{}, nil
	s.stage.Reset()
}

var testService = map[string]string{
	"201": "INVALID_INPUT", "300": "SERVICE_UNAVAILABLE", "301": "MS_UNAVAILABLE", "302": "TIMEOUT",
}

func (s *Sim) check(w http.ResponseWriter, r *http.Request) {
	var q struct {
		CountryCode              string `json:"countryCode"`
		VATNumber                string `json:"vatNumber"`
		RequesterMemberStateCode string `json:"requesterMemberStateCode"`
		RequesterNumber          string `json:"requesterNumber"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&q); err != nil || len(q.CountryCode) != 2 || q.VATNumber == "" {
		refuse(w, http.StatusBadRequest, "INVALID_INPUT")
		return
	}
	if reason := testService[q.VATNumber]; reason != "" {
		refuse(w, http.StatusInternalServerError, reason)
		return
	}
	id := q.CountryCode + q.VATNumber
	s.mu.Lock()
	one := Question{ID: id, Requester: q.RequesterMemberStateCode + q.RequesterNumber, Valid: !s.gone[id] && q.VATNumber != "200"}
	if one.Requester != "" {
		one.Reference = fmt.Sprintf("WAPIAAAA%08d", len(s.asked)+1)
	}
	s.asked = append(s.asked, one)
	s.mu.Unlock()
	s.stage.Note("check", id, "valid: %t", one.Valid)
	name := "---"
	if one.Valid && q.CountryCode != "DE" && q.CountryCode != "ES" { // these two tell no names
		name = "SIMULATED " + strings.ToUpper(q.CountryCode) + " LTD"
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{
		"countryCode": q.CountryCode, "vatNumber": q.VATNumber, "requestDate": time.Now().UTC().Format(time.RFC3339Nano), "valid": one.Valid,
		"requestIdentifier": one.Reference, "name": name, "address": "---",
	})
}

func refuse(w http.ResponseWriter, status int, reason string) {
	stage.WriteJSON(w, status, map[string]any{"actionSucceed": false, "errorWrappers": []map[string]string{{"error": reason}}})
}
