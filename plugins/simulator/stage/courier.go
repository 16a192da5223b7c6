package stage

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A notification that is not answered with 2xx is repeated, with pauses that double up to longestPause.
const (
	mostAttempts = 25
	longestPause = 30 * time.Second
	noticeLimit  = 30 * time.Second // of one attempt
	returnLimit  = 15 * time.Second // how long a customer's browser waits for a before_return delivery
)

// Notice is one notification on its way to the shop.
type Notice struct {
	ID   string // of the event
	What string // for the journal, "payment updated"
	// Make makes the request of one attempt, signed as the provider signs; forged, its body changed after that.
	Make func(ctx context.Context, forged bool) (*http.Request, error)
	// Answered reports whether an answer settles the matter, for providers that ask for more than a 2xx; may be nil.
	Answered func(*http.Response) bool

	letter string // under which it is kept while it is under way
}

// Delivery is how far a notice is.
type Delivery struct {
	ID       string `json:"id"`
	What     string `json:"what"`
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Status   int    `json:"status"` // the last answer; 0 before the first
}

// Courier delivers a provider's notifications under the stage's rules for webhooks, and repeats what is not answered. It
// is safe for concurrent use; Close ends it.
type Courier struct {
	stage *Stage
	delay time.Duration
	retry time.Duration
	ctx   context.Context
	stop  context.CancelFunc
	wait  sync.WaitGroup

	mu         sync.Mutex
	deliveries []*Delivery
	held       []Notice // kept by a hold rule
	parked     []Notice // put behind the next one by a reorder rule
	letters    map[string]Letter
}

// NewCourier makes a courier. delay is how long after its event a notice leaves; retry the first pause between two
// attempts, 0 is one second.
func NewCourier(s *Stage, delay, retry time.Duration) *Courier {
	if retry == 0 {
		retry = time.Second
	}
	c := &Courier{stage: s, delay: delay, retry: retry, letters: map[string]Letter{}}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Close ends all deliveries under way and waits for them.
func (c *Courier) Close() {
	c.stop()
	c.wait.Wait()
}

// Send sends a notice on its way. delivered is not nil when a rule wants it delivered before the customer's browser goes
// back; it is closed then.
func (c *Courier) Send(n Notice) (delivered <-chan struct{}) {
	pause, times, forged := c.delay, 1, false
	done := make(chan struct{})
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rule := range c.stage.Take(WebhookOp) {
		switch rule.Effect {
		case Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case Duplicate:
			times = 2
		case Forge:
			forged = true
		case BeforeReturn:
			pause, delivered = 0, done
		case Hold:
			c.held = append(c.held, n)
			return nil
		case Reorder:
			c.parked = append(c.parked, n)
			return nil
		case Lose:
			c.stage.Note("webhook "+n.What, n.ID, "lost")
			return nil
		}
	}
	c.dispatch(n, pause, times, forged, done)
	return delivered
}

// Await waits until a notice was delivered, if there is one to wait for, or the browser has left.
func (c *Courier) Await(delivered, left <-chan struct{}) {
	if delivered == nil {
		return
	}
	timer := time.NewTimer(returnLimit)
	defer timer.Stop()
	select {
	case <-delivered:
	case <-timer.C:
	case <-left:
	case <-c.ctx.Done():
	}
}

// Release sends what hold and reorder rules kept, in turn, and gives how many those are.
func (c *Courier) Release() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := append(c.held, c.parked...)
	c.held, c.parked = nil, nil
	if len(kept) > 0 {
		c.parked = kept[1:]
		c.dispatch(kept[0], 0, 1, false, make(chan struct{}))
	}
	return len(kept)
}

// Reset forgets what was delivered and kept. What is under way goes on.
func (c *Courier) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deliveries, c.held, c.parked, c.letters = nil, nil, nil, map[string]Letter{}
}

// Deliveries gives what was sent, oldest first.
func (c *Courier) Deliveries() []Delivery {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Delivery, 0, len(c.deliveries))
	for _, d := range c.deliveries {
		out = append(out, *d)
	}
	return out
}

// dispatch delivers after the pause, then what was parked behind, then repeats what was not answered. The caller holds
// the lock.
func (c *Courier) dispatch(n Notice, pause time.Duration, times int, forged bool, done chan struct{}) {
	if c.ctx.Err() != nil {
		close(done)
		return
	}
	behind := c.parked
	c.parked = nil
	n.letter = c.write(n)
	for i := range behind {
		behind[i].letter = c.write(behind[i])
	}
	c.wait.Go(func() {
		defer close(done)
		if !c.sleep(pause) {
			return
		}
		for range times {
			c.deliver(n, forged)
		}
		for _, next := range behind {
			c.deliver(next, false)
		}
	})
}

// deliver makes the first attempt and leaves the others to the background.
func (c *Courier) deliver(n Notice, forged bool) {
	d := &Delivery{ID: n.ID, What: n.What}
	c.mu.Lock()
	c.deliveries = append(c.deliveries, d)
	c.mu.Unlock()
	if !c.attempt(n, d, forged) {
		c.wait.Go(func() { c.repeat(n, d) })
	}
}

// repeat tries until the notice is answered.
func (c *Courier) repeat(n Notice, d *Delivery) {
	pause := c.retry
	for range mostAttempts - 1 {
		if !c.sleep(pause) || c.attempt(n, d, false) {
			return
		}
		pause = min(2*pause, longestPause)
	}
	c.forget(n)
}

// attempt sends once and reports whether the matter is settled. A forged notice is never repeated.
func (c *Courier) attempt(n Notice, d *Delivery, forged bool) (settled bool) {
	defer func() {
		if settled {
			c.forget(n)
		}
	}()
	if err := c.stage.Noted(); err != nil {
		c.stage.Note("webhook "+n.What, n.ID, "not sent yet: %v", err)
		return false
	}
	ctx, cancel := context.WithTimeout(c.ctx, noticeLimit)
	defer cancel()
	request, err := n.Make(ctx, forged)
	if err != nil {
		c.stage.Note("webhook "+n.What, n.ID, "not sent: %v", err)
		return true
	}
	status, answered := 0, false
	if answer, err := http.DefaultClient.Do(request); err == nil {
		status = answer.StatusCode
		answered = status >= 200 && status < 300 && (n.Answered == nil || n.Answered(answer))
		_ = answer.Body.Close() // read by Answered, if at all
	}
	c.mu.Lock()
	d.URL, d.Status = request.URL.String(), status
	d.Attempts++
	c.mu.Unlock()
	c.stage.Count("webhook")
	c.stage.Note("webhook "+n.What, n.ID, "to %s: %d", request.URL, status)
	return forged || answered
}

func (c *Courier) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		return false
	}
}
