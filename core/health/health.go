// Package health says what of a process works: the parts it needs, asked again now and then, and whether it should be
// given work.
package health

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/core/fault"
)

// Check is one part that a process needs.
type Check struct {
	Name  string
	Vital bool                            // without it the process can do nothing; else it only does less
	Ask   func(ctx context.Context) error // nil when the part works; bounded by its context
}

// Part is what a check found.
type Part struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Vital bool   `json:"vital"`
	Err   error  `json:"-"` // for the operator, never for the public
}

// Status sums a report up.
type Status string

// The statuses.
const (
	Ready    Status = "ready"
	Degraded Status = "degraded"  // works, without a part that is not vital
	NotReady Status = "not_ready" // should get no work
	Draining Status = "draining"  // is being stopped, should get no new work
)

// Report is the state of a process.
type Report struct {
	Status Status `json:"status"`
	Parts  []Part `json:"parts"`
}

// OK reports whether the process should be given work.
func (r Report) OK() bool { return r.Status == Ready || r.Status == Degraded }

const (
	askTimeout = 2 * time.Second
	keep       = time.Second // reports are asked for by anybody, so that they are kept for a moment
)

// Probe asks the checks of a process. It is safe for concurrent use.
type Probe struct {
	checks []Check
	now    func() time.Time

	draining atomic.Bool

	mu    sync.Mutex
	last  Report
	asked time.Time
}

// NewProbe makes a probe.
func NewProbe(checks ...Check) *Probe { return &Probe{checks: checks, now: time.Now} }

// Drain makes every later report Draining.
func (p *Probe) Drain() {
	p.draining.Store(true)
}

// Draining reports whether the process is being stopped.
func (p *Probe) Draining() bool { return p.draining.Load() }

// Report asks all checks at once, each for at most two seconds. A report younger than a second is given again.
func (p *Probe) Report(ctx context.Context) Report {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); p.asked.IsZero() || now.Sub(p.asked) >= keep {
		p.last, p.asked = p.ask(ctx, p.last), now
	}
	r := p.last
	if p.draining.Load() {
		r.Status = Draining
	}
	return r
}

// ask logs what changed since the report before.
func (p *Probe) ask(ctx context.Context, before Report) Report {
	// A caller who goes away must not make a report that others are given.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTimeout)
	defer cancel()
	r := Report{Status: Ready, Parts: make([]Part, len(p.checks))}
	var all sync.WaitGroup
	for i, c := range p.checks {
		all.Go(func() {
			err := contained(ctx, c.Ask)
			r.Parts[i] = Part{Name: c.Name, OK: err == nil, Vital: c.Vital, Err: err}
		})
	}
	all.Wait()
	for i, part := range r.Parts {
		switch {
		case part.OK:
		case part.Vital:
			r.Status = NotReady
		case r.Status == Ready:
			r.Status = Degraded
		}
		if known := i < len(before.Parts); known && before.Parts[i].OK != part.OK || !known && !part.OK {
			slog.WarnContext(ctx, "health changed", "part", part.Name, "ok", part.OK, "error", part.Err)
		}
	}
	return r
}

// contained asks. A server whose answer nobody expected may not end the process that wants to know how it is.
func contained(ctx context.Context, ask func(context.Context) error) (err error) {
	defer fault.Caught(&err)
	return ask(ctx)
}
