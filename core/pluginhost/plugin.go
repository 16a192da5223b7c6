package pluginhost

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// State is where a plugin stands.
type State string

// The states.
const (
	StateStarting  State = "starting"
	StateRunning   State = "running"
	StateUnhealthy State = "unhealthy" // runs, and says that it cannot work
	StateCrashed   State = "crashed"   // is started again soon
	StateRefused   State = "refused"   // waits for another program or configuration
	StateDisabled  State = "disabled"
	StateStopped   State = "stopped"
)

// supervised is one plugin under supervision.
//
//	starting --> running <--> unhealthy
//	    ^           | exit, hang
//	    |           v
//	    |<------ crashed (backoff)
//	    |
//	 refused (another program or configuration, or now and then)
type supervised struct {
	name    string
	host    *Host
	log     *slog.Logger
	breaker breaker
	slots   chan struct{} // one for each call that may run at once
	public  chan struct{} // the same for calls that anybody can cause, who must not use up the others
	calls   counters
	swap    sync.Mutex // held while an instance is being put in place
	drains  sync.WaitGroup

	mu       sync.Mutex
	entry    Entry
	state    State
	problem  string
	refusal  string // why a new version was not taken; the running one is well
	current  *instance
	changed  chan struct{} // closed and renewed when the instance changes
	restarts int
	since    time.Time       // of the instance
	seen     stamp           // of the program's file at the last try
	codes    map[string]bool // payment methods that it ever named, also while it is down
}

func newSupervised(h *Host, e Entry) *supervised {
	e.Limits = e.Limits.withDefaults()
	p := &supervised{
		name: e.Name, host: h, log: h.options.Log.With("plugin", e.Name), entry: e, state: StateStarting, since: h.options.Clock.Now(),
		slots: make(chan struct{}, e.Limits.Concurrency), public: make(chan struct{}, max(1, e.Limits.Concurrency/4)),
		changed: make(chan struct{}),
		codes:   map[string]bool{},
	}
	p.breaker.clock = h.options.Clock
	if e.Disabled {
		p.state = StateDisabled
	}
	return p
}

func (p *supervised) instance() *instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current
}

// instanceOf gives the running instance if it serves the kind.
func (p *supervised) instanceOf(k base.Kind) *instance {
	i := p.instance()
	if i == nil || !i.serves(k) {
		return nil
	}
	return i
}

// claims reports whether the plugin serves a payment method, be it running or not.
func (p *supervised) claims(code string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.codes[code]
}

// offering gives the instance if the plugin can be offered to a shopper for the kind: running, healthy, not suspended.
func (p *supervised) offering(k base.Kind) *instance {
	p.mu.Lock()
	i, state := p.current, p.state
	p.mu.Unlock()
	if i == nil || state != StateRunning || !i.serves(k) || p.breaker.open() {
		return nil
	}
	return i
}

func (p *supervised) limits() Limits {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.entry.Limits
}

// put makes i the current instance, nil for none, and wakes who waits for one. It gives the one before.
func (p *supervised) put(i *instance, state State, problem string) *instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.current
	if i != nil {
		for _, m := range i.paymentMethods() {
			p.codes[m.Code] = true
		}
	}
	p.current, p.state, p.problem, p.refusal, p.since = i, state, problem, "", p.host.options.Clock.Now()
	close(p.changed)
	p.changed = make(chan struct{})
	return before
}

// note changes the state of i while it is the current instance; false when it no longer is.
func (p *supervised) note(i *instance, state State, problem string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current != i {
		return false
	}
	p.state, p.problem = state, problem
	return true
}

// lose takes i out of service; false when it no longer was in service.
func (p *supervised) lose(i *instance, problem string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current != i {
		return false
	}
	p.current, p.state, p.problem = nil, StateCrashed, problem
	p.restarts++
	return true
}

// acquire gives an instance for a call. While the plugin is being restarted after a crash it waits a moment for it,
// bounded by the context. The caller ends the call on the instance. Nil means that there is none.
func (p *supervised) acquire(ctx context.Context) *instance {
	for {
		p.mu.Lock()
		i, state, changed := p.current, p.state, p.changed
		p.mu.Unlock()
		if i != nil && i.begin() {
			return i
		}
		if i == nil && state != StateCrashed && state != StateStarting {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}

func (i *instance) serves(k base.Kind) bool {
	switch k {
	case base.KindPayment:
		return i.plugin.Payment != nil
	case base.KindShipping:
		return i.plugin.Shipping != nil
	case base.KindTracking:
		return i.plugin.Tracking != nil
	}
	return false
}
