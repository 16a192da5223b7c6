package observe

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/rollout"
)

// Sources are what gauges are read from. Each may be nil.
type Sources struct {
	Backlog     func(ctx context.Context) ([]outbox.Backlog, error)
	Stuck       func(ctx context.Context) (map[string]int, error) // attempts that should have gone on, by state
	Overdue     func(ctx context.Context) (int, error)            // orders that were not paid although their customer was reminded
	Disputed    func(ctx context.Context) (map[string]int, error) // disputes that are open, by when to answer
	Plugins     func() []rollout.Status
	Products    func(ctx context.Context) (int, error) // in the search index
	Connections func() (used, idle, most int)          // of the database pool
	Health      func(ctx context.Context) health.Report
}

const readTimeout = 2 * time.Second

// gauges are the instruments of Sources.
type gauges struct {
	Sources
	waiting, failing, dead, stuck, overdue, disputed, plugin, restarts, products, connections, part metric.Int64ObservableGauge
	age                                                                                             metric.Float64ObservableGauge
}

// Watch reads the sources whenever metrics are collected, until stop is called. What cannot be read is left out, so that
// an alert on absence fires, and logged.
func Watch(s Sources) (stop func() error, err error) {
	g := &gauges{Sources: s}
	var all []metric.Observable
	var errs []error
	gauge := func(name, what string) metric.Int64ObservableGauge {
		i, err := meter.Int64ObservableGauge(name, metric.WithDescription(what))
		all, errs = append(all, i), append(errs, err)
		return i
	}
	g.waiting = gauge("kontor.outbox.waiting", "Events that wait for delivery, by topic.")
	g.failing = gauge("kontor.outbox.failing", "Waiting events that were tried without success, by topic.")
	g.dead = gauge("kontor.outbox.dead", "Events that were given up, by topic.")
	g.stuck = gauge("kontor.checkout.stuck", "Payment attempts that should have gone on by now, by state.")
	g.overdue = gauge("kontor.orders.overdue", "Orders on account that were not paid within a week of the reminder.")
	g.disputed = gauge("kontor.orders.disputed", "Disputes of payments that are not decided, by when to answer: soon (in two days) or later.")
	g.plugin = gauge("kontor.plugin.running", "1 for a plugin's version that runs and is healthy, else 0; by plugin, version and state.")
	g.restarts = gauge("kontor.plugin.restarts", "Restarts of a plugin's version since the process started.")
	g.products = gauge("kontor.search.products", "Products in the search index.")
	g.connections = gauge("kontor.database.connections", "Connections of this process's pool, by state: used, idle, most.")
	g.part = gauge("kontor.health", "1 for a part of the process that works, else 0.")
	g.age, err = meter.Float64ObservableGauge("kontor.outbox.age", metric.WithUnit("s"),
		metric.WithDescription("Age of the oldest waiting event, by topic: product.changed is the lag of search."))
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	registration, err := meter.RegisterCallback(g.read, append(all, g.age)...)
	if err != nil {
		return nil, err
	}
	return registration.Unregister, nil
}

func (g *gauges) read(ctx context.Context, o metric.Observer) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	g.readDatabase(ctx, o)
	if g.Plugins != nil {
		for _, s := range g.Plugins() {
			of := metric.WithAttributes(attribute.String("plugin", s.Name), attribute.String("version", s.Version), attribute.String("state", string(s.State)))
			if s.State != rollout.StateDisabled {
				o.ObserveInt64(g.plugin, flag(s.State == rollout.StateRunning && !s.Suspended), of)
				o.ObserveInt64(g.restarts, int64(s.Restarts), of)
			}
		}
	}
	if g.Connections != nil {
		used, idle, most := g.Connections()
		for state, n := range map[string]int{"used": used, "idle": idle, "most": most} {
			o.ObserveInt64(g.connections, int64(n), metric.WithAttributes(attribute.String("state", state)))
		}
	}
	if g.Health != nil {
		for _, p := range g.Health(ctx).Parts {
			o.ObserveInt64(g.part, flag(p.OK), metric.WithAttributes(attribute.String("part", p.Name)))
		}
	}
	return nil
}

func (g *gauges) readDatabase(ctx context.Context, o metric.Observer) {
	if g.Backlog != nil {
		topics, err := g.Backlog(ctx)
		unread(ctx, "outbox", err)
		for _, b := range topics {
			of := metric.WithAttributes(attribute.String("topic", b.Topic))
			o.ObserveInt64(g.waiting, int64(b.Waiting), of)
			o.ObserveInt64(g.failing, int64(b.Failing), of)
			o.ObserveInt64(g.dead, int64(b.Dead), of)
			if !b.Oldest.IsZero() {
				o.ObserveFloat64(g.age, time.Since(b.Oldest).Seconds(), of)
			}
		}
	}
	if g.Stuck != nil {
		states, err := g.Stuck(ctx)
		unread(ctx, "attempts", err)
		for state, n := range states {
			o.ObserveInt64(g.stuck, int64(n), metric.WithAttributes(attribute.String("state", state)))
		}
	}
	if g.Disputed != nil {
		open, err := g.Disputed(ctx)
		unread(ctx, "disputes", err)
		for due, n := range open {
			o.ObserveInt64(g.disputed, int64(n), metric.WithAttributes(attribute.String("due", due)))
		}
	}
	g.count(ctx, o, g.overdue, "overdue orders", g.Overdue)
	g.count(ctx, o, g.products, "search", g.Products)
}

// count observes what is one number.
func (g *gauges) count(ctx context.Context, o metric.Observer, as metric.Int64Observable, what string, read func(context.Context) (int, error)) {
	if read == nil {
		return
	}
	n, err := read(ctx)
	if unread(ctx, what, err); err == nil {
		o.ObserveInt64(as, int64(n))
	}
}

func unread(ctx context.Context, what string, err error) {
	if err != nil {
		slog.WarnContext(ctx, "metrics not read", "of", what, "error", err)
	}
}

func flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// pluginName is "paypal" of "paypal@1.2.0".
func pluginName(ref string) string {
	name, _, _ := strings.Cut(ref, "@")
	return name
}
