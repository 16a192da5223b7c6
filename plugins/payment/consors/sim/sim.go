// Package sim simulates Consors Finanz: the page that takes a shop's form and on which a customer applies for a credit, the
// interface for delivery and cancellation, and signed returns and notifications. The bank publishes no documents; names
// and paths are those that shops' integrations use, and the rest is a guess that the plugin's README lists.
//
// An application's life:
//
//	form -> page -> ACCEPTED -> DELIVERED -> REVOKED
//	            \-> PENDING -> ACCEPTED, DECLINED
//	            \-> DECLINED, CANCELLED
package sim

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	Vendor       string        // accepted credentials; empty accepts any
	User         string        //
	Password     string        //
	APIKey       string        //
	HashKey      string        // signs returns and notifications; empty means "simulator"
	WebhookDelay time.Duration // how long after the event its notification leaves
	RetryEvery   time.Duration // first pause between delivery attempts; 0 is one second
}

// Sim is the simulated bank. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu     sync.Mutex
	tokens map[string]time.Time
	drafts map[string]*application // by a name of the page's own
	byID   map[string]*application // that were decided, by the shop's number
}

// New starts a simulator. Close stops its notifications.
func New(cfg Config) *Sim {
	if cfg.HashKey == "" {
		cfg.HashKey = "simulator"
	}
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "consors".
func (s *Sim) Name() string { return "consors" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets applications and deliveries.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens, s.drafts, s.byID = map[string]time.Time{}, map[string]*application{}, map[string]*application{}
	s.courier.Reset()
}

const partnerdata = "/ratanet-api/cfg/subscription/{vendor}/{id}/partnerdata"

// Handler serves interface and pages.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /web/ecommerce/gewuenschte-rate", s.stage.Op("apply", s.entry))
	mux.HandleFunc("GET /web/antrag/{draft}", s.page)
	mux.HandleFunc("POST /web/antrag/{draft}", s.decision)
	mux.HandleFunc("POST /common-services/cfg/token/{vendor}", s.stage.Op("token", s.token))
	mux.HandleFunc("GET "+partnerdata, s.stage.Op("show", s.authenticated(s.show)))
	mux.HandleFunc("DELETE "+partnerdata, s.stage.Op("revoke", s.authenticated(s.revoke)))
	mux.HandleFunc("PUT /ratanet-api/cfg/subscription/deliverystatus/{vendor}/{id}/partnerdata", s.stage.Op("deliver", s.authenticated(s.deliver)))
	return mux
}

func problem(w http.ResponseWriter, status int, text string) {
	stage.WriteJSON(w, status, map[string]string{"status": "ERROR", "errorMessage": text})
}

// token answers a JWT as the bank does, with "Bearer" before it.
func (s *Sim) token(w http.ResponseWriter, r *http.Request) {
	user, password, key := r.FormValue("username"), r.FormValue("password"), r.Header.Get("X-Api-Key")
	if user == "" || password == "" || key == "" || s.cfg.Vendor != "" && (r.PathValue("vendor") != s.cfg.Vendor ||
		user != s.cfg.User || password != s.cfg.Password || key != s.cfg.APIKey) {
		problem(w, http.StatusUnauthorized, "wrong credentials")
		return
	}
	end := time.Now().Add(15 * time.Minute)
	part := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	jwt := part(`{"alg":"HS256"}`) + "." + part(fmt.Sprintf(`{"exp":%d}`, end.Unix())) + "." + stage.RandomHex(16)
	s.mu.Lock()
	s.tokens["Bearer "+jwt] = end
	s.mu.Unlock()
	stage.WriteJSON(w, http.StatusOK, map[string]string{"token": "Bearer " + jwt})
}

func (s *Sim) authenticated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("X-Api-Key")
		s.mu.Lock()
		living := time.Now().Before(s.tokens[r.Header.Get("Authorization")])
		s.mu.Unlock()
		switch {
		case !living || key == "" || s.cfg.APIKey != "" && key != s.cfg.APIKey:
			problem(w, http.StatusUnauthorized, "a living token and the key are needed")
		case s.cfg.Vendor != "" && r.PathValue("vendor") != s.cfg.Vendor:
			problem(w, http.StatusForbidden, "another vendor")
		case r.URL.Query().Get("version") == "":
			problem(w, http.StatusBadRequest, "the version is missing")
		default:
			h(w, r)
		}
	}
}

// State gives all decided applications and the deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []application{}
	for _, id := range slices.Sorted(maps.Keys(s.byID)) {
		list = append(list, *s.byID[id])
	}
	return map[string]any{"applications": list, "deliveries": s.courier.Deliveries()}
}

// Act implements stage.Provider. The id is the shop's number of the attempt. Actions of the customer: approve, pend,
// decline, cancel, expire; of the bank on a pending application: accept, refuse; and release for "webhooks".
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	a := s.byID[id]
	for _, draft := range s.drafts {
		if a == nil && draft.OrderID == id {
			a = draft
		}
	}
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

// params are what the bank tells of an application, signed.
func (s *Sim) params(a *application) url.Values {
	told := map[string]string{"vendorid": a.Vendor, "order_id": a.OrderID, "order_amount": a.Amount, "status": a.Status,
		"transaction_id": a.Transaction}
	var text strings.Builder
	out := url.Values{}
	for i, name := range slices.Sorted(maps.Keys(told)) {
		if i > 0 {
			text.WriteByte('&')
		}
		text.WriteString(name + "=" + told[name])
		out.Set(name, told[name])
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.HashKey))
	mac.Write([]byte(text.String()))
	out.Set("hash", hex.EncodeToString(mac.Sum(nil)))
	return out
}

// notify tells the shop where an application stands. The caller holds the lock.
func (s *Sim) notify(a *application) <-chan struct{} {
	target, told := a.NotifyURL, s.params(a)
	return s.courier.Send(stage.Notice{ID: a.OrderID, What: a.Status, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		sent := maps.Clone(told)
		if forged {
			sent.Set("order_amount", "1,00")
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(sent.Encode()))
		if err == nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		return r, err
	}})
}
