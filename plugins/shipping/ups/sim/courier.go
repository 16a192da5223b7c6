package sim

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// courier delivers notifications in the background, with the trouble that the stage's rules ask for.
type courier struct {
	stage *stage.Stage
	pause time.Duration
	ctx   context.Context
	stop  context.CancelFunc
	wait  sync.WaitGroup

	mu   sync.Mutex
	held []letter // by hold until released, by reorder until the next one
}

type letter struct {
	what   string // for the journal
	id     string
	url    string
	header http.Header
	body   []byte
}

// tries is how often an unanswered notification is sent. The pauses between them double.
const tries = 4

func newCourier(s *stage.Stage, pause time.Duration) *courier {
	c := &courier{stage: s, pause: pause}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// close ends what is under way and waits for it.
func (c *courier) close() {
	c.stop()
	c.wait.Wait()
}

// send delivers a letter after the pause. forge spoils a copy where a rule asks for a forged one.
func (c *courier) send(l letter, forge func(letter) letter) {
	pause, times, keep := c.pause, 1, false
	for _, rule := range c.stage.Take(stage.WebhookOp) {
		switch rule.Effect {
		case stage.Lose:
			c.stage.Note("webhook "+l.what, l.id, "lost")
			return
		case stage.Duplicate:
			times = 2
		case stage.Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case stage.BeforeReturn:
			pause = 0
		case stage.Forge:
			l = forge(l)
		case stage.Hold, stage.Reorder:
			keep = true
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if keep {
		c.held = append(c.held, l)
		return
	}
	letters := []letter{l}
	for range times - 1 {
		letters = append(letters, l)
	}
	letters = append(letters, c.held...)
	c.held = nil
	c.deliver(letters, pause)
}

// release sends what is held and gives how much that was.
func (c *courier) release() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	letters := c.held
	c.held = nil
	c.deliver(letters, 0)
	return len(letters)
}

func (c *courier) deliver(letters []letter, pause time.Duration) {
	if c.ctx.Err() != nil {
		return // closed: nobody waits for new work any more
	}
	c.wait.Go(func() {
		for _, l := range letters {
			for try := range tries {
				if !c.sleep(pause) || c.post(l) {
					break
				}
				pause = c.pause << try
			}
		}
	})
}

// post sends a letter once and reports whether it was taken.
func (c *courier) post(l letter) bool {
	ctx, cancel := context.WithTimeout(c.ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url, bytes.NewReader(l.body))
	if err != nil {
		c.stage.Note("webhook "+l.what, l.id, "not sent: %v", err)
		return true
	}
	request.Header = l.header.Clone()
	status := 0
	if answer, err := http.DefaultClient.Do(request); err == nil {
		status = answer.StatusCode
		_ = answer.Body.Close() // nothing in it matters
	}
	c.stage.Count("webhook")
	c.stage.Note("webhook "+l.what, l.id, "to %s: %d", l.url, status)
	return status >= 200 && status < 300
}

func (c *courier) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		return false
	}
}
