// Package sim simulates Mondu's API v1 as its reference and its own shop plugins show it, with the hosted checkout where a
// buyer decides and webhooks signed with the merchant's secret. It is written from those alone and shares nothing with the
// plugin.
//
// An order's life:
//
//	created -> authorized (by the buyer) -> confirmed (by the merchant), perhaps after pending -> partially_shipped -> shipped
//	       \-> declined                 \-> canceled
package sim

import (
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	Token        string        // accepted API token; empty accepts any
	Secret       string        // that signs webhooks; empty makes one
	WebhookDelay time.Duration // how long after the event its webhook leaves
	RetryEvery   time.Duration // first pause between delivery attempts, 0 is one second
}

// Sim is the simulated Mondu. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu       sync.Mutex
	orders   map[string]*order
	invoices map[string]*invoice
	hooks    []hook
}

// New starts a simulator. Close stops its webhook deliveries.
func New(cfg Config) *Sim {
	if cfg.Secret == "" {
		cfg.Secret = uuid.NewString()
	}
	s := &Sim{cfg: cfg, stage: stage.New()}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() { s.courier.Close() }

// Name is "mondu".
func (s *Sim) Name() string { return "mondu" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets orders and deliveries. The secret and the registered webhooks stay, as they would at Mondu.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders, s.invoices = map[string]*order{}, map[string]*invoice{}
	s.courier.Reset()
}

// Handler serves the API under /api/v1 and the hosted checkout.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	api := func(method, path, op string, h func(*http.Request) (answer, *problem)) {
		mux.HandleFunc(method+" /api/v1"+path, s.stage.Op(op, s.authenticated(op, h)))
	}
	api("POST", "/orders", "create", s.createOrder)
	api("GET", "/orders/{id}", "show", s.showOrder)
	api("POST", "/orders/{id}/confirm", "confirm", s.confirmOrder)
	api("POST", "/orders/{id}/cancel", "cancel", s.cancelOrder)
	api("POST", "/orders/{id}/adjust", "adjust", s.adjustOrder)
	api("POST", "/orders/{id}/invoices", "invoice", s.createInvoice)
	api("GET", "/orders/{id}/invoices", "list_invoices", s.listInvoices)
	api("GET", "/orders/{id}/invoices/{invoice}", "show_invoice", s.showInvoice)
	api("POST", "/orders/{id}/invoices/{invoice}/cancel", "cancel_invoice", s.cancelInvoice)
	api("POST", "/invoices/{invoice}/credit_notes", "credit_note", s.createCreditNote)
	api("GET", "/payment_methods", "payment_methods", s.paymentMethods)
	api("GET", "/webhooks", "list_webhooks", s.listHooks)
	api("POST", "/webhooks", "create_webhook", s.createHook)
	api("GET", "/webhooks/keys", "webhook_keys", s.webhookKeys)
	mux.HandleFunc("GET /checkout/{id}", s.checkoutPage)
	mux.HandleFunc("POST /checkout/{id}", s.checkoutDecision)
	return mux
}

// answer is what a handler gives back: a status and a body.
type answer struct {
	status int
	body   any
}
