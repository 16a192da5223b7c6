package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/observe"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/core/telemetry"
	processes "kontor.dev/kontor/workflows/client"
)

var errNoIndex = errors.New("the search index is being built")

// checks are what a process needs. Without Temporal or a plugin the catalogue is shown all the same, and orders that
// were sent are taken up later. What waits in the outbox is no part of it: who answers customers can do so all the same.
func (p *parts) checks() []health.Check {
	return []health.Check{
		{Name: "postgresql", Vital: true, Ask: p.pool.Ping},
		{Name: "clock", Ask: func(ctx context.Context) error { return postgres.AgreesOnTime(ctx, p.pool, systemClock) }},
		{Name: "migrations", Vital: true, Ask: func(ctx context.Context) error { return checkSchema(ctx, p.pool) }},
		{Name: "search", Vital: true, Ask: p.searchable},
		{Name: "temporal", Ask: func(ctx context.Context) error { return processes.Ask(ctx, p.temporal, p.cfg.Temporal.Namespace) }},
		{Name: "plugins", Ask: func(context.Context) error { return broken(p.plugins.Status()) }},
	}
}

// searchable is nil once the process's own index has been built. A search server may be away: listings then come from
// the database.
func (p *parts) searchable(context.Context) error {
	if p.serves && p.inProcess && !p.indexed.Load() {
		return errNoIndex
	}
	return nil
}

// broken names the plugins that should run and do not.
func broken(plugins []rollout.Status) error {
	var names []string
	for _, s := range plugins {
		if s.State != rollout.StateRunning && s.State != rollout.StateDisabled && s.State != rollout.StateStopped || s.Suspended {
			names = append(names, fmt.Sprintf("%s (%s)", s.Name, s.State))
		}
	}
	if len(names) > 0 {
		return errors.New(strings.Join(names, ", "))
	}
	return nil
}

// observed is how a process is watched: what it measures is collected here.
type observed struct {
	registry *prometheus.Registry // nil without a listener
}

// startTelemetry sets up what the process tells about itself.
func startTelemetry(ctx context.Context, cfg config.Config, service string) (observed, func(context.Context) error, error) {
	var o observed
	options := telemetryOptions(cfg, service)
	if cfg.Admin.Addr != "" {
		o.registry = prometheus.NewRegistry()
		o.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
		options.Metrics = o.registry
	}
	stop, err := telemetry.Setup(ctx, os.Stderr, options)
	return o, stop, err
}

// overdue counts the orders that were not paid although their reminder gave a time for it, which is over.
func (p *parts) overdue(ctx context.Context) (int, error) {
	return postgres.NewOrder(p.pool).Overdue(ctx, time.Now().AddDate(0, 0, -order.ReminderDays))
}

// watch reads the gauges of a process and answers the operator until stop is called. Without admin.addr the gauges
// are still sent to otel.endpoint.
func (o observed) watch(ctx context.Context, p *parts) (stop func(), err error) {
	unwatch, err := observe.Watch(observe.Sources{
		Backlog: p.outbox.Backlog, Stuck: postgres.NewAttempt(p.pool).Stuck, Overdue: p.overdue, Disputed: postgres.NewOrder(p.pool).Disputed, Plugins: p.plugins.Status, Products: p.engine.Size,
		Connections: func() (used, idle, most int) {
			s := p.pool.Stat()
			return int(s.AcquiredConns()), int(s.IdleConns()), int(s.MaxConns())
		},
		Health: p.probe.Report,
	})
	if err != nil {
		return nil, err
	}
	if o.registry == nil {
		return func() { finish("metrics", func(context.Context) error { return unwatch() }) }, nil
	}
	listener, err := listen(ctx, "admin", p.cfg.Admin.Addr)
	if err != nil {
		return nil, errors.Join(err, unwatch())
	}
	server := observe.Admin(promhttp.HandlerFor(o.registry, promhttp.HandlerOpts{}), p.probe)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("the operator's listener ended", "error", err)
		}
	}()
	slog.InfoContext(ctx, "observable", "address", listener.Addr().String())
	return func() {
		finish("admin", server.Shutdown)
		finish("metrics", func(context.Context) error { return unwatch() })
	}, nil
}
