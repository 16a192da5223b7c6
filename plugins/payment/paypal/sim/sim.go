// Package sim simulates PayPal's REST API as its OpenAPI documents describe it (Orders v2, Payments v2, Webhooks v1),
// with the pages on which a payer approves, and webhooks signed with a real RSA key. It is written from those documents
// alone and shares nothing with the plugin, so that a misreading in one shows as a failure between the two.
//
// An order's life:
//
//	CREATED or PAYER_ACTION_REQUIRED -> APPROVED -> COMPLETED (captured or authorized)
//	                                 \-> gone (expired, cancelled by time)
package sim

import (
	"context"
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
	ClientID     string        // accepted credentials; empty accepts any
	Secret       string        //
	WebhookDelay time.Duration // how long after the event its webhook leaves
	RetryEvery   time.Duration // first pause between delivery attempts, doubled each time; 0 is one second
}

// Sim is the simulated PayPal. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage
	cert  *stage.Certificate // signs webhooks
	ctx   context.Context
	stop  context.CancelFunc
	wait  sync.WaitGroup

	mu         sync.Mutex
	tokens     map[string]time.Time
	orders     map[string]*order
	entries    map[string]*entry // transactions by id
	byRequest  map[string]string // operation and PayPal-Request-Id -> order, capture or refund id
	paid       map[string]bool   // invoice ids that were charged
	hooks      []hook
	deliveries []*delivery
	held       []envelope
	parked     []envelope // put behind the next delivery by a reorder rule
	underWay   map[string]envelope
	disputes   map[string]*dispute // the newest of each order
}

// New starts a simulator with a fresh signing key. Close stops its webhook deliveries.
func New(cfg Config) (*Sim, error) {
	cert, err := stage.NewCertificate("messageverificationcerts.simulator")
	if err != nil {
		return nil, err
	}
	if cfg.RetryEvery == 0 {
		cfg.RetryEvery = time.Second
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Sim{cfg: cfg, stage: stage.New(), cert: cert, ctx: ctx, stop: stop}
	s.Reset()
	return s, nil
}

// Close ends all deliveries under way and waits for them.
func (s *Sim) Close() {
	s.stop()
	s.wait.Wait()
}

// Name is "paypal".
func (s *Sim) Name() string { return "paypal" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets orders and deliveries. The key and the registered webhooks stay, as they would at PayPal.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens, s.orders = map[string]time.Time{}, map[string]*order{}
	s.entries = map[string]*entry{}
	s.disputes = map[string]*dispute{}
	s.byRequest, s.paid = map[string]string{}, map[string]bool{}
	s.deliveries, s.held, s.parked, s.underWay = nil, nil, nil, map[string]envelope{}
}

// Handler serves API, certificate and payer pages.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", s.stage.Op("token", s.token))
	api := func(pattern, op string, h func(*http.Request) (answer, *problem)) {
		mux.HandleFunc(pattern, s.stage.Op(op, s.authenticated(op, h)))
	}
	api("POST /v2/checkout/orders", "create", s.createOrder)
	api("GET /v2/checkout/orders/{id}", "show", s.showOrder)
	api("PATCH /v2/checkout/orders/{id}", "patch", s.patchOrder)
	api("POST /v2/checkout/orders/{id}/capture", "capture", s.captureOrder)
	api("POST /v2/checkout/orders/{id}/authorize", "authorize", s.authorizeOrder)
	api("GET /v2/payments/authorizations/{id}", "show_authorization", s.showAuthorization)
	api("POST /v2/payments/authorizations/{id}/capture", "capture_authorization", s.captureAuthorization)
	api("POST /v2/payments/authorizations/{id}/void", "void", s.voidAuthorization)
	api("GET /v2/payments/captures/{id}", "show_capture", s.showCapture)
	api("POST /v2/payments/captures/{id}/refund", "refund", s.refundCapture)
	api("GET /v2/payments/refunds/{id}", "show_refund", s.showRefund)
	api("GET /v1/notifications/webhooks", "list_webhooks", s.listHooks)
	api("POST /v1/notifications/webhooks", "create_webhook", s.createHook)
	api("PATCH /v1/notifications/webhooks/{id}", "update_webhook", s.updateHook)
	api("DELETE /v1/notifications/webhooks/{id}", "delete_webhook", s.deleteHook)
	api("POST /v1/notifications/verify-webhook-signature", "verify_webhook", s.verifySignature)
	mux.HandleFunc("GET "+certPath, s.stage.Op("certificate", func(w http.ResponseWriter, r *http.Request) { s.cert.ServeHTTP(w, r) }))
	mux.HandleFunc("GET /checkoutnow", s.payerPage)
	mux.HandleFunc("POST /checkoutnow", s.payerDecision)
	return mux
}

// answer is what a handler gives back: a status and, unless nil, a body.
type answer struct {
	status int
	body   any
}

func newID() string {
	const alphabet = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
	raw := make([]byte, 17)
	_, _ = rand.Read(raw) // never fails since Go 1.24
	for i, b := range raw {
		raw[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(raw)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (s *Sim) url(parts ...string) string { return s.cfg.BaseURL + strings.Join(parts, "") }
