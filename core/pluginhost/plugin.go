package pluginhost

import (
	"context"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/plugins/sdk/base"
)

// drainGrace is how long a version runs on after nothing needs it any more: longer than the slowest process of the shop
// takes to follow, so that none still begins attempts with it.
const drainGrace = 15 * time.Second

// plugin is one plugin with the versions of it that run. Without a rollout that is the program that plugins.yaml names;
// with one it is the installed releases that the rollout and the attempts under way ask for.
type plugin struct {
	name  string
	host  *Host
	apart bool // plugins.yaml does not name it

	mu       sync.Mutex
	entry    Entry            // of plugins.yaml, or of the plugins folder
	secrets  map[string]stamp // of the files that its secrets come from
	stable   *supervised
	canary   *supervised // nil when there is none
	share    int         // percent of new attempts for the canary
	leaving  bool        // it goes on with what it began, and is offered no more
	versions []*supervised
	needless map[*supervised]time.Time // since when nothing needs them
	open     map[string]int            // attempts under way by version
}

func newPlugin(h *Host, e Entry) *plugin {
	p := &plugin{name: e.Name, host: h, entry: e, secrets: secretStamps(e), needless: map[*supervised]time.Time{}}
	p.stable = newSupervised(h, e)
	p.versions = []*supervised{p.stable}
	return p
}

// begin puts what is not started yet under supervision; first counts the first tries.
func (p *plugin) begin(first *sync.WaitGroup) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.versions {
		if s.stop != nil || p.entry.Disabled {
			continue
		}
		first.Add(1)
		p.host.supervise(s, first.Done)
	}
}

// current gives the version that takes new work, the canary aside.
func (p *plugin) current() *supervised {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stable
}

// all gives the versions that run, the one for new work first.
func (p *plugin) all() []*supervised {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.versions)
}

// offering gives the instance if the plugin can be offered to a shopper for the kind: running, healthy, not suspended, and to stay.
func (p *plugin) offering(k base.Kind) *instance {
	if p.leaves() {
		return nil
	}
	return p.current().offering(k)
}

func (p *plugin) leaves() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leaving
}

// end stops all that runs of a plugin that was taken out.
func (p *plugin) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.versions {
		s.log.Info("plugin was taken out", "version", s.version())
		if s.stop != nil {
			s.stop()
		}
	}
}

// instanceOf gives the running instance if it serves the kind.
func (p *plugin) instanceOf(k base.Kind) *instance { return p.current().instanceOf(k) }

// claims reports whether a version of the plugin has a payment method to offer, be it running or not.
func (p *plugin) claims(code string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.versions, func(s *supervised) bool { return s.claims(code) })
}

// choose gives the version that a new attempt begins with. The key decides, so that a customer who tries again stays
// with a version. A canary that cannot be offered gets nothing.
func (p *plugin) choose(code, key string) *supervised {
	p.mu.Lock()
	stable, canary, share := p.stable, p.canary, p.share
	p.mu.Unlock()
	if canary != nil && percentile(p.name+"/"+key) < share && canary.offers(code) {
		return canary
	}
	return stable
}

// percentile spreads keys evenly over 0 to 99.
func percentile(key string) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key))
	return int(h.Sum64() % 100)
}

// of gives the version that began an attempt, nil when this process does not run it.
func (p *plugin) of(version string) *supervised {
	for _, s := range p.all() {
		if s.version() == version {
			return s
		}
	}
	return nil
}

// follow takes over what d asks for: begin starts the versions that have to run, and those that nothing needs are
// stopped once their grace is over.
func (p *plugin) follow(d rollout.Desired) {
	r, ok := d.Of(p.name)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = d.UnderWay[p.name]
	if !ok || p.entry.Disabled {
		return
	}
	if p.stable.stop == nil && p.stable.asked() == "" {
		p.versions = nil // the program of plugins.yaml is not started when releases are at work
	}
	for _, release := range d.Wanted(p.name) {
		if s := p.run(release); release.Version == r.Stable {
			p.stable = s
		}
	}
	p.canary, p.share, p.leaving = nil, r.Share, r.Leaving
	for _, s := range p.versions {
		if s.version() == r.Canary && r.Canary != "" {
			p.canary = s
		}
	}
	p.retire(d)
	slices.SortStableFunc(p.versions, func(a, b *supervised) int { return p.rank(a) - p.rank(b) })
}

func (p *plugin) rank(s *supervised) int {
	switch s {
	case p.stable:
		return 0
	case p.canary:
		return 1
	}
	return 2
}

// run gives the version of a release, a new one where it is not there yet.
func (p *plugin) run(release rollout.Release) *supervised {
	e := p.entry
	e.Path, e.SHA256 = programOf(p.host.options.Installed, p.name, release.Version), release.SHA256
	e.version = release.Version
	for _, s := range p.versions {
		if s.asked() == release.Version || s.become(e) {
			return s
		}
	}
	s := newSupervised(p.host, e)
	p.versions = append(p.versions, s)
	return s
}

// retire stops versions that have been needless for the grace.
func (p *plugin) retire(d rollout.Desired) {
	now := p.host.options.Clock.Now()
	p.versions = slices.DeleteFunc(p.versions, func(s *supervised) bool {
		if s == p.stable || s == p.canary || d.UnderWay[p.name][s.version()] > 0 {
			delete(p.needless, s)
			return false
		}
		since, known := p.needless[s]
		if !known {
			p.needless[s] = now
			return false
		}
		if now.Sub(since) < p.host.options.DrainGrace {
			return false
		}
		delete(p.needless, s)
		s.log.Info("version stopped: no attempt under way needs it", "version", s.version())
		if s.stop != nil {
			s.stop()
		}
		return true
	})
}

// status gives a line for each version.
func (p *plugin) status() []Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]Status, len(p.versions))
	for n, s := range p.versions {
		out[n] = s.status()
		out[n].Open = p.open[out[n].Version]
		switch {
		case p.leaving:
		case s == p.canary:
			out[n].Share = p.share
		case s == p.stable && p.canary != nil:
			out[n].Share = 100 - p.share
		case s == p.stable:
			out[n].Share = 100
		}
	}
	return out
}

// ofAttempt gives the version for a payment: the one that began it, wherever it can be run; else the one for new work.
// Fault Unavailable when it cannot be known which.
func (p *plugin) ofAttempt(ctx context.Context, version string) (*supervised, error) {
	if version == "" || p.host.options.Rollouts == nil {
		return p.current(), nil
	}
	if s := p.of(version); s != nil {
		return s, nil
	}
	if !p.host.sync(ctx) { // another process may have put it to work a moment ago
		return nil, fault.New(fault.Unavailable, "plugin_unavailable")
	}
	if s := p.of(version); s != nil {
		return s, nil
	}
	return p.current(), nil
}
