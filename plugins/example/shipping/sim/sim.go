// Package sim simulates the carrier Muster, as its documentation has it:
//
//	POST   /v1/shipments         Idempotency-Key; {order, grams: [2000], to: {name, street, postal_code, city}}
//	DELETE /v1/shipments/{id}    takes it back; 409 once a parcel is on its way
//	GET    /v1/parcels/{number}  state and scans
//
// A parcel's life, moved by the control actions: announced -> transit -> delivered | failed. Each step is told by a webhook.
// It shares nothing with the plugin, so that a misreading in one shows as a failure between the two.
package sim

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Config says whom the simulator knows.
type Config struct {
	APIKey     string
	WebhookKey string
	WebhookURL string // as registered in Muster's portal; empty sends none
}

// Sim is the simulated Muster. It implements stage.Provider.
type Sim struct {
	cfg   Config
	stage *stage.Stage

	mu        sync.Mutex
	shipments map[string]*shipment
	byKey     map[string]*shipment
	sending   sync.WaitGroup
}

type shipment struct {
	ID        string   `json:"id"`
	Order     string   `json:"order"`
	Parcels   []parcel `json:"parcels"`
	Cancelled bool     `json:"-"`
	state     string
	scans     []scan
}

type parcel struct {
	Number string `json:"number"`
	Label  []byte `json:"label"`
}

type scan struct {
	ID     string    `json:"id"`
	Parcel string    `json:"parcel"`
	State  string    `json:"state"`
	At     time.Time `json:"at"`
	Place  string    `json:"place"`
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

// Reset forgets all shipments.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shipments, s.byKey = map[string]*shipment{}, map[string]*shipment{}
}

// State gives the shipments.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []shipment{}
	for _, sh := range s.shipments {
		all = append(all, *sh)
	}
	return map[string]any{"shipments": all}
}

// Act moves the parcels of a shipment: transit, deliver or fail.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shipments[id]
	state, known := map[string]string{"transit": "transit", "deliver": "delivered", "fail": "failed"}[action]
	switch {
	case sh == nil || sh.Cancelled:
		return nil, stage.Refuse("no living shipment %q", id)
	case !known:
		return nil, stage.Refuse("no action %q", action)
	}
	s.move(sh, state)
	return map[string]string{"id": id, "state": state}, nil
}

// move puts all parcels into a state and tells of it. The caller holds the lock.
func (s *Sim) move(sh *shipment, state string) {
	sh.state = state
	s.stage.Note("move", sh.ID, "%s", state)
	for _, p := range sh.Parcels {
		n := scan{ID: newID("ev_"), Parcel: p.Number, State: state, At: time.Now().UTC().Truncate(time.Second), Place: "Leipzig"}
		sh.scans = append(sh.scans, n)
		s.notify(sh.ID, n)
	}
}

func newID(prefix string) string { return prefix + rand.Text()[:16] }

// notify sends a signed webhook, without keeping the caller waiting. One try is enough here: a shop that missed it asks.
func (s *Sim) notify(id string, n scan) {
	if s.cfg.WebhookURL == "" {
		return
	}
	body, err := json.Marshal(n)
	if err != nil {
		panic(err) // texts and a time only
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.WebhookKey))
	mac.Write(body)
	s.sending.Go(func() {
		r, err := http.NewRequest(http.MethodPost, s.cfg.WebhookURL, bytes.NewReader(body))
		if err != nil {
			s.stage.Note("webhook", id, "%v", err)
			return
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Muster-Signature", hex.EncodeToString(mac.Sum(nil)))
		answer, err := (&http.Client{Timeout: 10 * time.Second}).Do(r)
		if err != nil {
			s.stage.Note("webhook", id, "%v", err)
			return
		}
		defer answer.Body.Close()
		s.stage.Note("webhook", id, "%s", answer.Status)
	})
}
