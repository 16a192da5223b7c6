// Package sim simulates the Hermes interfaces that a shop needs, as their OpenAPI documents describe them: the authorization
// server (password grant), the Hermes Shipping Interface (shipment orders with labels, shipment info), and the ParcelShop
// finder. It is written from those documents alone and shares nothing with the plugin.
//
// An order's life, moved by the control actions:
//
//	PLACED (0000) -> transit (1000, 2000) -> ready (3410) -> collect (3530) | expire (4035) -> return (6093)
//	                                     \-> wish (9321), which moves nothing
package sim

import (
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says whom the simulator knows; empty accepts any.
type Config struct {
	User         string
	Password     string
	ClientID     string
	ClientSecret string
	FinderKey    string
}

// Sim is the simulated Hermes. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu     sync.Mutex
	once   bool                 // an order gets its label once
	tokens map[string]time.Time // with their ends
	orders []*order
	serial int
}

type order struct {
	ID         string       `json:"shipmentOrderID"`
	ShipmentID string       `json:"shipmentID"`
	State      string       `json:"actualOrderState"`
	Request    orderRequest `json:"request"`
	Events     []status     `json:"events"`
	created    time.Time
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New(), tokens: map[string]time.Time{}}
	s.Reset()
	return s
}

// Name is "hermes".
func (s *Sim) Name() string { return "hermes" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all orders; tokens stay good.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders = nil
}

const hsi = "/services/hsi"

// Handler serves all interfaces.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /authorization-facade/oauth2/access_token", s.stage.Op("token", s.grant))
	mux.HandleFunc("POST "+hsi+"/shipmentorders/labels", s.stage.Op("order", s.authorized(s.create)))
	mux.HandleFunc("POST "+hsi+"/shipmentorders/{id}/labels", s.stage.Op("label", s.authorized(s.again)))
	mux.HandleFunc("GET "+hsi+"/shipmentorders", s.stage.Op("orders", s.authorized(s.list)))
	mux.HandleFunc("GET "+hsi+"/shipmentinfo", s.stage.Op("info", s.authorized(s.info)))
	mux.HandleFunc("GET /psfinder-api/findParcelShopByAddressString", s.stage.Op("shops", s.shops))
	return mux
}

const tokenLife = time.Hour

func (s *Sim) grant(w http.ResponseWriter, r *http.Request) {
	known := func(name, want string) bool {
		got := r.PostFormValue(name)
		return got != "" && (want == "" || subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1)
	}
	refuse := func(code int, name string) {
		stage.WriteJSON(w, code, map[string]string{"error": name, "error_description": "see " + name})
	}
	switch {
	case r.PostFormValue("grant_type") != "password":
		refuse(http.StatusBadRequest, "unsupported_grant_type")
		return
	case !known("client_id", s.cfg.ClientID) || !known("client_secret", s.cfg.ClientSecret):
		refuse(http.StatusUnauthorized, "invalid_client")
		return
	case !known("username", s.cfg.User) || !known("password", s.cfg.Password):
		refuse(http.StatusBadRequest, "invalid_grant")
		return
	}
	s.mu.Lock()
	s.serial++
	value := fmt.Sprintf("hermes-token-%d-%d", time.Now().UnixNano(), s.serial)
	s.tokens[value] = time.Now().Add(tokenLife)
	s.mu.Unlock()
	stage.WriteJSON(w, http.StatusOK, map[string]string{"access_token": value, "refresh_token": "r-" + value, "token_type": "Bearer",
		"scope": "full", "expires_in": fmt.Sprint(int(tokenLife.Seconds()))})
}

func (s *Sim) authorized(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		until, known := s.tokens[bearer]
		s.mu.Unlock()
		if !known || time.Now().After(until) {
			stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"error": "access_denied", "error_description": "Access denied for token"})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		h(w, r)
	}
}

// fail answers a result code with status 400.
func fail(w http.ResponseWriter, code, message string) {
	stage.WriteJSON(w, http.StatusBadRequest, map[string]any{"listOfResultCodes": []resultCode{{code, message}}})
}

// State gives all orders, oldest first.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]order, 0, len(s.orders))
	for _, o := range s.orders {
		one := *o
		one.Events = slices.Clone(o.Events)
		out = append(out, one)
	}
	return map[string]any{"orders": out}
}

var actions = map[string][]string{"transit": {"1000", "2000"}, "ready": {"3410"}, "collect": {"3530"}, "expire": {"4035"}, "return": {"6093"}, "wish": {"9321"}}

// Act implements stage.Provider. The id is a shipment's number or its client reference; actions are transit, ready, collect,
// expire, return and wish. "expire" of "tokens" takes all tokens back.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "tokens" && action == "expire" {
		s.tokens = map[string]time.Time{}
		return map[string]bool{"expired": true}, nil
	}
	codes, known := actions[action]
	if !known {
		return nil, stage.Refuse("no action %q", action)
	}
	for _, o := range s.orders {
		if o.ShipmentID == id || o.Request.ClientReference == id {
			for _, code := range codes {
				o.scan(code)
			}
			s.stage.Note(action, o.ShipmentID, "by control")
			return *o, nil
		}
	}
	return nil, stage.Refuse("no shipment %q", id)
}
