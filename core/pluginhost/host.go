// Package pluginhost finds, verifies, starts, supervises and calls plugins. It is the only part of the shop that knows
// the plugin SDK; the domain sees its own ports (checkout.Payments, checkout.Shipping, tracking.Sink).
//
// A plugin is not trusted. Each runs in a process of its own, from a private copy of its program whose checksum was
// checked; every call has a deadline, a bound on its answer and a slot; what fails again and again is left alone for a
// while; a process that ends or hangs is replaced; nothing that a plugin writes or answers can harm the host. A plugin
// that cannot work makes its own methods unavailable and nothing else.
package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/rollout"
)

// Options of a Host. Dir is needed.
type Options struct {
	Dir        string                   // where the host keeps its private copies of the programs
	File       string                   // plugins.yaml, which is read again when it changes; "" is not
	Programs   string                   // where the paths in it begin
	Installed  string                   // the plugins folder: releases as Install puts them there
	Rollouts   Rollouts                 // nil: only the programs of plugins.yaml run
	Process    string                   // how this process calls itself in reports, "kontor serve"
	LogDir     string                   // keeps a log of each plugin here; "" keeps none
	Log        *slog.Logger             // nil means slog's default
	Clock      clock.Clock              // nil means the system's
	Getenv     func(name string) string // nil means os.Getenv
	Grace      time.Duration            // for running calls when the host closes; 0 means 10 s
	DrainGrace time.Duration            // a version that nothing needs runs on for so long; 0 means 15 s
}

// Host runs the plugins. It is safe for concurrent use.
type Host struct {
	options Options
	copies  *folder                   // the private copies of the programs
	sockets *folder                   // where the programs listen
	plugins atomic.Pointer[[]*plugin] // in the order of plugins.yaml, those of the plugins folder after them
	desired atomic.Pointer[rollout.Desired]
	news    atomic.Bool // something changed that is worth a report
	running sync.WaitGroup
	offers  keptOffers
	takes   keptVerdicts
	methods atomic.Pointer[keptMethods]

	syncing sync.Mutex // held while rollouts are followed
	synced  time.Time
	said    map[string]string // what was logged of what keeps going wrong
	read    map[string]stamp  // files of settings as they were last looked at

	journals sync.Mutex
	kept     map[string]*journal // by plugin

	life   context.Context // of what is supervised
	cancel context.CancelFunc
}

// New makes a Host for the entries of plugins.yaml. Nothing runs before Start.
func New(entries []Entry, o Options) *Host {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Grace == 0 {
		o.Grace = 10 * time.Second
	}
	if o.DrainGrace == 0 {
		o.DrainGrace = drainGrace
	}
	h := &Host{options: o, takes: newVerdicts(), kept: map[string]*journal{}, said: map[string]string{}, read: map[string]stamp{}}
	h.life, h.cancel = context.WithCancel(context.Background())
	list := make([]*plugin, len(entries))
	for n, e := range entries {
		list[n] = newPlugin(h, e)
	}
	h.plugins.Store(&list)
	return h
}

// list gives the plugins in their order.
func (h *Host) list() []*plugin { return *h.plugins.Load() }

// add puts a plugin behind the others. Only sync does so.
func (h *Host) add(p *plugin) {
	list := append(slices.Clone(h.list()), p)
	h.plugins.Store(&list)
}

// Start starts all plugins and gives back when each runs or has failed once, or when the context ends; the plugins go on
// in both cases. A plugin that fails is no error: Status tells. An error means that the host itself cannot work.
func (h *Host) Start(ctx context.Context) error {
	var err error
	if h.copies, err = newFolder(h.options.Dir, programsPrefix); err != nil {
		return fmt.Errorf("plugin host: %w", err)
	}
	if h.sockets, err = newSocketFolder(); err != nil {
		return fmt.Errorf("plugin host: %w", err)
	}
	var first sync.WaitGroup
	h.syncing.Lock()
	h.look(ctx)
	for _, p := range h.list() {
		p.begin(&first)
	}
	h.syncing.Unlock()
	if h.options.Rollouts != nil {
		h.running.Go(func() { h.follow(h.life) })
	}
	ready := make(chan struct{})
	go func() { first.Wait(); close(ready) }()
	select {
	case <-ready:
	case <-ctx.Done():
	}
	return nil
}

// supervise runs a version until it is stopped or the host closes. first is called when the first try is over.
func (h *Host) supervise(s *supervised, first func()) {
	ctx, stop := context.WithCancel(h.life)
	s.stop = stop
	h.running.Go(func() {
		defer stop()
		s.run(ctx, first)
	})
}

// Close takes no more calls, lets the running ones finish for Grace, and ends all plugins. No process is left.
func (h *Host) Close() error {
	h.syncing.Lock() // nothing is started any more
	h.cancel()
	h.syncing.Unlock()
	h.running.Wait()
	h.closeJournals()
	var errs []error
	for _, f := range []*folder{h.copies, h.sockets} {
		if f != nil {
			errs = append(errs, f.remove())
		}
	}
	return errors.Join(errs...)
}

// Replace puts a new program or configuration of a plugin to work, side by side with the running one until that has
// finished its calls. If the new one does not start, the old one goes on and the error says why.
func (h *Host) Replace(ctx context.Context, e Entry) error {
	p := h.byName(e.Name)
	if p == nil {
		return fault.New(fault.NotFound, "plugin_not_found")
	}
	e.Limits = e.Limits.withDefaults()
	return p.current().replace(ctx, e)
}

// Status describes a version of a plugin for the operator.
type Status = rollout.Status

// Status gives all plugins in the order of plugins.yaml, the version for new work before the others of its plugin.
func (h *Host) Status() []Status {
	var out []Status
	for _, p := range h.list() {
		out = append(out, p.status()...)
	}
	for n := range out {
		for m, method := range out[n].Methods {
			if r, ok := h.retirement(method.Code); ok {
				out[n].Methods[m].Retired = r.Reason
			}
			if p := h.owner(method.Code); p != nil && p.name != out[n].Name {
				out[n].Methods[m].Misfit = "the plugin " + p.name + " has a method of that code"
			}
		}
	}
	return out
}

// byName gives a plugin, nil when there is none of that name.
func (h *Host) byName(name string) *plugin {
	for _, p := range h.list() {
		if p.name == name {
			return p
		}
	}
	return nil
}
