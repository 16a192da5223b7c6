package pluginhost

import (
	"cmp"
	"context"
	"log/slog"
	"reflect"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// State is where a version of a plugin stands.
type State = rollout.State

// The states.
const (
	StateStarting  = rollout.StateStarting
	StateRunning   = rollout.StateRunning
	StateUnhealthy = rollout.StateUnhealthy
	StateCrashed   = rollout.StateCrashed
	StateLooping   = rollout.StateLooping
	StateRefused   = rollout.StateRefused
	StateDisabled  = rollout.StateDisabled
	StateStopped   = rollout.StateStopped
)

// supervised is one version of a plugin under supervision: at most one process at a time, and what guards its calls.
//
//	starting --> running <--> unhealthy
//	    ^           | exit, hang
//	    |           v
//	    |<------ crashed (backoff) --> crash_loop (another program or configuration, or after long)
//	    |
//	 refused (another program or configuration, or now and then)
type supervised struct {
	name     string // of the plugin
	host     *Host
	log      *slog.Logger
	breaker  breaker
	slots    chan struct{} // one for each call that may run at once
	public   chan struct{} // the same for calls that anybody can cause, who must not use up the others
	calls    counters
	swap     sync.Mutex // held while an instance is being put in place
	taken    binary     // the private copy that runs, guarded by swap
	takenAs  stamp      // the file that it was taken from
	takenFor string     // the pin that it was checked against
	proven   *proven    // what ran last; nil before anything did, guarded by swap
	drains   sync.WaitGroup
	stop     context.CancelFunc // ends it; nil until it is started, guarded by the plugin

	mu       sync.Mutex
	entry    Entry
	state    State
	problem  string
	refusal  string // why a new version was not taken; the running one is well
	unread   string // why the file with its settings was not read again; what it said before holds
	current  *instance
	changed  chan struct{} // closed and renewed when the instance changes
	restarts int
	since    time.Time         // of the instance
	seen     stamp             // of the program's file at the last try
	codes    map[string]bool   // payment methods that it had to offer, also while it is down
	service  *tracking.Service // the consent that it needs, also while it is down; nil when it tracks nothing
}

// proven is an entry and a program that came to run.
type proven struct {
	entry   Entry
	program binary
}

// is reports whether an entry and a program come to the same, under whatever name.
func (v *proven) is(e Entry, program binary) bool {
	e.Path, e.SHA256, e.version = v.entry.Path, v.entry.SHA256, v.entry.version
	return program.sha256 == v.program.sha256 && reflect.DeepEqual(e, v.entry)
}

func newSupervised(h *Host, e Entry) *supervised {
	e.Limits = e.Limits.withDefaults()
	p := &supervised{
		name: e.Name, host: h, log: h.logOf(e.Name), entry: e, state: StateStarting, since: h.options.Clock.Now(),
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

// version gives the version that the entry asks for, or the running one where it asks for any.
func (p *supervised) version() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.entry.version == "" && p.current != nil {
		return p.current.manifest.Version
	}
	return p.entry.version
}

// asked gives the version that the entry asks for, "" for any.
func (p *supervised) asked() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.entry.version
}

// become makes the running process that of an installed release, if it is the same program.
func (p *supervised) become(e Entry) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil || p.current.binary.sha256 != e.SHA256 || p.current.manifest.Version != e.version {
		return false
	}
	e.Limits = p.entry.Limits
	p.entry, p.seen = e, stampOf(e.Path)
	return true
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

// claims reports whether the plugin has a payment method to offer, be it running or not. One that the shop cannot offer keeps its
// code from nobody.
func (p *supervised) claims(code string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.codes[code] || p.current != nil && slices.ContainsFunc(p.current.paymentOffers(), func(o offer) bool { return o.Code == code })
}

// tracks gives the consent service of a plugin that tracks, be it running or being restarted; nil for any other.
func (p *supervised) tracks() *tracking.Service {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.service
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
		for _, o := range i.paymentOffers() {
			p.codes[o.Code] = true
		}
		p.service = nil
		if i.serves(base.KindTracking) {
			p.service = &i.service
		}
	}
	p.host.news.Store(true)
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
	p.host.news.Store(true)
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

// offers reports whether a new payment by the method can begin here.
func (p *supervised) offers(code string) bool {
	i := p.offering(base.KindPayment)
	return i != nil && slices.ContainsFunc(i.paymentMethods(), func(m payment.Method) bool { return m.Code == code })
}

// needsSession reports whether the running process says that a method of it is paid with a session.
func (p *supervised) needsSession(code string) bool {
	i := p.instanceOf(base.KindPayment)
	return i != nil && slices.ContainsFunc(i.paymentMethods(), func(m payment.Method) bool {
		return m.Code == code && slices.Contains(m.Requirements, payment.RequireSession)
	})
}

// status describes it for the operator.
func (p *supervised) status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Status{
		Name: p.name, Version: p.entry.version, State: p.state, Problem: p.problem, Path: p.entry.Path, Pinned: p.entry.SHA256 != "",
		Since: p.since, Restarts: p.restarts, Calls: p.calls.total.Load(), Failures: p.calls.failed.Load(),
		Rejected: p.calls.rejected.Load(), Suspended: p.breaker.open(),
	}
	s.Problem = cmp.Or(p.unread, s.Problem, p.refusal) // what an operator did last comes first
	if i := p.current; i != nil {
		s.Problem = cmp.Or(s.Problem, i.ailments.problem())
		s.Version, s.SHA256, s.PID = i.manifest.Version, i.binary.sha256, i.process.pid()
		for _, kind := range i.manifest.Kinds {
			s.Kinds = append(s.Kinds, string(kind))
		}
		for _, m := range i.paymentMethods() {
			title := textIn(m.Title)
			method := rollout.Method{Code: m.Code, TitleDE: title.DE, TitleEN: title.EN, Misfit: misfit(m)}
			if m.Retired {
				method.Retired = "by the plugin: " + m.RetiredReason
			}
			s.Methods = append(s.Methods, method)
		}
	}
	return s
}
