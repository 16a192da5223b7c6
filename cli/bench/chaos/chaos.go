// Package chaos buys in a shop of its own while its processes are killed, and then holds the books against each other: every
// order that a customer was told of exists once, the providers' money is the shop's to the cent, and the stock adds up.
//
//	guests ──HTTP──► API ──► Temporal ──► worker ──► plugins ──► gate ──► simulator
//	                  └────────► PostgreSQL ◄──────────┘
//
// Each of these is killed with SIGKILL and started again, the simulator too: its providers keep their books in a file that is
// synced before anybody is answered. The gate is the line to them: every connection is cut in the middle of whatever it
// carries, and none is taken for a while.
package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// Options say how much and how wild.
type Options struct {
	Orders int
	Guests int   // who buy at the same time
	Seed   int64 // of what guests do and of what dies when
	Root   string
	From   string // sources of the version that Rolling upgrades; "": it replaces this version by itself
	State  string // folder of the shop's state
	Tools  string
	Say    func(format string, args ...any)
}

// Report is what came of it.
type Report struct {
	Seed     int64          `json:"seed"`
	Took     time.Duration  `json:"took"`
	Guests   int            `json:"guests"`   // who wanted to buy
	Attempts int            `json:"attempts"` // it took them
	Kills    map[string]int `json:"kills"`    // by what died
	Checks   []Check        `json:"checks"`
}

// Check holds two counts against each other.
type Check struct {
	Name string `json:"name"`
	Want int64  `json:"want"`
	Have int64  `json:"have"`
	Euro bool   `json:"euro,omitempty"` // the counts are cents
}

// OK reports whether the counts agree.
func (c Check) OK() bool { return c.Want == c.Have }

// Kept reports whether everything adds up.
func (r *Report) Kept() bool {
	for _, c := range r.Checks {
		if !c.OK() {
			return false
		}
	}
	return len(r.Checks) > 0
}

// Run opens a shop, lets guests buy while its parts die, waits until everything has settled, and counts.
func Run(ctx context.Context, o Options) (_ *Report, err error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.serve(ctx); err != nil {
		return nil, err
	}
	r := &Report{Seed: o.Seed, Guests: o.Orders, Kills: map[string]int{}}
	began := time.Now()
	bought := make(chan struct{})
	var killing sync.WaitGroup
	killing.Go(func() { s.kill(ctx, bought, rand.New(rand.NewPCG(uint64(o.Seed), 1)), r.Kills) })
	guests, err := s.buy(ctx, o)
	close(bought)
	killing.Wait()
	if err != nil {
		return nil, err
	}
	o.Say("everybody has bought: waiting until all has settled")
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	r.Took = time.Since(began)
	r.Checks, r.Attempts, err = s.count(ctx, guests)
	return r, err
}

// buy sends all guests shopping, so many at a time, and gives what became of each.
func (s *shop) buy(ctx context.Context, o Options) ([]*guest, error) {
	guests := make([]*guest, o.Orders)
	work := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	done := 0
	for range o.Guests {
		wg.Go(func() {
			for i := range work {
				g := s.guest(i, rand.New(rand.NewPCG(uint64(o.Seed), uint64(i)+2)))
				err := g.buy(ctx)
				mu.Lock()
				guests[i] = g
				if err != nil && failed == nil {
					failed = fmt.Errorf("guest %d (%s): %w", i, g.method, err)
				}
				if done++; done%max(o.Orders/10, 1) == 0 {
					s.say("%d of %d guests have bought", done, o.Orders)
				}
				mu.Unlock()
			}
		})
	}
	for i := range o.Orders {
		select {
		case work <- i:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	return guests, errors.Join(failed, ctx.Err())
}
