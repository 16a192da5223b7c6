// Package sim simulates Saferpay's JSON API as its documentation describes it (PaymentPage and Transaction, version 1.52),
// with the payment page on which a payer enters a test card, and the notifications that Saferpay sends. It is written
// from that documentation alone and shares nothing with the plugin.
//
// A page's life:
//
//	open -> authorized (a transaction: AUTHORIZED -> CAPTURED | CANCELED)
//	     \-> aborted, declined, or expired
package sim

import (
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	User         string        // accepted credentials; empty accepts any
	Password     string        //
	Customer     string        // accepted customer id; empty accepts any
	Terminal     string        // accepted terminal id; empty accepts any
	WebhookDelay time.Duration // how long after the event its notification leaves
	RetryEvery   time.Duration // first pause between deliveries, doubled each time; 0 is one second

	// What the documentation leaves open, taken the other way.
	Forgets  bool // a repeated request is carried out anew: a RequestId is only said to be for debugging
	Reserved bool // of a payment that less was captured of, Inquire goes on naming what was authorized
}

// Sim is the simulated Saferpay. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu           sync.Mutex
	pages        map[string]*page        // by token
	transactions map[string]*transaction // by id
	captures     map[string]*transaction // by capture id
	answered     map[string]answered     // by RequestId
}

// New starts a simulator. Close stops its notifications.
func New(cfg Config) *Sim {
	st := stage.New()
	s := &Sim{cfg: cfg, stage: st, courier: stage.NewCourier(st, cfg.WebhookDelay, cfg.RetryEvery)}
	s.Reset()
	return s
}

// Close ends all notifications under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "saferpay".
func (s *Sim) Name() string { return "saferpay" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets pages, transactions and notifications.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages, s.transactions, s.captures = map[string]*page{}, map[string]*transaction{}, map[string]*transaction{}
	s.answered = map[string]answered{}
	s.courier.Reset()
}

// Handler serves the API and the payment page.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	api := func(path, op string, h handler) {
		mux.HandleFunc("POST /api/Payment/v1"+path, s.stage.Op(op, s.serve(op, h)))
	}
	api("/PaymentPage/Initialize", "initialize", s.initialize)
	api("/PaymentPage/Assert", "assert", s.assert)
	api("/Transaction/Inquire", "inquire", s.inquire)
	api("/Transaction/Capture", "capture", s.capture)
	api("/Transaction/Cancel", "cancel", s.cancel)
	api("/Transaction/Refund", "refund", s.refund)
	mux.HandleFunc("GET /vt2/PaymentPage/{token}", s.payerPage)
	mux.HandleFunc("POST /vt2/PaymentPage/{token}", s.payerDecision)
	return mux
}

func newID(n int) string { return (rand.Text() + rand.Text())[:n] }

func stamp(t time.Time) string { return t.Format("2006-01-02T15:04:05.000-07:00") }

func (s *Sim) url(parts ...string) string { return s.cfg.BaseURL + strings.Join(parts, "") }
