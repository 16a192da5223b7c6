package sim

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// maxDeliveries is how often an unanswered notification is sent.
const maxDeliveries = 10

// notice is one call of a notification address: a GET without anything of Saferpay's own.
type notice struct {
	url  string
	id   string
	done chan struct{} // closed when it was answered once, whatever the answer
}

// byAnyID finds a page by its token, by the newest order of that id, or by both. The caller holds the lock.
func (s *Sim) byAnyID(id string) *page {
	order, token, both := strings.Cut(id, "~")
	if both {
		id = token
	}
	if p := s.pages[id]; p != nil {
		return p
	}
	var newest *page
	for _, p := range s.pages {
		if p.req.Payment.OrderId == order && (newest == nil || p.created.After(newest.created)) {
			newest = p
		}
	}
	return newest
}

// notify sends a notification under the webhook rules. wait is non-nil if a rule wants it to be delivered before the
// payer's browser goes back. The caller holds the lock.
func (s *Sim) notify(p *page, success bool) (wait <-chan struct{}) {
	if p.req.Notification == nil {
		return nil
	}
	n := notice{url: p.req.Notification.FailNotifyUrl, id: p.token, done: make(chan struct{})}
	if success {
		n.url = p.req.Notification.SuccessNotifyUrl
	}
	pause, times := s.cfg.WebhookDelay, 1
	for _, rule := range s.stage.Take(stage.WebhookOp) {
		switch rule.Effect {
		case stage.Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case stage.Duplicate:
			times = 2
		case stage.Forge:
			n.url = forge(n.url)
		case stage.BeforeReturn:
			pause, wait = 0, n.done
		case stage.Hold:
			s.held = append(s.held, n)
			return nil
		case stage.Reorder:
			s.parked = append(s.parked, n)
			return nil
		case stage.Lose:
			s.stage.Note("webhook", n.id, "lost")
			return nil
		}
	}
	after := s.parked
	s.parked = nil
	s.send(n, pause, times, after)
	return wait
}

// forge swaps the results in the address, as one would who knows only one of the two.
func forge(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	q := u.Query()
	for key, values := range q {
		switch values[0] {
		case "success":
			q.Set(key, "fail")
		case "fail":
			q.Set(key, "success")
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// send calls the address after the pause, and then those in after. The caller holds the lock.
func (s *Sim) send(n notice, pause time.Duration, times int, after []notice) {
	if s.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	s.wait.Go(func() {
		if !s.sleep(pause) {
			return
		}
		delivered := true
		for range times {
			delivered = s.call(n) && delivered
		}
		close(n.done)
		s.mu.Lock()
		for _, next := range after {
			s.send(next, 0, 1, nil)
		}
		s.mu.Unlock()
		again := s.cfg.RetryEvery
		for try := 1; !delivered && try < maxDeliveries && s.sleep(again); try++ {
			delivered = s.call(n)
			again = min(2*again, 30*time.Second)
		}
	})
}

// call reports whether the address answered with success, or refused for good.
func (s *Sim) call(n notice) bool {
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url, nil)
	if err != nil {
		s.stage.Note("webhook", n.id, "not sent: %v", err)
		return true
	}
	status := 0
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		status = res.StatusCode
		_ = res.Body.Close() // nothing in it matters
	}
	s.stage.Count("webhook")
	s.stage.Note("webhook", n.id, "%d", status)
	return status >= 200 && status < 300 || status == http.StatusForbidden
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

// release sends the notifications that hold and reorder rules kept, oldest first. The caller holds the lock.
func (s *Sim) release() int {
	held := append(s.held, s.parked...)
	s.held, s.parked = nil, nil
	if len(held) == 0 {
		return 0
	}
	s.send(held[0], 0, 1, held[1:])
	return len(held)
}
