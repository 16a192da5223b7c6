// Package sim simulates financing with Santander Consumer Bank: an interface for applications, the pages on which a
// customer applies and signs, and signed notifications. The bank publishes no interface; what is played here is the
// course of business that shops describe, in a form of the simulator's own, which the plugin's README says.
//
// An application's life:
//
//	created -> submitted or in_decision -> approved -> signed -> paid_out (refunds)
//	       \-> cancelled, expired      \-> declined      (revoked by the shop until it is paid out)
package sim

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	Shop         string        // accepted credentials; empty accepts any
	Password     string        //
	NotifyKey    string        // signs notifications; empty means "simulator"
	WebhookDelay time.Duration // how long after the event its notification leaves
	RetryEvery   time.Duration // first pause between delivery attempts; 0 is one second
}

// Sim is the simulated bank. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu   sync.Mutex
	byID map[string]*application // by the shop's number
}

// New starts a simulator. Close stops its notifications.
func New(cfg Config) *Sim {
	if cfg.NotifyKey == "" {
		cfg.NotifyKey = "simulator"
	}
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "santander".
func (s *Sim) Name() string { return "santander" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets applications and deliveries.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID = map[string]*application{}
	s.courier.Reset()
}

// Handler serves interface and pages.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /applications", s.stage.Op("apply", s.authenticated(s.apply)))
	mux.HandleFunc("GET /applications/{id}", s.stage.Op("show", s.authenticated(s.show)))
	mux.HandleFunc("POST /applications/{id}/delivery", s.stage.Op("deliver", s.authenticated(s.deliver)))
	mux.HandleFunc("POST /applications/{id}/revocation", s.stage.Op("revoke", s.authenticated(s.revoke)))
	mux.HandleFunc("POST /applications/{id}/refunds", s.stage.Op("refund", s.authenticated(s.refund)))
	mux.HandleFunc("GET /antrag/{token}", s.page)
	mux.HandleFunc("POST /antrag/{token}", s.decision)
	return mux
}

func (s *Sim) authenticated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		shop, password, ok := r.BasicAuth()
		switch {
		case !ok || shop == "" || s.cfg.Shop != "" && (shop != s.cfg.Shop || password != s.cfg.Password):
			problem(w, http.StatusUnauthorized, "wrong shop or password")
		case r.Method == http.MethodPost && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
			problem(w, http.StatusUnsupportedMediaType, "JSON is needed")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
			h(w, r)
		}
	}
}

func problem(w http.ResponseWriter, status int, text string) {
	stage.WriteJSON(w, status, map[string]string{"error": text})
}

// decode reads a JSON body strictly and answers by itself when it cannot.
func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := stage.ReadJSON(r.Body, into); err != nil {
		problem(w, http.StatusBadRequest, strings.TrimPrefix(err.Error(), "json: "))
		return false
	}
	return true
}

// Act implements stage.Provider. The id is the shop's number of the attempt. Actions of the customer: approve (applied,
// agreed and signed), pend (applied; the bank decides later), decline, cancel, expire; of the bank on a pending one:
// agree (the customer has to sign), sign, refuse; and release for "webhooks".
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	a := s.byID[id]
	s.mu.Unlock()
	if a == nil {
		return nil, stage.Refuse("no application %q", id)
	}
	target, delivered, err := s.decide(a, action)
	if err != nil {
		return nil, err
	}
	s.courier.Await(delivered, nil)
	return map[string]string{"id": id, "redirect": target}, nil
}

// State gives all applications and the deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []view{}
	for _, id := range slices.Sorted(maps.Keys(s.byID)) {
		list = append(list, s.view(s.byID[id]))
	}
	return map[string]any{"applications": list, "deliveries": s.courier.Deliveries()}
}

// notify tells the shop where an application stands. The caller holds the lock.
func (s *Sim) notify(a *application, back *refund) <-chan struct{} {
	id, target := stage.RandomHex(12), a.request.NotifyURL
	body, err := json.Marshal(struct {
		EventID    string  `json:"eventId"`
		OccurredAt string  `json:"occurredAt"`
		Refund     *refund `json:"refund,omitempty"`
		view
	}{id, time.Now().UTC().Format(time.RFC3339), back, s.view(a)})
	if err != nil {
		s.stage.Note("webhook", a.request.OrderID, "not sent: %v", err)
		return nil
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.NotifyKey))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))
	return s.courier.Send(stage.Notice{ID: id, What: a.status, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		sent := string(body)
		if forged {
			sent = strings.Replace(sent, `"amountCents":`, `"amountCents":9`, 1)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(sent))
		if err == nil {
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Signature", signature)
		}
		return r, err
	}})
}
