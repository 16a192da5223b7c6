package stage

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"
)

// Effect is what a rule does to a call.
type Effect string

// Effects on a call of the provider's API.
const (
	Delay     Effect = "delay"      // wait DelayMS, then go on as usual
	Status    Effect = "status"     // answer Status and do nothing
	DropReply Effect = "drop_reply" // do it, then cut the connection: the caller cannot know
	Hang      Effect = "hang"       // do it, then say nothing until the caller gives up
	Garbage   Effect = "garbage"    // do it, then answer 200 with bytes that are no JSON
	Lose      Effect = "lose"       // the call gets lost on its way: do nothing, and say nothing until the caller gives up
)

// Effects on webhooks, under the operation "webhook"; Lose has them never delivered.
const (
	BeforeReturn Effect = "before_return" // delivered and answered before the customer's browser is sent back
	Duplicate    Effect = "duplicate"     // delivered twice, with the same event id
	Hold         Effect = "hold"          // kept until released by the action "release"
	Reorder      Effect = "reorder"       // kept and delivered after the next one
	Forge        Effect = "forge"         // delivered with a changed body under the old signature
)

var callEffects = []Effect{Delay, Status, DropReply, Hang, Garbage, Lose}
var webhookEffects = []Effect{BeforeReturn, Duplicate, Hold, Reorder, Forge, Lose, Delay}

// WebhookOp is the operation name under which rules for webhooks are given.
const WebhookOp = "webhook"

// Rule makes the next Times calls of an operation misbehave.
type Rule struct {
	Op      string `json:"op"`                 // operation name as in the counts; "" is every operation but webhooks
	Effect  Effect `json:"effect"`             // one of the effects
	Times   int    `json:"times,omitempty"`    // how many calls; 0 is one, -1 is until cleared
	DelayMS int    `json:"delay_ms,omitempty"` // for delay
	Status  int    `json:"status,omitempty"`   // for status; 0 is 503
}

// Add puts a rule behind those already there, or refuses one that could never apply.
func (s *Stage) Add(r Rule) error {
	known := callEffects
	if r.Op == WebhookOp {
		known = webhookEffects
	}
	if !slices.Contains(known, r.Effect) {
		return Refuse("effect %q does not exist for operation %q; known: %v", r.Effect, r.Op, known)
	}
	if r.Status != 0 && (r.Status < 200 || r.Status > 599) { // 2xx is what answers in the provider's place
		return Refuse("status must be 200 to 599")
	}
	if r.Times == 0 {
		r.Times = 1
	}
	if r.Status == 0 {
		r.Status = http.StatusServiceUnavailable
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = append(s.rules, r)
	return nil
}

// Rules gives the rules that still apply.
func (s *Stage) Rules() []Rule {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rules)
}

// ClearRules drops all rules and keeps counts and journal.
func (s *Stage) ClearRules() {
	s.mu.Lock()
	s.rules = nil
	s.mu.Unlock()
}

// Take uses up one turn of every rule for the operation and gives the rules that applied.
func (s *Stage) Take(op string) []Rule {
	s.mu.Lock()
	defer s.mu.Unlock()
	var taken []Rule
	kept := s.rules[:0]
	for _, r := range s.rules {
		if r.Op == op || r.Op == "" && op != WebhookOp {
			taken = append(taken, r)
			if r.Times > 0 {
				r.Times--
			}
		}
		if r.Times != 0 {
			kept = append(kept, r)
		}
	}
	s.rules = kept
	return taken
}

// Op wraps the handler of one API operation: it is counted under op and obeys the rules for op.
func (s *Stage) Op(op string, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.Count(op)
		after := Effect("")
		for _, rule := range s.Take(op) {
			switch rule.Effect {
			case Delay:
				pause(r, time.Duration(rule.DelayMS)*time.Millisecond)
			case Status:
				s.Note(op, "", "rule: answered %d", rule.Status)
				http.Error(w, http.StatusText(rule.Status), rule.Status)
				return
			case Lose:
				_, _ = io.Copy(io.Discard, r.Body) // who has sent it all is heard to give up
				s.Note(op, "", "rule: %s", rule.Effect)
				silent(r)
			default:
				after = rule.Effect
			}
		}
		if after == "" {
			h(w, r)
			return
		}
		// The call takes effect in full; only its answer is spoiled.
		h(httptest.NewRecorder(), r)
		s.Note(op, "", "rule: %s", after)
		switch after {
		case Hang:
			silent(r)
		case Garbage:
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("\x00\x1f{\"id\": <html>"))
		default:
			panic(http.ErrAbortHandler)
		}
	}
}

// silent leaves the caller without an answer.
func silent(r *http.Request) {
	pause(r, time.Minute)
	panic(http.ErrAbortHandler)
}

func pause(r *http.Request, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	}
}
