// Package stage is what every provider simulator stands on: rules that make a call fail the way networks and providers
// do, a count of calls, and a journal of what happened. A simulator brings the provider's protocol; the stage brings
// the trouble.
package stage

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Provider is one simulated provider, mounted by the simulator program under its name.
type Provider interface {
	// Name is the path prefix and the control name, "paypal".
	Name() string
	// Handler serves the provider's API and hosted pages, with the prefix already stripped.
	Handler() http.Handler
	// Stage gives the rules, counts and journal of this provider.
	Stage() *Stage
	// State is everything that happened so far, for tests: it is answered as JSON.
	State() any
	// Act does to the thing with this id what a person or the passing of time would do: "approve", "deliver". It gives
	// something to answer as JSON, or a *Refusal.
	Act(id, action string) (any, error)
	// Reset forgets everything but the keys and registrations that survive at a real provider.
	Reset()
}

// Opener is a Provider whose sessions are opened by its script, in the browser.
type Opener interface {
	// Open does what the script does with what the plugin gave the browser, and gives the id of the session or a *Refusal.
	Open(client map[string]string) (id string, err error)
}

// Refusal says why Act did nothing.
type Refusal struct{ Reason string }

// Error is the reason.
func (r *Refusal) Error() string { return r.Reason }

// Refuse makes a Refusal.
func Refuse(format string, args ...any) error { return &Refusal{Reason: fmt.Sprintf(format, args...)} }

// Entry is one line of the journal.
type Entry struct {
	At   time.Time `json:"at"`
	What string    `json:"what"` // "capture", "webhook PAYMENT.CAPTURE.COMPLETED"
	ID   string    `json:"id"`   // the order, shipment or batch it was about
	Note string    `json:"note"` // result in a few words
}

const journalSize = 500

// Stage holds rules, counts and journal of one provider. It is safe for concurrent use.
type Stage struct {
	mu      sync.Mutex
	rules   []Rule
	counts  map[string]int
	journal []Entry
	now     func() time.Time

	beforeNotice func() error
}

// New makes an empty stage.
func New() *Stage { return &Stage{counts: map[string]int{}, now: time.Now} }

// Note writes a line into the journal; at least the newest 500 lines are kept.
func (s *Stage) Note(what, id, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal = append(s.journal, Entry{At: s.now(), What: what, ID: id, Note: fmt.Sprintf(format, args...)})
	if len(s.journal) >= 2*journalSize { // trimmed seldom, so that a busy stage does not copy at every line
		s.journal = append([]Entry(nil), s.journal[journalSize:]...)
	}
}

// Count adds one to a counter.
func (s *Stage) Count(what string) {
	s.mu.Lock()
	s.counts[what]++
	s.mu.Unlock()
}

// Counts gives a copy of all counters: calls by operation name, and "charge" for every time money really moved.
func (s *Stage) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]int, len(s.counts))
	for k, v := range s.counts {
		out[k] = v
	}
	return out
}

// Journal gives the lines, newest first.
func (s *Stage) Journal() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Entry, 0, len(s.journal))
	for i := len(s.journal) - 1; i >= 0; i-- {
		out = append(out, s.journal[i])
	}
	return out
}

// Reset drops rules, counts and journal.
func (s *Stage) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules, s.counts, s.journal = nil, map[string]int{}, nil
}
