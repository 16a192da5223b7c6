// Package sim simulates what an Apple Pay payment needs: Apple's gateway, which validates merchants; a stand-in for
// Safari's ApplePaySession, which opens a sheet and gives an encrypted token; and the part of Saferpay's JSON API that
// opens such a token and moves the money. It is written from Apple's and Saferpay's documents alone and shares nothing
// with the plugin, so that a misreading in one shows as a failure between the two.
//
// A transaction's life:
//
//	AUTHORIZED -> CAPTURED -> refunds, each AUTHORIZED -> CAPTURED
//	          \-> CANCELED
package sim

import (
	"crypto/ecdh"
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows. Empty credentials accept any.
type Config struct {
	BaseURL  string // where callers and browsers reach it, without a slash at the end
	User     string // of Saferpay's API
	Password string
}

// Sim is the simulated Apple and Saferpay. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage
	key   *ecdh.PrivateKey // payment processing key: tokens are encrypted for it

	mu           sync.Mutex
	sessions     map[string]*merchantSession
	transactions map[string]*transaction
	order        []*transaction
	tokens       map[string]bool // transaction ids of tokens that were used
	requests     map[string]bool // request ids that were used
}

// New starts a simulator with a fresh payment processing key.
func New(cfg Config) (*Sim, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	s := &Sim{cfg: cfg, stage: stage.New(), key: key}
	s.Reset()
	return s, nil
}

// Name is "applepay".
func (s *Sim) Name() string { return "applepay" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets everything but the key.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions, s.transactions, s.order = map[string]*merchantSession{}, map[string]*transaction{}, nil
	s.tokens, s.requests = map[string]bool{}, map[string]bool{}
}

// Handler serves gateway, script, sheet and Saferpay's API.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /paymentservices/paymentSession", s.stage.Op("merchant_session", s.paymentSession))
	mux.HandleFunc("POST /paymentservices/startSession", s.stage.Op("merchant_session", s.paymentSession))
	mux.HandleFunc("GET /apple-pay.js", s.serveScript)
	mux.HandleFunc("OPTIONS /sheet", s.preflight)
	mux.HandleFunc("POST /sheet", s.stage.Op("sheet", s.sheet))
	saferpay := func(operation, op string, h handler) {
		mux.HandleFunc("POST /api/Payment/v1/Transaction/"+operation, s.stage.Op(op, s.authenticated(op, h)))
	}
	saferpay("AuthorizeDirect", "authorize", s.authorizeDirect)
	saferpay("Capture", "capture", s.capture)
	saferpay("Cancel", "cancel", s.cancel)
	saferpay("Inquire", "inquire", s.inquire)
	saferpay("Refund", "refund", s.refund)
	return mux
}

func milliseconds(t time.Time) int64 { return t.UnixMilli() }
