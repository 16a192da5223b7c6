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
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// Options of a Host. Dir is needed.
type Options struct {
	Dir    string                   // where the host keeps its private copies of the programs
	Log    *slog.Logger             // nil means slog's default
	Clock  clock.Clock              // nil means the system's
	Getenv func(name string) string // nil means os.Getenv
	Grace  time.Duration            // for running calls when the host closes; 0 means 10 s
}

// Host runs the plugins. It is safe for concurrent use.
type Host struct {
	options Options
	dir     string
	plugins []*supervised // in the order of plugins.yaml
	cancel  context.CancelFunc
	running sync.WaitGroup
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
	h := &Host{options: o, cancel: func() {}}
	for _, e := range entries {
		h.plugins = append(h.plugins, newSupervised(h, e))
	}
	return h
}

// Start starts all plugins and gives back when each runs or has failed once, or when the context ends; the plugins go on
// in both cases. A plugin that fails is no error: Status tells. An error means that the host itself cannot work.
func (h *Host) Start(ctx context.Context) error {
	if err := os.MkdirAll(h.options.Dir, 0o700); err != nil {
		return fmt.Errorf("plugin host: %w", err)
	}
	sweep(h.options.Dir)
	dir, err := os.MkdirTemp(h.options.Dir, fmt.Sprintf("host-%d-", os.Getpid()))
	if err != nil {
		return fmt.Errorf("plugin host: %w", err)
	}
	h.dir = dir
	runCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	h.cancel = cancel
	var first sync.WaitGroup
	for _, p := range h.plugins {
		if p.entry.Disabled {
			continue
		}
		first.Add(1)
		h.running.Go(func() { p.run(runCtx, first.Done) })
	}
	ready := make(chan struct{})
	go func() { first.Wait(); close(ready) }()
	select {
	case <-ready:
	case <-ctx.Done():
	}
	return nil
}

// Close takes no more calls, lets the running ones finish for Grace, and ends all plugins. No process is left.
func (h *Host) Close() error {
	h.cancel()
	h.running.Wait()
	if h.dir == "" {
		return nil
	}
	return os.RemoveAll(h.dir)
}

// Replace puts a new program or configuration of a plugin to work, side by side with the running one until that has
// finished its calls. If the new one does not start, the old one goes on and the error says why.
func (h *Host) Replace(ctx context.Context, e Entry) error {
	p := h.byName(e.Name)
	if p == nil {
		return fault.New(fault.NotFound, "plugin_not_found")
	}
	e.Limits = e.Limits.withDefaults()
	return p.replace(ctx, e)
}

// Status describes a plugin for the operator.
type Status struct {
	Name      string    `json:"name"`
	State     State     `json:"state"`
	Problem   string    `json:"problem,omitempty"` // one English sentence when something is wrong
	Version   string    `json:"version,omitempty"`
	Kinds     []string  `json:"kinds,omitempty"`   // payment, shipping, tracking
	Methods   []string  `json:"methods,omitempty"` // codes of payment methods
	Path      string    `json:"path"`
	SHA256    string    `json:"sha256,omitempty"`
	Pinned    bool      `json:"pinned"`
	PID       int       `json:"pid,omitempty"`
	Since     time.Time `json:"since"`
	Restarts  int       `json:"restarts"`
	Calls     int64     `json:"calls"`
	Failures  int64     `json:"failures"` // calls that failed by fault of the plugin or its provider
	Rejected  int64     `json:"rejected"` // calls that were not made: down, busy or breaker open
	Suspended bool      `json:"suspended"`
}

// Status gives all plugins in the order of plugins.yaml.
func (h *Host) Status() []Status {
	out := make([]Status, len(h.plugins))
	for n, p := range h.plugins {
		out[n] = p.status()
	}
	return out
}

func (p *supervised) status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Status{
		Name: p.name, State: p.state, Problem: p.problem, Path: p.entry.Path, Pinned: p.entry.SHA256 != "",
		Since: p.since, Restarts: p.restarts, Calls: p.calls.total.Load(), Failures: p.calls.failed.Load(),
		Rejected: p.calls.rejected.Load(), Suspended: p.breaker.open(),
	}
	if s.Problem == "" {
		s.Problem = p.refusal
	}
	if i := p.current; i != nil {
		s.Version, s.SHA256, s.PID = i.manifest.Version, i.binary.sha256, i.process.pid()
		for _, kind := range i.manifest.Kinds {
			s.Kinds = append(s.Kinds, string(kind))
		}
		for _, m := range i.paymentMethods() {
			s.Methods = append(s.Methods, m.Code)
		}
	}
	return s
}

// sweep removes the copies of hosts that were killed.
func sweep(dir string) {
	left, err := filepath.Glob(filepath.Join(dir, "host-*"))
	if err != nil {
		return
	}
	for _, d := range left {
		pid, err := strconv.Atoi(strings.Split(filepath.Base(d), "-")[1])
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(d)
		}
	}
}

// byName gives a plugin, nil when there is none of that name.
func (h *Host) byName(name string) *supervised {
	i := slices.IndexFunc(h.plugins, func(p *supervised) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return h.plugins[i]
}
