package sim

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// maxAttempts is how often an unanswered webhook is sent. The pauses double up to maxPause.
const (
	maxAttempts = 25
	maxPause    = 30 * time.Second
)

// delivery is one event to one listener, as tests may inspect it.
type delivery struct {
	EventID  string `json:"event_id"`
	Event    string `json:"event"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status"` // the last answer; 0 before the first
}

// send delivers e to every listener after the pause, and then the events in after. The caller holds the lock.
func (s *Sim) send(e envelope, pause time.Duration, times int, forge bool, after []envelope) {
	if s.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	hooks := append([]hook(nil), s.hooks...)
	s.underWay[e.id] = e
	s.wait.Go(func() {
		if !s.sleep(pause) {
			return
		}
		var retry []func() bool
		for _, h := range hooks {
			if !h.wants(e.kind) {
				continue
			}
			for range times {
				if again := s.deliver(e, h, forge); again != nil {
					retry = append(retry, again)
				}
			}
		}
		close(e.done)
		s.mu.Lock()
		for _, next := range after {
			s.send(next, 0, 1, false, nil)
		}
		s.mu.Unlock()
		s.wait.Go(func() { s.repeat(e, retry) })
	})
}

// repeat tries until each listener has answered, and lets go of the event then.
func (s *Sim) repeat(e envelope, retry []func() bool) {
	var all sync.WaitGroup
	var cut atomic.Bool
	for _, again := range retry {
		all.Go(func() {
			if !again() {
				cut.Store(true)
			}
		})
	}
	all.Wait()
	if !cut.Load() {
		s.mu.Lock()
		delete(s.underWay, e.id)
		s.mu.Unlock()
	}
}

// deliver makes the first attempt and gives what remains to be done if it was not answered with success: it reports false when it
// was ended before it was over.
func (s *Sim) deliver(e envelope, h hook, forge bool) (again func() (over bool)) {
	d := &delivery{EventID: e.id, Event: e.kind, URL: h.URL}
	s.mu.Lock()
	s.deliveries = append(s.deliveries, d)
	s.mu.Unlock()
	if s.attempt(e, h, d, forge) {
		return nil
	}
	return func() bool {
		pause := s.cfg.RetryEvery
		for range maxAttempts - 1 {
			if !s.sleep(pause) {
				return false
			}
			if s.attempt(e, h, d, forge) {
				return true
			}
			pause = min(2*pause, maxPause)
		}
		return true
	}
}

// attempt posts the event once and reports whether the matter is settled. A forged event is never repeated.
func (s *Sim) attempt(e envelope, h hook, d *delivery, forge bool) (settled bool) {
	if err := s.stage.Noted(); err != nil {
		s.stage.Note("webhook "+e.kind, e.id, "not sent yet: %v", err)
		return false
	}
	transmission, at := stage.RandomHex(4)+"-"+stage.RandomHex(2)+"-11f0-"+stage.RandomHex(2)+"-"+stage.RandomHex(6), stamp(time.Now())
	signature, err := s.sign(transmission, at, h.ID, e.body)
	if err != nil {
		s.stage.Note("webhook "+e.kind, e.id, "not signed: %v", err)
		return true
	}
	body := e.body
	if forge {
		body = bytes.Replace(body, []byte(`"value":"`), []byte(`"value":"9`), 1)
		body = append(bytes.TrimSuffix(body, []byte("}")), []byte(`,"forged":true}`)...)
	}
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		s.stage.Note("webhook "+e.kind, e.id, "not sent: %v", err)
		return true
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "PayPal/AUHD-simulator", "PAYPAL-AUTH-ALGO": "SHA256withRSA",
		"PAYPAL-CERT-URL": s.url(certPath), "PAYPAL-TRANSMISSION-ID": transmission,
		"PAYPAL-TRANSMISSION-TIME": at, "PAYPAL-TRANSMISSION-SIG": signature,
	} {
		req.Header.Set(name, value)
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
	s.stage.Note("webhook "+e.kind, e.id, "to %s: %d", h.URL, status)
	return forge || status >= 200 && status < 300
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

// release sends the events that hold and reorder rules kept, oldest first. The caller holds the lock.
func (s *Sim) release() int {
	held := append(s.held, s.parked...)
	s.held, s.parked = nil, nil
	if len(held) == 0 {
		return 0
	}
	s.send(held[0], 0, 1, false, held[1:])
	return len(held)
}
