package pluginhost

import (
	"context"
	"errors"
	"os"
	"time"

	"kontor.dev/kontor/core/fault"
)

// Times of the supervision.
const (
	watchInterval   = time.Second      // between two looks at the program's file
	healthInterval  = 10 * time.Second // between two health checks
	refreshInterval = time.Minute      // between two readings of the methods
	drainTimeout    = time.Minute      // for the calls of a replaced version
	calmAfter       = 5 * time.Second  // a process that ran so long starts with no backoff again
	loopAfter       = 8                // processes in a row that ended before they were calm are a crash loop
	loopPause       = 5 * time.Minute  // until a crash loop is tried once more
	hungAfter       = 2                // unanswered health checks in a row
	backoffFirst    = 100 * time.Millisecond
	backoffLongest  = 30 * time.Second
)

// run supervises until the context ends. first is called when the first try is over, well or not. go-plugin starts a
// process once and leaves it at that; everything here is ours.
func (p *supervised) run(ctx context.Context, first func()) {
	backoff, short := time.Duration(0), 0
	for ctx.Err() == nil {
		i, err := p.start(ctx)
		if first != nil {
			first()
			first = nil
		}
		if err == nil {
			reason := p.watch(ctx, i)
			if ctx.Err() != nil {
				break
			}
			if !p.lose(i, reason) {
				continue // replaced meanwhile: look after the new one
			}
			p.log.Error("plugin lost", "version", i.manifest.Version, "reason", reason)
			p.drains.Go(i.stop)
			if time.Since(i.started) > calmAfter {
				backoff, short = 0, 0
			}
		} else if errors.Is(err, errPermanent) {
			backoff = backoffLongest
		}
		if short++; short >= loopAfter && p.stopLoop() {
			p.log.Error("plugin dies again and again and is left alone; another program or configuration ends that", "deaths", short)
			p.pause(ctx, loopPause)
			continue
		}
		p.pause(ctx, backoff)
		backoff = min(max(2*backoff, backoffFirst), backoffLongest)
	}
	p.swap.Lock() // a replacement that is under way is put in place first, and stopped with the rest
	i := p.put(nil, StateStopped, "")
	p.swap.Unlock()
	if i != nil {
		i.drain(p.host.options.Grace)
	}
	p.drains.Wait()
}

// stopLoop puts a crashed plugin into the state of one that is left alone; false when it is in another.
func (p *supervised) stopLoop() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current != nil || (p.state != StateCrashed && p.state != StateLooping) {
		return false
	}
	p.host.news.Store(true)
	p.state, p.problem = StateLooping, "It died again and again: "+p.problem
	close(p.changed)
	p.changed = make(chan struct{})
	return true
}

// start gives the current instance, or launches the entry's program as it is now and puts it in place. Where that is refused, or was
// before, what ran last is started again: an operator's slip must not end a plugin that is well.
func (p *supervised) start(ctx context.Context) (*instance, error) {
	p.swap.Lock()
	defer p.swap.Unlock()
	if i := p.instance(); i != nil {
		return i, nil
	}
	p.mu.Lock()
	e, refusal, now := p.entry, p.refusal, stampOf(p.entry.Path)
	if now != p.seen {
		refusal = "" // it is not what was refused
	}
	p.seen = now
	p.mu.Unlock()
	i, refusal, err := p.relaunch(ctx, e, refusal)
	switch {
	case errors.Is(err, errPermanent):
		p.put(nil, StateRefused, err.Error())
		p.log.Error("plugin refused", "error", err)
		return nil, err
	case err != nil:
		p.put(nil, StateCrashed, err.Error())
		p.log.Error("plugin does not start", "error", err)
		return nil, err
	}
	p.breaker.reset()
	p.put(i, StateRunning, "")
	p.refuse(refusal)
	p.log.Info("plugin runs", "version", i.manifest.Version, "pid", i.process.pid())
	return i, nil
}

// relaunch launches the entry, or what ran last where the entry was refused or fails; the new refusal tells which. The caller holds
// swap.
func (p *supervised) relaunch(ctx context.Context, e Entry, refusal string) (*instance, string, error) {
	if refusal == "" {
		i, err := p.launch(ctx, e)
		if err == nil || p.proven == nil || p.proven.is(e, p.taken) {
			return i, "", err
		}
		p.log.Error("new version or settings refused, what ran before is started again", "error", err)
		refusal = refusalOf(err)
	}
	i, err := launch(ctx, p.proven.entry, p.proven.program, p.host, p.log)
	return i, refusal, err
}

func refusalOf(err error) string { return "a new version or new settings were refused: " + err.Error() }

// refuse tells the operator why what runs is not what is asked for; "" is nothing.
func (p *supervised) refuse(refusal string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusal = refusal
}

// launch takes the entry's program and starts it. A program that died is started again from the copy that was checked
// before, because reading and writing its megabytes again would cost those who buy. The caller holds swap.
func (p *supervised) launch(ctx context.Context, e Entry) (*instance, error) {
	now := stampOf(e.Path)
	if _, err := os.Stat(p.taken.path); err != nil || now != p.takenAs || e.SHA256 != p.takenFor {
		program, err := take(e.Path, e.SHA256, p.host.copies.path)
		if errors.Is(err, errChecksum) {
			return nil, permanent(err)
		}
		if err != nil {
			return nil, err
		}
		p.taken, p.takenAs, p.takenFor = program, now, e.SHA256
	}
	i, err := launch(ctx, e, p.taken, p.host, p.log)
	if err == nil {
		p.proven = &proven{e, p.taken}
	}
	return i, err
}

// watch looks after i until it is lost, and says why, or replaced.
func (p *supervised) watch(ctx context.Context, i *instance) string {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	var health time.Time // never yet
	refresh, sick := time.Now(), 0
	for {
		select {
		case <-ctx.Done():
			return "the host stops"
		case <-i.exited():
			return "the process ended"
		case <-ticker.C:
		}
		p.replaceIfChanged(ctx)
		if p.instance() != i {
			return "replaced"
		}
		if time.Since(refresh) > refreshInterval {
			refresh = time.Now()
			if err := i.refresh(ctx); err != nil {
				p.log.Warn("payment methods not refreshed", "error", err)
			}
		}
		// A plugin whose calls fail may hang: look at once.
		if time.Since(health) > healthInterval || sick > 0 || p.breaker.open() {
			health = time.Now()
			if sick = p.checkHealth(ctx, i, sick); sick >= hungAfter {
				return "the process does not answer"
			}
		}
	}
}

// checkHealth gives the number of unanswered checks in a row.
func (p *supervised) checkHealth(ctx context.Context, i *instance, sick int) int {
	h, err := i.alive(ctx)
	switch {
	case err != nil:
		p.log.Warn("health check failed", "version", i.manifest.Version, "error", err)
		return sick + 1
	case h.OK:
		p.note(i, StateRunning, "")
	default:
		p.note(i, StateUnhealthy, h.Message)
	}
	return 0
}

// replaceIfChanged starts the program anew when its file or its settings are others. If the new one fails, the old one goes on.
func (p *supervised) replaceIfChanged(ctx context.Context) {
	p.mu.Lock()
	e, seen := p.entry, p.seen
	p.mu.Unlock()
	if now := stampOf(e.Path); now == seen || now == (stamp{}) {
		return
	}
	if err := p.replace(ctx, e); err != nil {
		p.log.Error("new version or settings refused, what ran goes on", "error", err)
		p.refuse(refusalOf(err))
	}
}

// replace puts a new instance in the place of the running one, which finishes its own calls. On failure all is as
// before.
func (p *supervised) replace(ctx context.Context, e Entry) error {
	p.swap.Lock()
	defer p.swap.Unlock()
	p.mu.Lock()
	p.seen = stampOf(e.Path)
	state := p.state
	p.mu.Unlock()
	if state == StateDisabled || state == StateStopped {
		return fault.New(fault.Conflict, "plugin_not_running")
	}
	next, err := p.launch(ctx, e)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.entry = e
	p.mu.Unlock()
	p.breaker.reset()
	old := p.put(next, StateRunning, "")
	p.log.Info("plugin replaced", "version", next.manifest.Version, "sha256", next.binary.sha256[:12])
	if old != nil {
		p.drains.Go(func() { old.drain(drainTimeout) })
	}
	return nil
}

// pause waits for the time to pass, for another program file, or for an instance put in place by someone else.
func (p *supervised) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			return
		case <-ticker.C:
			p.mu.Lock()
			news := p.current != nil || stampOf(p.entry.Path) != p.seen
			p.mu.Unlock()
			if news {
				return
			}
		}
	}
}
