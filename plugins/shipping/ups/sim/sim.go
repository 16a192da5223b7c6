// Package sim simulates the UPS interfaces that a shop needs, as UPS's OpenAPI documents describe them: OAuth client
// credentials, Shipping v2409 (ship, void, label recovery), Tracking v1 and Track Alert v2. It is written from those
// documents alone and shares nothing with the plugin.
//
// A parcel's life, moved by the control actions:
//
//	label made (M) -> picked up (I) -> out for delivery (I) -> delivered (D) | exception (X) | held (I) | returned (X)
//	              \-> voided (MV), only before it is picked up
package sim

import (
	"crypto/subtle"
	"fmt"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows. Empty credentials accept any.
type Config struct {
	ClientID     string
	ClientSecret string
	Account      string
	// WebhookURL and Credential are what a customer sets in UPS's portal: where Track Alerts go, and the token with them.
	WebhookURL string
	Credential string
	// WebhookDelay is how long after an event its Track Alert leaves.
	WebhookDelay time.Duration
}

// Sim is the simulated UPS. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu         sync.Mutex
	tokens     map[string]time.Time // with their ends
	shipments  []*shipment
	subscribed map[string]bool // tracking numbers
	serial     int
}

type shipment struct {
	ID        string    `json:"id"` // the first parcel's number
	Reference string    `json:"reference"`
	Service   string    `json:"service"`
	To        party     `json:"to"`
	Letters   string    `json:"character_set,omitempty"` // of the label
	Voided    bool      `json:"voided"`
	Moved     bool      `json:"moved"`
	Packages  []*parcel `json:"packages"`
	from      party     // whose account it is
	sender    party     // whom the label names
	format    string
	created   time.Time
}

type parcel struct {
	Number string     `json:"tracking_number"`
	Weight string     `json:"weight"`
	Events []activity `json:"events"` // newest first
}

// New makes a simulator. Close ends its notifications.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New(), tokens: map[string]time.Time{}}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, 0)
	s.Reset()
	return s
}

// Close ends the notifications that are under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "ups".
func (s *Sim) Name() string { return "ups" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all shipments and subscriptions; tokens stay good.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shipments, s.subscribed = nil, map[string]bool{}
	s.courier.Reset()
}

// Handler serves all interfaces.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /security/v1/oauth/token", s.stage.Op("token", s.grant))
	mux.HandleFunc("POST /api/shipments/v2409/ship", s.stage.Op("ship", s.authorized(s.ship)))
	mux.HandleFunc("DELETE /api/shipments/v2409/void/cancel/{id}", s.stage.Op("void", s.authorized(s.void)))
	mux.HandleFunc("POST /api/labels/v1/recovery", s.stage.Op("recover", s.authorized(s.recover)))
	mux.HandleFunc("GET /api/track/v1/details/{number}", s.stage.Op("track", s.authorized(s.track)))
	mux.HandleFunc("POST /api/track/v2/subscription/{type}/package", s.stage.Op("subscribe", s.authorized(s.subscribe)))
	return mux
}

const tokenLife = 4 * time.Hour

func (s *Sim) grant(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	if !ok || id == "" || s.cfg.ClientID != "" && (id != s.cfg.ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(s.cfg.ClientSecret)) != 1) {
		fail(w, http.StatusUnauthorized, "10401", "ClientId is Invalid")
		return
	}
	if r.PostFormValue("grant_type") != "client_credentials" {
		fail(w, http.StatusBadRequest, "10400", "Invalid/Missing grant_type")
		return
	}
	now := time.Now()
	s.mu.Lock()
	s.serial++
	value := fmt.Sprintf("ups-token-%d-%d", now.UnixNano(), s.serial)
	s.tokens[value] = now.Add(tokenLife)
	s.mu.Unlock()
	stage.WriteJSON(w, http.StatusOK, map[string]string{"token_type": "Bearer", "issued_at": fmt.Sprint(now.UnixMilli()), "client_id": id,
		"access_token": value, "expires_in": fmt.Sprint(int(tokenLife.Seconds()) - 1), "status": "approved"})
}

// authorized lets through a token that holds, and a request that names itself.
func (s *Sim) authorized(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var bearer string
		_, _ = fmt.Sscanf(r.Header.Get("Authorization"), "Bearer %s", &bearer) // empty when it is none
		s.mu.Lock()
		until, known := s.tokens[bearer]
		s.mu.Unlock()
		switch {
		case !known || time.Now().After(until):
			fail(w, http.StatusUnauthorized, "250002", "Invalid Authentication Information.")
		case len(r.Header.Get("transId")) == 0 || len(r.Header.Get("transId")) > 32:
			fail(w, http.StatusBadRequest, "VSS002", "Missing transId")
		case r.Header.Get("transactionSrc") == "":
			fail(w, http.StatusBadRequest, "VSS004", "Missing transactionSrc")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
			h(w, r)
		}
	}
}

// fail answers an error as every interface of UPS does.
func fail(w http.ResponseWriter, status int, code, message string) {
	stage.WriteJSON(w, status, map[string]any{"response": map[string]any{"errors": []map[string]string{{"code": code, "message": message}}}})
}

// State gives all shipments, oldest first.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []shipment{}
	for _, sh := range s.shipments {
		one := *sh
		one.Packages = nil
		for _, p := range sh.Packages {
			parcel := *p
			one.Packages = append(one.Packages, &parcel)
		}
		out = append(out, one)
	}
	return map[string]any{"shipments": out}
}

// Act implements stage.Provider. The id is a parcel's number or a shipment's reference; actions are pickup, out, deliver,
// fail, hold and return. "expire" of "tokens" takes all tokens back; "release" of "webhooks" sends what rules hold.
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "tokens" && action == "expire" {
		s.tokens = map[string]time.Time{}
		return map[string]bool{"expired": true}, nil
	}
	event, known := events[action]
	if !known || action == "label" || action == "void" {
		return nil, stage.Refuse("no action %q", action)
	}
	for _, sh := range s.shipments {
		for _, p := range sh.Packages {
			if p.Number != id && sh.Reference != id {
				continue
			}
			if sh.Voided {
				return nil, stage.Refuse("shipment %s is voided", sh.ID)
			}
			sh.Moved = true
			p.scan(event)
			s.alert(p)
			s.stage.Note(action, p.Number, "by control")
			return *p, nil
		}
	}
	return nil, stage.Refuse("no parcel %q", id)
}

// number makes the next tracking number: 1Z, the account, the service, and a serial number with its check digit.
func (s *Sim) number(account, service string) string {
	s.serial++
	body := fmt.Sprintf("%s%s%07d", account, service, 1000000+s.serial)
	return "1Z" + body + check(body)
}

// check is the check digit of a UPS number as it is commonly given: letters count as digits, every second one double.
func check(body string) string {
	sum := 0
	for i, r := range body {
		n := int(r - '0')
		if r >= 'A' {
			n = (int(r) - 63) % 10
		}
		if i%2 == 1 {
			n *= 2
		}
		sum += n
	}
	return fmt.Sprint((10 - sum%10) % 10)
}
