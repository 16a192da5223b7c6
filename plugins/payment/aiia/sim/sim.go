// Package sim simulates Aiia Pay: accept payments v2, the pages on which a customer chooses a bank and agrees, and signed
// notifications. It is written from the provider's documents as far as they are public, and shares nothing with the
// plugin.
//
// A payment's life:
//
//	Initiated -> AwaitingAuthorization (page opened) -> Authorized -> Executed
//	         \-> Expired (not opened in time)        \-> Rejected, Failed, Expired
package sim

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL       string        // where callers and browsers reach it, without a slash at the end
	ClientID      string        // accepted credentials; empty accepts any
	Secret        string        //
	Destination   string        // the onboarded account; empty accepts any
	WebhookSecret string        // signs notifications; empty means "simulator"
	WebhookURL    string        // as set in Aiia's portal; empty means /webhooks/aiia of the shop that the customer returns to
	WebhookDelay  time.Duration // how long after the event its notification leaves
	RetryEvery    time.Duration // first pause between delivery attempts; 0 is one second
	LinkLife      time.Duration // how long a page that nobody opened works; 0 is one minute
}

// Sim is the simulated Aiia. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu       sync.Mutex
	payments map[string]*accepted
}

// New starts a simulator. Close stops its notifications.
func New(cfg Config) *Sim {
	if cfg.WebhookSecret == "" {
		cfg.WebhookSecret = "simulator"
	}
	if cfg.LinkLife == 0 {
		cfg.LinkLife = time.Minute
	}
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "aiia".
func (s *Sim) Name() string { return "aiia" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets payments and deliveries.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payments = map[string]*accepted{}
	s.courier.Reset()
}

// Handler serves API and pages.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/payments/accept", s.stage.Op("create", s.authenticated(s.create)))
	mux.HandleFunc("GET /v2/payments/accept/{id}", s.stage.Op("show", s.authenticated(s.show)))
	mux.HandleFunc("GET /authorize/{id}", s.bankPage)
	mux.HandleFunc("POST /authorize/{id}", s.bankDecision)
	return mux
}

func (s *Sim) authenticated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, secret, ok := r.BasicAuth()
		if !ok || id == "" || s.cfg.ClientID != "" && (id != s.cfg.ClientID || secret != s.cfg.Secret) {
			problem(w, http.StatusUnauthorized, "InvalidClient", "the client id or secret is wrong")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		h(w, r)
	}
}

func problem(w http.ResponseWriter, status int, code, description string) {
	stage.WriteJSON(w, status, map[string]string{"code": code, "description": description})
}

// Act implements stage.Provider. The id is a payment's or its reference. Actions: approve (agreed and executed), pend
// (agreed, the bank takes its time), execute and fail (the end of that), decline, cancel, expire; and release for
// "webhooks".
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	p := s.payments[id]
	for _, other := range s.payments {
		if p == nil && other.Reference == id {
			p = other
		}
	}
	s.mu.Unlock()
	if p == nil {
		return nil, stage.Refuse("no payment %q", id)
	}
	target, delivered, err := s.decide(p.ID, action)
	if err != nil {
		return nil, err
	}
	s.courier.Await(delivered, nil)
	return map[string]string{"id": p.ID, "redirect": target}, nil
}

// State gives all payments and the deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []accepted{}
	for _, p := range s.payments {
		list = append(list, *p)
	}
	return map[string]any{"payments": list, "deliveries": s.courier.Deliveries()}
}

// notify tells the shop that a payment has changed. The caller holds the lock.
func (s *Sim) notify(p *accepted) <-chan struct{} {
	const kind = "AcceptPaymentUpdated"
	target, id, at := s.cfg.WebhookURL, uuid.NewString(), strconv.FormatInt(time.Now().Unix(), 10)
	if target == "" {
		if shop, err := url.Parse(p.RedirectURL); err == nil {
			target = shop.Scheme + "://" + shop.Host + "/webhooks/aiia"
		}
	}
	body := fmt.Sprintf(`{"acceptPaymentUpdatedWebhook":{"event":%q,"timestamp":%q,"data":{"paymentId":%q}}}`, kind, at, p.ID)
	return s.courier.Send(stage.Notice{ID: id, What: p.Status, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		signature := sign(s.cfg.WebhookSecret, at, id, kind, body)
		sent := body
		if forged {
			sent = strings.Replace(body, p.ID, uuid.NewString(), 1)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(sent))
		if err != nil {
			return nil, err
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "X-Aiia-TimeStamp": at, "X-Aiia-EventId": id,
			"X-Aiia-Event": kind, "X-Aiia-Signature": signature} {
			r.Header.Set(name, value)
		}
		return r, nil
	}})
}

func sign(secret, at, id, kind, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join([]string{at, id, kind, body}, "|")))
	return hex.EncodeToString(mac.Sum(nil))
}
