package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// maxAttempts is how often an unanswered call is made. The pauses double up to maxPause.
const (
	maxAttempts = 10
	maxPause    = 30 * time.Second
)

// message is one call to the merchant: a push (no body) or a notification.
type message struct {
	kind, order, url string
	body             []byte
	done             chan struct{} // closed when it was answered once, whatever the answer
}

// delivery is one message as tests may inspect it.
type delivery struct {
	Kind     string `json:"kind"`
	OrderID  string `json:"order_id"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status"` // the last answer; 0 before the first
}

// emit tells the merchant under the webhook rules. wait is non-nil if a rule wants it told before the customer's browser
// goes back; it is closed then. Klarna signs nothing, so a forged message is one about an order that does not exist. The
// caller holds the lock.
func (s *Sim) emit(kind string, o *order, address string, content map[string]string) (wait <-chan struct{}) {
	m := message{kind: kind, order: o.view.OrderID, url: address, done: make(chan struct{})}
	if content != nil {
		m.body, _ = json.Marshal(content) // strings only
	}
	pause, times := s.cfg.WebhookDelay, 1
	for _, rule := range s.stage.Take(stage.WebhookOp) {
		switch rule.Effect {
		case stage.Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case stage.Duplicate:
			times = 2
		case stage.Forge:
			other := newID()
			m.url, m.body = strings.ReplaceAll(m.url, m.order, other), bytes.ReplaceAll(m.body, []byte(m.order), []byte(other))
		case stage.BeforeReturn:
			pause, wait = 0, m.done
		case stage.Hold:
			s.held = append(s.held, m)
			return nil
		case stage.Reorder:
			s.parked = append(s.parked, m)
			return nil
		case stage.Lose:
			s.stage.Note("webhook "+kind, m.order, "lost")
			return nil
		}
	}
	after := s.parked
	s.parked = nil
	s.send(m, pause, times, after)
	return wait
}

// send makes the call after the pause, and then those in after. The caller holds the lock.
func (s *Sim) send(m message, pause time.Duration, times int, after []message) {
	if s.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	s.wait.Go(func() {
		if !s.sleep(pause) {
			return
		}
		settled := true
		d := &delivery{Kind: m.kind, OrderID: m.order, URL: m.url}
		s.mu.Lock()
		s.deliveries = append(s.deliveries, d)
		s.mu.Unlock()
		for range times {
			settled = s.attempt(m, d)
		}
		close(m.done)
		s.mu.Lock()
		for _, next := range after {
			s.send(next, 0, 1, nil)
		}
		s.mu.Unlock()
		again := s.cfg.RetryEvery
		for n := 1; !settled && n < maxAttempts && s.sleep(again); n++ {
			settled, again = s.attempt(m, d), min(2*again, maxPause)
		}
	})
}

// attempt makes the call once and reports whether it was answered with success.
func (s *Sim) attempt(m message, d *delivery) bool {
	ctx, cancel := context.WithTimeout(s.ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(m.body))
	if err != nil {
		s.stage.Note("webhook "+m.kind, m.order, "not sent: %v", err)
		return true
	}
	if m.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	status := 0
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		status = res.StatusCode
		_ = res.Body.Close() // nothing in it matters
	}
	s.mu.Lock()
	d.Attempts++
	d.Status = status
	s.mu.Unlock()
	s.stage.Count("webhook")
	s.stage.Note("webhook "+m.kind, m.order, "to %s: %d", m.url, status)
	return status >= 200 && status < 300
}

func (s *Sim) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return s.ctx.Err() == nil
	case <-s.ctx.Done():
		return false
	}
}

// await waits until a message was delivered, if there is one to wait for. A shop that hangs must not keep the customer.
func (s *Sim) await(delivered <-chan struct{}, left <-chan struct{}) {
	if delivered == nil {
		return
	}
	timer := time.NewTimer(15 * time.Second)
	defer timer.Stop()
	select {
	case <-delivered:
	case <-timer.C:
	case <-left:
	}
}

// releaseHeld sends the messages that hold and reorder rules kept, oldest first. The caller holds the lock.
func (s *Sim) releaseHeld() int {
	held := append(s.held, s.parked...)
	s.held, s.parked = nil, nil
	if len(held) > 0 {
		s.send(held[0], 0, 1, held[1:])
	}
	return len(held)
}
