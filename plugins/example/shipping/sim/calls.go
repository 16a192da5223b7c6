package sim

import (
	"encoding/json"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Handler serves the API.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/shipments", s.stage.Op("ship", s.known(s.ship)))
	mux.HandleFunc("DELETE /v1/shipments/{id}", s.stage.Op("cancel", s.known(s.cancel)))
	mux.HandleFunc("GET /v1/parcels/{number}", s.stage.Op("track", s.known(s.track)))
	return mux
}

// known lets only those in who have the key.
func (s *Sim) known(h func(*http.Request) (status int, body any)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+s.cfg.APIKey {
			stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"error": "unauthorized"})
			return
		}
		s.mu.Lock()
		status, body := h(r)
		raw, err := json.Marshal(body) // under the lock: the body may be a shipment
		s.mu.Unlock()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		stage.WriteJSON(w, status, json.RawMessage(raw))
	}
}

func refuse(status int, reason string) (int, any) { return status, map[string]string{"error": reason} }

type booking struct {
	Order string            `json:"order"`
	Grams []int64           `json:"grams"`
	To    map[string]string `json:"to"`
}

// ship books a shipment, once per key.
func (s *Sim) ship(r *http.Request) (int, any) {
	key := r.Header.Get("Idempotency-Key")
	if sh := s.byKey[key]; sh != nil {
		return http.StatusCreated, sh
	}
	var b booking
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if dec.Decode(&b) != nil || key == "" || b.Order == "" || len(b.Grams) == 0 || b.To["street"] == "" || len(b.To["postal_code"]) != 5 {
		return refuse(http.StatusBadRequest, "invalid_request")
	}
	sh := &shipment{ID: newID("ms_"), Order: b.Order}
	for range b.Grams {
		number := newID("M")
		sh.Parcels = append(sh.Parcels, parcel{Number: number, Label: []byte("%PDF-1.4\n% label of " + number + "\n")})
	}
	s.shipments[sh.ID], s.byKey[key] = sh, sh
	s.stage.Count("shipment")
	s.move(sh, "announced")
	return http.StatusCreated, sh
}

// cancel takes a shipment back, and again.
func (s *Sim) cancel(r *http.Request) (int, any) {
	sh := s.shipments[r.PathValue("id")]
	switch {
	case sh == nil:
		return refuse(http.StatusNotFound, "not_found")
	case sh.state != "announced":
		return refuse(http.StatusConflict, "too_late")
	}
	sh.Cancelled = true
	return http.StatusOK, map[string]string{"id": sh.ID}
}

func (s *Sim) track(r *http.Request) (int, any) {
	for _, sh := range s.shipments {
		for _, p := range sh.Parcels {
			if p.Number != r.PathValue("number") {
				continue
			}
			scans := []scan{}
			for _, n := range sh.scans {
				if n.Parcel == p.Number {
					scans = append(scans, n)
				}
			}
			return http.StatusOK, map[string]any{"state": sh.state, "scans": scans}
		}
	}
	return refuse(http.StatusNotFound, "not_found")
}
