// Package sim simulates Muster Pay, as its documentation has it:
//
//	POST /v1/payments                  open; Idempotency-Key; {order, amount, currency, return_url, cancel_url, webhook_url}
//	GET  /v1/payments/{id}             read; GET /v1/payments?key=KEY finds by the key of the opening
//	POST /v1/payments/{id}/captures    {amount, currency}; Idempotency-Key
//	POST /v1/payments/{id}/refunds     {amount, currency}; Idempotency-Key
//	POST /v1/payments/{id}/void        Idempotency-Key
//	GET  /pay/{id}                     the page where the customer decides
//
// A payment's life: open -> approved | declined | cancelled; open or approved -> voided. A refusal is 409 with {error}.
// It shares nothing with the plugin, so that a misreading in one shows as a failure between the two.
package sim

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"sync"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL    string // where callers and browsers reach it, without a slash at the end
	APIKey     string
	WebhookKey string
}

// Sim is the simulated Muster. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu       sync.Mutex
	payments map[string]*payment
	done     map[string]answer // by idempotency key
	sending  sync.WaitGroup
}

type payment struct {
	ID       string `json:"id"`
	Key      string `json:"-"`
	Status   string `json:"status"`
	Page     string `json:"page"`
	Order    string `json:"order"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Captured int64  `json:"captured"`
	Refunded int64  `json:"refunded"`

	returnURL, cancelURL, webhookURL string
}

// answer is a status and a body.
type answer struct {
	status int
	body   any
}

// New makes a simulator.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.Reset()
	return s
}

// Close waits for the webhooks under way.
func (s *Sim) Close() { s.sending.Wait() }

// Name is "muster".
func (s *Sim) Name() string { return "muster" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets all payments.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payments, s.done = map[string]*payment{}, map[string]answer{}
}

// State gives all payments.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []payment{}
	for _, p := range s.payments {
		all = append(all, *p)
	}
	return map[string]any{"payments": all}
}

// Act decides an open payment: approve, decline or cancel. It gives the address that the browser goes back to.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.payments[id]
	status, known := map[string]string{"approve": "approved", "decline": "declined", "cancel": "cancelled"}[action]
	switch {
	case p == nil:
		return nil, stage.Refuse("no payment %q", id)
	case !known:
		return nil, stage.Refuse("no action %q", action)
	case p.Status != "open":
		return nil, stage.Refuse("payment %s is %s", id, p.Status)
	}
	p.Status = status
	s.stage.Note("payer", id, "%s", status)
	s.notify(p, status, p.Amount)
	back := p.returnURL
	if action == "cancel" {
		back = p.cancelURL
	}
	return map[string]string{"redirect": back + "?muster=" + url.QueryEscape(id)}, nil
}

// Handler serves the API and the page.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/payments", s.stage.Op("open", s.once(s.open)))
	mux.HandleFunc("GET /v1/payments", s.stage.Op("find", s.known(s.find)))
	mux.HandleFunc("GET /v1/payments/{id}", s.stage.Op("read", s.known(s.read)))
	mux.HandleFunc("POST /v1/payments/{id}/captures", s.stage.Op("capture", s.once(s.capture)))
	mux.HandleFunc("POST /v1/payments/{id}/refunds", s.stage.Op("refund", s.once(s.refund)))
	mux.HandleFunc("POST /v1/payments/{id}/void", s.stage.Op("void", s.once(s.void)))
	mux.HandleFunc("GET /pay/{id}", s.page)
	mux.HandleFunc("POST /pay/{id}", s.decide)
	return mux
}

// known lets only those in who have the key.
func (s *Sim) known(h func(*http.Request) answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+s.cfg.APIKey {
			stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"error": "unauthorized"})
			return
		}
		s.mu.Lock()
		a := h(r)
		raw, err := json.Marshal(a.body) // under the lock: the body may be a payment
		s.mu.Unlock()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		stage.WriteJSON(w, a.status, json.RawMessage(raw))
	}
}

// once does a command once per Idempotency-Key and answers the same again.
func (s *Sim) once(h func(*http.Request) answer) http.HandlerFunc {
	return s.known(func(r *http.Request) answer {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			return refuse(http.StatusBadRequest, "idempotency_key_missing")
		}
		key = r.URL.Path + " " + key
		if a, ok := s.done[key]; ok {
			return a
		}
		a := h(r)
		if a.status < http.StatusBadRequest {
			s.done[key] = a
		}
		return a
	})
}

func refuse(status int, reason string) answer {
	return answer{status, map[string]string{"error": reason}}
}

func newID(prefix string) string { return prefix + rand.Text()[:16] }
