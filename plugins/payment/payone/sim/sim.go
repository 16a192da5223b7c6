// Package sim simulates PAYONE's classic interface as its documentation and its own shop modules describe it: the client
// API's card check, which a browser calls, the server API for credit cards, the page of 3-D Secure, and the status
// notifications. It is written from those alone and shares nothing with the plugin.
//
// A process's life:
//
//	preauthorization: approved, or redirected -> approved | failed
//	approved -> captures and refunds, each under the next sequence number | ended by a capture of nothing
package sim

import (
	"crypto/md5" // PAYONE's protocol asks for the MD5 of the portal key
	"crypto/rand"
	"encoding/hex"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says where the simulator is and whom it knows.
type Config struct {
	BaseURL      string        // where callers and browsers reach it, without a slash at the end
	Merchant     string        // mid
	Account      string        // aid
	Portal       string        // portalid
	Key          string        // of the portal
	NotifyURL    string        // of the notifications, as set in PAYONE's merchant interface; a path is the shop's own, /webhooks/payone
	WebhookDelay time.Duration // how long after the event its notification leaves
	RetryEvery   time.Duration // first pause between deliveries, doubled each time; 0 is one second
}

// Sim is the simulated PAYONE. It implements stage.Provider.
type Sim struct {
	cfg     Config
	stage   *stage.Stage
	courier *stage.Courier

	mu         sync.Mutex
	cards      map[string]stored   // by pseudo card number
	processes  map[string]*process // by txid
	references map[string]*process
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

// Name is "payone".
func (s *Sim) Name() string { return "payone" }

// Stage gives the rules, counts and journal.
func (s *Sim) Stage() *stage.Stage { return s.stage }

// Reset forgets processes and notifications. Pseudo card numbers stay, as shops keep them.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cards == nil {
		s.cards = map[string]stored{}
		for pseudo, number := range known {
			c, _ := findCard(number)
			s.cards[pseudo] = stored{c, "3912"}
		}
	}
	s.processes, s.references = map[string]*process{}, map[string]*process{}
	s.courier.Reset()
}

// Handler serves both APIs, the page of 3-D Secure and the list of test cards.
func (s *Sim) Handler() http.Handler {
	mux := http.NewServeMux()
	check := s.stage.Op("creditcardcheck", s.checkCard)
	mux.HandleFunc("POST /client-api/", check)
	mux.HandleFunc("GET /client-api/", check)
	mux.HandleFunc("OPTIONS /client-api/", allowOrigin)
	mux.HandleFunc("POST /post-gateway/", s.serverAPI)
	mux.HandleFunc("GET /3ds/{txid}", s.securePage)
	mux.HandleFunc("POST /3ds/{txid}", s.secureDecision)
	mux.HandleFunc("GET /{$}", s.cardList)
	return mux
}

func (s *Sim) keyHash() string {
	sum := md5.Sum([]byte(s.cfg.Key))
	return hex.EncodeToString(sum[:])
}

// newDigits gives n random digits without a zero in front.
func newDigits(n int) string {
	var b strings.Builder
	for range n {
		d, _ := rand.Int(rand.Reader, big.NewInt(9)) // never fails since Go 1.24
		b.WriteByte(byte('1' + d.Int64()))
	}
	return b.String()
}

func (s *Sim) url(parts ...string) string { return s.cfg.BaseURL + strings.Join(parts, "") }
