// Package sim simulates Klarna Payments v1 and Order Management v1 as their OpenAPI documents describe them, with the
// browser's script in place of Klarna's, the page that a purchase passes, and the calls to the merchant's addresses. It is
// written from those documents alone and shares nothing with the plugin.
//
// A purchase's life:
//
//	session incomplete -> authorized in the browser (token, 60 minutes) -> session complete, order AUTHORIZED
//	order AUTHORIZED -> PART_CAPTURED -> CAPTURED;  AUTHORIZED -> CANCELLED | EXPIRED
package sim

import (
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	Username     string        // accepted credentials; empty accepts any
	Password     string        //
	WebhookDelay time.Duration // how long after the event the merchant is told
	RetryEvery   time.Duration // first pause between delivery attempts, 0 is one second
}

// Sim is the simulated Klarna. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu       sync.Mutex
	sessions map[string]*session
	clients  map[string]*session // by client token
	tokens   map[string]*authorization
	orders   map[string]*order
	done     map[string]answer // by idempotency key, whatever it was sent with
}

// New starts a simulator. Close stops its deliveries.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "klarna".
func (s *Sim) Name() string { return "klarna" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets sessions, orders and deliveries.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions, s.clients = map[string]*session{}, map[string]*session{}
	s.tokens, s.orders = map[string]*authorization{}, map[string]*order{}
	s.done = map[string]answer{}
	s.courier.Reset()
}

// Handler serves the API, the browser's script and what the script calls.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	api := func(pattern, op string, h func(*http.Request) (answer, *problem)) {
		mux.HandleFunc(pattern, s.stage.Op(op, s.authenticated(op, h)))
	}
	api("POST /payments/v1/sessions", "session", s.openSession)
	api("GET /payments/v1/sessions/{id}", "show_session", s.showSession)
	api("POST /payments/v1/sessions/{id}", "update_session", s.updateSession)
	api("POST /payments/v1/authorizations/{id}/order", "order", s.placeOrder)
	api("DELETE /payments/v1/authorizations/{id}", "cancel_authorization", s.cancelAuthorization)
	const orders = "/ordermanagement/v1/orders/{id}"
	api("GET "+orders, "show", s.showOrder)
	api("POST "+orders+"/acknowledge", "acknowledge", s.acknowledge)
	api("POST "+orders+"/captures", "capture", s.capture)
	api("GET "+orders+"/captures/{capture}", "show_capture", s.showCapture)
	api("POST "+orders+"/refunds", "refund", s.refund)
	api("GET "+orders+"/refunds/{refund}", "show_refund", s.showRefund)
	api("POST "+orders+"/cancel", "cancel", s.cancel)
	api("POST "+orders+"/release-remaining-authorization", "release", s.release)
	mux.HandleFunc("GET /kp/lib/v1/api.js", s.script)
	mux.HandleFunc("POST /kp/browser/{step}", s.stage.Op("browser", s.browser))
	mux.HandleFunc("GET /payments/redirect/{id}", s.redirect)
	return mux
}

// answer is what a handler gives back: a status, headers and, unless nil, a body.
type answer struct {
	status int
	header map[string]string
	body   any
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
