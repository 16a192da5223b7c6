package pluginhost

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/rollout"
)

// Rollouts is where the host learns which versions are at work, and where it says what it runs.
type Rollouts interface {
	Desired(ctx context.Context) (rollout.Desired, error)
	Report(ctx context.Context, r rollout.Report) error
	Leave(ctx context.Context, id string) error
}

// How often the host looks and reports.
const (
	followInterval = time.Second
	reportInterval = 2 * time.Second
	followTimeout  = 5 * time.Second        // of one look or report
	followSpared   = 300 * time.Millisecond // no look out of turn is taken sooner after the last
)

// follow looks and reports until ctx ends. A database that is away changes nothing: what runs runs on.
func (h *Host) follow(ctx context.Context) {
	report := rollout.Report{ID: ident.New(), Process: h.options.Process, PID: os.Getpid()}
	report.Machine, _ = os.Hostname()
	ticker := time.NewTicker(followInterval)
	defer ticker.Stop()
	var reported time.Time
	for {
		h.reread()
		h.sync(ctx)
		if time.Since(reported) >= reportInterval || h.news.Swap(false) {
			reported = time.Now()
			report.Plugins = h.Status()
			h.report(ctx, report)
		}
		select {
		case <-ctx.Done():
			leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), followTimeout)
			defer cancel()
			_ = h.options.Rollouts.Leave(leave, report.ID) // else it grows old
			return
		case <-ticker.C:
		}
	}
}

func (h *Host) report(ctx context.Context, r rollout.Report) {
	ctx, cancel := context.WithTimeout(ctx, followTimeout)
	defer cancel()
	if err := h.options.Rollouts.Report(ctx, r); err != nil && ctx.Err() == nil {
		h.options.Log.Debug("plugins not reported", "error", err) // that the database is away is said already
	}
}

// sync looks once, unless it has just looked, and starts what has to run; false when it could not look.
func (h *Host) sync(ctx context.Context) bool {
	h.syncing.Lock()
	defer h.syncing.Unlock()
	if h.life.Err() != nil || (time.Since(h.synced) >= followSpared && !h.look(ctx)) {
		return false
	}
	var first sync.WaitGroup // of no interest: who needs a version waits for it
	for _, p := range h.list() {
		p.begin(&first)
	}
	return true
}

// complain logs what goes wrong, once until it is something else: it would be said again every second.
func (h *Host) complain(about, message string, err error) {
	if err == nil {
		delete(h.said, about)
		return
	}
	if text := err.Error(); h.said[about] != text {
		h.said[about] = text
		h.options.Log.Error(message, "about", about, "error", err)
	}
}

// look reads what is asked for and has the plugins take it over; false when it could not be read.
func (h *Host) look(ctx context.Context) bool {
	if h.options.Rollouts == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, followTimeout)
	defer cancel()
	d, err := h.options.Rollouts.Desired(ctx)
	if err != nil {
		h.complain("rollouts", "rollouts of plugins not read; what runs runs on", err)
		return false
	}
	h.complain("rollouts", "", nil)
	h.synced = time.Now()
	h.desired.Store(&d)
	h.discover(d)
	h.drop(d)
	for _, p := range h.list() {
		p.follow(d)
	}
	return true
}

// discover takes up plugins of the plugins folder that plugins.yaml does not name and that are at work.
func (h *Host) discover(d rollout.Desired) {
	for _, r := range d.Rollouts {
		if h.byName(r.Plugin) != nil {
			continue
		}
		e, err := folderEntry(h.options.Installed, r.Plugin)
		if err != nil {
			e = Entry{Name: r.Plugin, unread: err}
		}
		p := newPlugin(h, e)
		p.apart = true
		h.add(p)
	}
}

// drop ends plugins of the plugins folder that were taken out.
func (h *Host) drop(d rollout.Desired) {
	list := slices.DeleteFunc(slices.Clone(h.list()), func(p *plugin) bool {
		if _, wanted := d.Of(p.name); wanted || !p.apart {
			return false
		}
		p.end()
		return true
	})
	if len(list) < len(h.list()) {
		h.plugins.Store(&list)
		h.news.Store(true)
	}
}

// retirements gives the methods that operators no longer offer.
func (h *Host) retirements() []rollout.Retirement {
	if d := h.desired.Load(); d != nil {
		return d.Retired
	}
	return nil
}

// retirement gives why an operator no longer offers a method, false when it is offered.
func (h *Host) retirement(code string) (rollout.Retirement, bool) {
	for _, r := range h.retirements() {
		if r.Code == code {
			return r, true
		}
	}
	return rollout.Retirement{}, false
}
