// Package sim simulates Amazon Pay's Checkout v2 as Amazon's SDKs and guides describe it: the signed API, the script
// that draws the button, the pages on which a buyer chooses and confirms, and notifications in SNS's envelope signed with
// a real RSA key. It is written from those documents alone and shares nothing with the plugin, so that a misreading in
// one shows as a failure between the two.
//
// A session's life:
//
//	Open (buyer chose) -> Open (buyer confirmed) -> Completed, with a charge
//	                  \-> Canceled (given up, declined, expired)
//
// and a charge's: AuthorizationInitiated -> Authorized -> Captured, or Canceled, or Declined.
package sim

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string         // where callers and browsers reach it, without a slash at the end
	MerchantID   string         // the one merchant; empty takes any
	PublicKey    *rsa.PublicKey // of that merchant; nil means that of KeyFile
	KeyFile      string         // PEM of the merchant's key, which the shop signs with; made when there is none
	IPNURL       string         // where notifications go; empty means IPNPath at the shop that the session came from
	IPNPath      string         // "" means /webhooks/amazonpay
	WebhookDelay time.Duration  // how long after the event its notification leaves
	RetryEvery   time.Duration  // first pause between delivery attempts, doubled each time; 0 is one second
	SettleAfter  time.Duration  // when an authorization under review is granted by itself; 0 means never
}

// Sim is the simulated Amazon Pay. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier
	cert    *stage.Certificate // signs notifications
	ctx     context.Context
	stop    context.CancelFunc
	wait    sync.WaitGroup

	mu       sync.Mutex
	sessions map[string]*session
	disputes map[string]*dispute
	charges  map[string]*charge
	refunds  map[string]*refund
	permits  map[string]*permission
	replies  map[string]reply // idempotency key -> what was answered
}

// New starts a simulator with a fresh key for notifications. Close stops its deliveries.
func New(cfg Config) (*Sim, error) {
	if cfg.PublicKey == nil {
		key, err := merchantKey(cfg.KeyFile)
		if err != nil {
			return nil, err
		}
		cfg.PublicKey = &key.PublicKey
	}
	if cfg.IPNPath == "" {
		cfg.IPNPath = "/webhooks/amazonpay"
	}
	cert, err := stage.NewCertificate("sns.simulator")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Sim{cfg: cfg, stage: stage.New(), cert: cert, ctx: ctx, stop: stop}
	s.courier = stage.NewCourier(s.stage, cfg.WebhookDelay, cfg.RetryEvery)
	s.Reset()
	return s, nil
}

// Close ends all deliveries and reviews under way and waits for them.
func (s *Sim) Close() {
	s.stop()
	s.courier.Close()
	s.wait.Wait()
}

// Name is "amazonpay".
func (s *Sim) Name() string { return "amazonpay" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets everything but the keys.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions, s.charges, s.refunds = map[string]*session{}, map[string]*charge{}, map[string]*refund{}
	s.disputes = map[string]*dispute{}
	s.permits, s.replies = map[string]*permission{}, map[string]reply{}
	s.courier.Reset()
}

// Handler serves script, API, certificate and the buyer's pages.
func (s *Sim) Handler() http.Handler {
	api := http.NewServeMux()
	serve := func(pattern, op string, h func(*call) (answer, *problem)) {
		api.HandleFunc(pattern, s.stage.Op(op, s.authenticated(op, h)))
	}
	serve("GET /v2/checkoutSessions/{id}", "show_session", s.showSession)
	serve("PATCH /v2/checkoutSessions/{id}", "update_session", s.updateSession)
	serve("POST /v2/checkoutSessions/{id}/complete", "complete", s.completeSession)
	serve("GET /v2/chargePermissions/{id}", "show_permission", s.showPermission)
	serve("DELETE /v2/chargePermissions/{id}/close", "close_permission", s.closePermission)
	serve("POST /v2/charges", "create_charge", s.createCharge)
	serve("GET /v2/charges/{id}", "show_charge", s.showCharge)
	serve("POST /v2/charges/{id}/capture", "capture", s.captureCharge)
	serve("DELETE /v2/charges/{id}/cancel", "cancel", s.cancelCharge)
	serve("POST /v2/refunds", "refund", s.createRefund)
	serve("GET /v2/refunds/{id}", "show_refund", s.showRefund)
	serve("GET /v2/disputes/{id}", "show_dispute", s.showDispute)
	mux := http.NewServeMux()
	mux.Handle("/v2/", api)
	for _, environment := range []string{"/live", "/sandbox"} {
		mux.Handle(environment+"/v2/", http.StripPrefix(environment, api))
	}
	mux.HandleFunc("GET /checkout.js", s.serveScript)
	mux.HandleFunc("GET "+certPath, s.stage.Op("certificate", s.cert.ServeHTTP))
	mux.HandleFunc("GET /checkout", s.openCheckout)
	mux.HandleFunc("GET /checkout/{id}", s.buyerPage)
	mux.HandleFunc("POST /checkout/{id}", s.buyerDecision)
	return mux
}

func digits(n int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	v, _ := rand.Int(rand.Reader, most) // never fails since Go 1.24
	return fmt.Sprintf("%0*d", n, v)
}

const stampLayout = "20060102T150405Z"

func stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

func (s *Sim) url(parts ...string) string { return s.cfg.BaseURL + strings.Join(parts, "") }
