// Package sim simulates DHL's interfaces as their documents describe them: Parcel DE Shipping v2 (orders with labels,
// cancel), Unified Shipment Tracking with its push notifications, and the location finder. It is written from those
// documents alone and shares nothing with the plugin.
//
// A shipment's life, moved by the control actions:
//
//	label made (pre-transit) -> manifested -> transit -> delivered | failure
//	                        \-> cancelled (only before it is manifested)
package sim

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL  string // where callers reach it, without a slash at the end
	APIKey   string // accepted keys and user; empty accepts any
	User     string
	Password string
	// WebhookDelay is how long after an event its notification leaves.
	WebhookDelay time.Duration
}

// Sim is the simulated DHL. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu            sync.Mutex
	shipments     map[string]*shipment
	order         []string // shipment numbers in the order of their making
	serial        int64
	subscriptions []*subscription
}

type shipment struct {
	No         string    `json:"shipment_no"`
	RefNo      string    `json:"ref_no"`
	Product    string    `json:"product"`
	Grams      string    `json:"weight"`
	Services   []string  `json:"services,omitempty"`
	Cancelled  bool      `json:"cancelled"`
	Manifested bool      `json:"manifested"`
	To         contact   `json:"to"`
	Events     []scan    `json:"events"`
	Created    time.Time `json:"created"`
	token      string
	from       contact
}

// New makes a simulator. Close ends its notifications.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, 0)
	s.Reset()
	return s
}

// Close ends the notifications that are under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "dhl".
func (s *Sim) Name() string { return "dhl" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all shipments and subscriptions.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shipments, s.order, s.serial = map[string]*shipment{}, nil, 0
	s.subscriptions = nil
	s.courier.Reset()
}

const shipping = "/parcel/de/shipping/v2"

// Handler serves all interfaces.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+shipping+"/{$}", func(w http.ResponseWriter, _ *http.Request) {
		stage.WriteJSON(w, http.StatusOK, map[string]any{"amp": map[string]string{"name": "pp-parcel-shipping", "env": "simulator", "version": "v2.1.13"}})
	})
	mux.HandleFunc("POST "+shipping+"/orders", s.stage.Op("create", s.authenticated(s.create)))
	mux.HandleFunc("GET "+shipping+"/orders", s.stage.Op("documents", s.authenticated(s.documents)))
	mux.HandleFunc("DELETE "+shipping+"/orders", s.stage.Op("cancel", s.authenticated(s.cancel)))
	mux.HandleFunc("GET "+shipping+"/labels", s.stage.Op("label", s.label))
	mux.HandleFunc("GET /track/shipments", s.stage.Op("track", s.track))
	mux.HandleFunc("GET "+finder+"/find-by-address", s.stage.Op("locations", s.byAddress))
	mux.HandleFunc("POST "+push+"/subscription", s.stage.Op("subscribe", s.keyed(s.subscribe)))
	mux.HandleFunc("POST "+push+"/subscription/{id}", s.stage.Op("activate", s.keyed(s.activate)))
	return mux
}

func (s *Sim) authenticated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user, password, ok := r.BasicAuth()
		key := r.Header.Get("Dhl-Api-Key")
		if !ok || user == "" || key == "" || s.cfg.APIKey != "" && key != s.cfg.APIKey ||
			s.cfg.User != "" && (user != s.cfg.User || password != s.cfg.Password) {
			problem(w, http.StatusUnauthorized, "Unauthorized for given resource.")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 4<<20)
		h(w, r)
	}
}

// keyed lets through who has the API key; the push interface asks for no more.
func (s *Sim) keyed(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if key := r.Header.Get("Dhl-Api-Key"); key == "" || s.cfg.APIKey != "" && key != s.cfg.APIKey {
			problem(w, http.StatusUnauthorized, "The API key is missing or unknown.")
			return
		}
		h(w, r)
	}
}

// problem answers the status document that stands alone when a request fails as a whole.
func problem(w http.ResponseWriter, code int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	stage.WriteJSON(w, code, status{Title: http.StatusText(code), StatusCode: code, Status: code, Detail: detail, Instance: "/orders"})
}

// State gives all shipments, oldest first.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]shipment, 0, len(s.order))
	for _, no := range s.order {
		out = append(out, *s.shipments[no])
	}
	subscriptions := make([]subscription, 0, len(s.subscriptions))
	for _, sub := range s.subscriptions {
		subscriptions = append(subscriptions, *sub)
	}
	return map[string]any{"shipments": out, "subscriptions": subscriptions}
}

// Act implements stage.Provider. The id is a shipment's number or reference; actions are manifest, transit, deliver, fail.
// "release" of "webhooks" sends what rules hold.
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shipments[id]
	for _, no := range s.order {
		if s.shipments[no].RefNo == id {
			sh = s.shipments[no]
		}
	}
	if sh == nil {
		return nil, stage.Refuse("no shipment %q", id)
	}
	if sh.Cancelled {
		return nil, stage.Refuse("shipment %s is cancelled", sh.No)
	}
	sh.Manifested = true
	switch action {
	case "manifest":
	case "transit", "deliver", "fail":
		sh.scan(map[string]string{"transit": "transit", "deliver": "delivered", "fail": "failure"}[action])
		s.report(sh)
	default:
		return nil, stage.Refuse("no action %q", action)
	}
	s.stage.Note(action, sh.No, "by control")
	return sh, nil
}

// number makes the next 20-digit shipment number. The caller holds the lock.
func (s *Sim) number() string {
	s.serial++
	return fmt.Sprintf("00340434%012d", 161094000000+s.serial)
}

func zip(a contact) string { return strings.TrimSpace(a.PostalCode) }
