package chaos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// RecoveryReport is how long a shop needs after each death.
type RecoveryReport struct {
	Deaths []Recovered `json:"deaths"`
	Worst  []Recovered `json:"worst"` // of each part's deaths
	Checks []Check     `json:"checks"`
}

// Kept reports whether everything adds up.
func (r *RecoveryReport) Kept() bool { return (&Report{Checks: r.Checks}).Kept() }

// Recovered is what one death did to the calls of a shop under light load.
type Recovered struct {
	Victim string `json:"victim"`
	Reads  Outage `json:"reads"`
	Carts  Outage `json:"carts"`
	Orders Outage `json:"orders"`
}

// Outage is what callers of one kind saw.
type Outage struct {
	// After is when, counted from the death, a call ended well after the last one that failed, or the last one that was held
	// up came through; 0 when there was none.
	After  time.Duration `json:"after"`
	Failed int           `json:"failed"` // calls, which were tried again
	Calls  int           `json:"calls"`
}

const (
	pause   = 50 * time.Millisecond // between two calls of a caller
	hangsUp = 5 * time.Second       // how long a reader waits; a buyer waits for calm, as in chaos
	steady  = 5 * time.Second       // without anything failing: it is over
	longest = 3 * time.Minute       // to wait for that
	buyers  = 2

	// A call is held up when it takes so many times what nine of ten take in a calm time, and a second at least.
	heldUp = 2
)

// call is one that a caller made.
type call struct {
	began, ended time.Time
	failed       bool
}

// caller makes calls of one kind and remembers each.
type caller struct {
	mu    sync.Mutex
	made  []call        // in the order of their ends
	limit time.Duration // a call that takes longer was held up; 0: none was
}

func (c *caller) run(ctx context.Context, do func(context.Context) error) {
	for ctx.Err() == nil {
		began := time.Now()
		err := do(ctx)
		if ctx.Err() != nil {
			return // cut off by the end of the run
		}
		c.mu.Lock()
		c.made = append(c.made, call{began, time.Now(), err != nil})
		c.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// learn sets what is slow, from a time in which nothing died.
func (c *caller) learn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	took := make([]time.Duration, len(c.made))
	for i, call := range c.made {
		took[i] = call.ended.Sub(call.began)
	}
	slices.Sort(took)
	c.limit = max(heldUp*took[len(took)*9/10], time.Second)
}

// since tells what became of the calls that ended after a death, when the last bad one ended, and how many were good since.
func (c *caller) since(death time.Time) (o Outage, lastBad time.Time, good int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.made {
		if call.ended.Before(death) {
			continue
		}
		o.Calls++
		switch held := c.limit > 0 && call.ended.Sub(call.began) > c.limit; {
		case call.failed:
			o.Failed++
			lastBad, good, o.After = call.ended, 0, 0
		case held:
			lastBad, good, o.After = call.ended, 1, call.ended.Sub(death)
		default:
			if call.began.Before(lastBad) || call.began.Before(death) {
				continue // it was on its way already, and tells nothing
			}
			if good++; !lastBad.IsZero() && o.After == 0 {
				o.After = call.ended.Sub(death)
			}
		}
	}
	return o, lastBad, good
}

// recovering is a shop with its callers.
type recovering struct {
	*shop
	reads, carts, orders caller

	mu     sync.Mutex
	guests []*guest
}

// recoveryVictims are the parts, in the order of the table. The providers do not answer for a second, as after a crash of theirs.
var recoveryVictims = []string{killAPI, killWorker, killPlugin, killProviders, killTemporal, killPostgres}

// worst adds up the deaths of each part, in the order of the table, and keeps the longest time of each kind.
func worst(deaths []Recovered) (out []Recovered) {
	for _, victim := range recoveryVictims {
		sum := Recovered{Victim: victim}
		for _, d := range deaths {
			if d.Victim == victim {
				sum.Reads, sum.Carts, sum.Orders = sum.Reads.and(d.Reads), sum.Carts.and(d.Carts), sum.Orders.and(d.Orders)
			}
		}
		out = append(out, sum)
	}
	return out
}

func (o Outage) and(other Outage) Outage {
	return Outage{After: max(o.After, other.After), Failed: o.Failed + other.Failed, Calls: o.Calls + other.Calls}
}

// Recovery opens a shop, lets a visitor read, one fill carts and two order, kills each part so many times, and measures until
// when each of them is answered again. Afterwards the books must agree.
func Recovery(ctx context.Context, o Options, times int) (_ *RecoveryReport, err error) {
	opened, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.close()) }()
	if err := opened.serve(ctx); err != nil {
		return nil, err
	}
	s := &recovering{shop: opened}
	report := &RecoveryReport{}
	if report.Deaths, err = s.killEach(ctx, times); err != nil {
		return nil, err
	}
	report.Worst = worst(report.Deaths)
	o.Say("waiting until all has settled")
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	report.Checks, _, err = s.count(ctx, s.guests)
	return report, err
}

// killEach kills each part while callers call, and lets those who order end what they began.
func (s *recovering) killEach(ctx context.Context, times int) (deaths []Recovered, err error) {
	calling, stop := context.WithCancel(ctx)
	defer stop()
	var callers sync.WaitGroup
	callers.Go(func() { s.reads.run(calling, s.suggest) })
	callers.Go(func() { s.carts.run(calling, s.fillCart) })
	customers := make([]customer, buyers)
	for i := range customers {
		customers[i].random = rand.New(rand.NewPCG(uint64(s.o.Seed), uint64(i)))
		callers.Go(func() { s.orders.run(calling, func(ctx context.Context) error { return customers[i].order(ctx, s) }) })
	}
	if err := s.calm(ctx, time.Now()); err != nil {
		return nil, err
	}
	for _, c := range []*caller{&s.reads, &s.carts, &s.orders} {
		c.learn()
	}
	for i := range times * len(recoveryVictims) {
		died, err := s.survive(ctx, recoveryVictims[i%len(recoveryVictims)])
		if err != nil {
			return nil, err
		}
		deaths = append(deaths, died)
	}
	stop()
	callers.Wait()
	for i := range customers {
		for customers[i].guest != nil {
			if err := again(ctx, func(ctx context.Context) error { return customers[i].order(ctx, s) }); err != nil {
				return nil, err
			}
		}
	}
	return deaths, nil
}

// survive kills one part and waits until nobody notices any more.
func (s *recovering) survive(ctx context.Context, victim string) (Recovered, error) {
	death := time.Now()
	switch victim {
	case killProviders:
		go s.gate.cut(time.Second)
	case killPlugin:
		pids := s.pluginPIDs(killedPlugin)
		for _, pid := range pids {
			shoot(pid)
		}
		if len(pids) == 0 {
			return Recovered{}, fmt.Errorf("no process of %s runs", killedPlugin)
		}
	default:
		if !s.die(victim, nil) {
			return Recovered{}, fmt.Errorf("%s does not run", victim)
		}
	}
	if err := s.calm(ctx, death); err != nil {
		return Recovered{}, fmt.Errorf("after the death of %s: %w", victim, err)
	}
	out := Recovered{Victim: victim}
	out.Reads, _, _ = s.reads.since(death)
	out.Carts, _, _ = s.carts.since(death)
	out.Orders, _, _ = s.orders.since(death)
	s.say("killed %s: reads again after %s, carts %s, orders %s",
		victim, out.Reads.After.Round(time.Millisecond), out.Carts.After.Round(time.Millisecond), out.Orders.After.Round(time.Millisecond))
	return out, nil
}

// calm waits until each caller is answered, as fast as ever, for a while.
func (s *recovering) calm(ctx context.Context, since time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	return again(ctx, func(context.Context) error {
		if time.Since(since) < steady {
			return errQuiet
		}
		for name, c := range map[string]*caller{"reads": &s.reads, "carts": &s.carts, "orders": &s.orders} {
			_, lastBad, good := c.since(since)
			if good < 2 || time.Since(lastBad) < steady {
				return fmt.Errorf("%s are not answered yet", name)
			}
		}
		return nil
	})
}

// killedPlugin is the one by which the orders are paid.
const killedPlugin = "paypal"

// pluginPIDs finds the processes of a plugin, in both processes of the shop.
func (s *shop) pluginPIDs(name string) (pids []int) {
	for _, host := range []int{s.api.PID(), s.worker.PID()} {
		for _, pid := range childrenOf(host) {
			// The host runs a copy, named by its content and the program.
			program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
			if err == nil && strings.HasSuffix(strings.TrimSuffix(program, " (deleted)"), "-"+name) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// suggest asks what no process keeps an answer to.
func (s *recovering) suggest(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, hangsUp)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/api/suggest?query=note%d", s.base, rand.IntN(1e9)), nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: s.client}).Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		return cmp.Or(err, errors.New(res.Status))
	}
	return nil
}

// fillCart puts something into a new cart.
func (s *recovering) fillCart(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, hangsUp)
	defer cancel()
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	g := &guest{shop: s.shop, browser: &http.Client{Jar: jar, Transport: s.client}}
	return g.post(ctx, "/cart/add/", map[string]any{"id": s.product, "quantity": 1}, nil)
}

// customer orders one after the other, each as another guest.
type customer struct {
	random *rand.Rand
	guest  *guest // nil between two orders
	step   int
}

// order makes one order. When a call fails the next try goes on where it stopped, as customers do.
func (c *customer) order(ctx context.Context, s *recovering) error {
	if c.guest == nil {
		s.mu.Lock()
		c.guest, c.step = s.guest(len(s.guests), c.random), 0
		c.guest.method, c.guest.stays = "paypal", false
		s.guests = append(s.guests, c.guest)
		s.mu.Unlock()
	}
	for _, do := range []func(context.Context) error{c.guest.choose, c.guest.submit, c.guest.through}[c.step:] {
		if err := do(ctx); err != nil {
			if errors.Is(err, errFailed) { // the customer is asked to pay again
				c.step = 1
			}
			return err
		}
		c.step++
	}
	c.guest = nil
	return nil
}

// through pays and waits for the order.
func (g *guest) through(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, calm)
	defer cancel()
	for {
		err := g.ordered(ctx)
		if !errors.Is(err, errUnderWay) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}
