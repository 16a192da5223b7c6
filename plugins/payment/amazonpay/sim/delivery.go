package sim

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

// maxAttempts is how often an unanswered notification is sent. The pauses double up to maxPause.
const (
	maxAttempts = 25
	maxPause    = 30 * time.Second
)

// delivery is one notification, as tests may inspect it.
type delivery struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status"` // the last answer; 0 before the first
}

// send delivers e after the pause, and then those in after. The caller holds the lock.
func (s *Sim) send(e envelope, pause time.Duration, times int, forge bool, after []envelope) {
	if s.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	s.wait.Go(func() {
		if !s.sleep(pause) {
			return
		}
		settled := true
		for range times {
			settled = s.attempt(e, forge) && settled
		}
		close(e.done)
		s.mu.Lock()
		for _, next := range after {
			s.send(next, 0, 1, false, nil)
		}
		s.mu.Unlock()
		for wait := s.cfg.RetryEvery; !settled && s.attempts(e.id) < maxAttempts; wait = min(2*wait, maxPause) {
			if !s.sleep(wait) {
				return
			}
			settled = s.attempt(e, forge)
		}
	})
}

func (s *Sim) attempts(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.deliveries {
		if d.ID == id {
			return d.Attempts
		}
	}
	return maxAttempts // forgotten by a reset
}

// attempt posts the notification once and reports whether the matter is settled. A forged one is never repeated.
func (s *Sim) attempt(e envelope, forge bool) (settled bool) {
	body := e.body
	if forge {
		body = bytes.Replace(body, []byte("S02-"), []byte("S02-9"), 1)
	}
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		s.stage.Note("webhook "+e.kind, e.id, "not sent: %v", err)
		return true
	}
	for name, value := range map[string]string{
		"Content-Type": "text/plain; charset=UTF-8", "User-Agent": "Amazon Simple Notification Service Agent",
		"X-Amz-Sns-Message-Type": "Notification", "X-Amz-Sns-Message-Id": e.id, "X-Amz-Sns-Topic-Arn": topic,
	} {
		req.Header.Set(name, value)
	}
	status := 0
	if res, err := s.client.Do(req); err == nil {
		status = res.StatusCode
		_ = res.Body.Close() // nothing in it matters
	}
	s.tally(e, status)
	return forge || status >= 200 && status < 300
}

func (s *Sim) tally(e envelope, status int) {
	s.mu.Lock()
	var d *delivery
	for _, known := range s.deliveries {
		if known.ID == e.id {
			d = known
		}
	}
	if d == nil {
		d = &delivery{ID: e.id, Kind: e.kind, URL: e.url}
		s.deliveries = append(s.deliveries, d)
	}
	d.Attempts++
	d.Status = status
	s.mu.Unlock()
	s.stage.Count("webhook")
	s.stage.Note("webhook "+e.kind, e.id, "to %s: %d", e.url, status)
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

// release sends what hold and reorder rules kept, oldest first. The caller holds the lock.
func (s *Sim) release() int {
	held := append(s.held, s.parked...)
	s.held, s.parked = nil, nil
	if len(held) == 0 {
		return 0
	}
	s.send(held[0], 0, 1, false, held[1:])
	return len(held)
}
