package sim

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

// maxAttempts is how often an unanswered webhook is sent: once, and five times more.
const maxAttempts = 6

// message is one webhook on its way to all listeners that want it.
type message struct {
	topic, order string
	body         []byte
	signature    string
	done         chan struct{} // closed when every listener answered once, whatever the answer
}

// delivery is one message to one listener, as tests may inspect it.
type delivery struct {
	Topic    string `json:"topic"`
	OrderID  string `json:"order_uuid"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status"` // the last answer; 0 before the first
}

// send delivers m to every listener after the pause, and then the messages in after. The caller holds the lock.
func (s *Sim) send(m message, pause time.Duration, times int, after []message) {
	if s.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	hooks := append([]hook(nil), s.hooks...)
	s.wait.Go(func() {
		if !s.sleep(pause) {
			return
		}
		var failed []*delivery
		for _, h := range hooks {
			if !h.wants(m.topic) {
				continue
			}
			d := &delivery{Topic: m.topic, OrderID: m.order, URL: h.Address}
			s.mu.Lock()
			s.deliveries = append(s.deliveries, d)
			s.mu.Unlock()
			settled := true
			for range times {
				settled = s.attempt(m, d)
			}
			if !settled {
				failed = append(failed, d)
			}
		}
		close(m.done)
		s.mu.Lock()
		for _, next := range after {
			s.send(next, 0, 1, nil)
		}
		s.mu.Unlock()
		for _, d := range failed {
			s.wait.Go(func() { s.retry(m, d) })
		}
	})
}

func (s *Sim) retry(m message, d *delivery) {
	pause := s.cfg.RetryEvery
	for n := 1; n < maxAttempts && s.sleep(pause); n++ {
		if s.attempt(m, d) {
			return
		}
		pause *= 2
	}
}

// attempt posts the message once and reports whether it was answered with success.
func (s *Sim) attempt(m message, d *delivery) bool {
	ctx, cancel := context.WithTimeout(s.ctx, 5*time.Second) // as long as Mondu waits
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(m.body))
	if err != nil {
		s.stage.Note("webhook "+m.topic, m.order, "not sent: %v", err)
		return true
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Mondu-Signature", m.signature)
	req.Header.Set("X-Mondu-Topic", m.topic)
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
	s.stage.Note("webhook "+m.topic, m.order, "to %s: %d", d.URL, status)
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

// await waits until a message was delivered, if there is one to wait for. A shop that hangs must not keep the buyer.
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
