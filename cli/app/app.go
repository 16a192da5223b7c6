// Package app is the composition root: it makes the parts of a process from the configuration and runs them together.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/net/netutil"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/telemetry"
)

// drain is how long running requests have to finish when the process stops.
const drain = 10 * time.Second

// Serve runs the front door until ctx ends, and the worker's part beside it if asked. It gives back when everything has
// stopped in order: no new requests, running ones finished, then the rest.
func Serve(ctx context.Context, cfg config.Config, withWorker bool) error {
	spareCollector()
	observed, stopTelemetry, err := startTelemetry(ctx, cfg, "kontor serve")
	if err != nil {
		return err
	}
	defer finish("telemetry", stopTelemetry)
	parts, err := build(ctx, cfg, "kontor serve")
	if err != nil {
		return err
	}
	defer parts.close()
	parts.serves = true
	unwatch, err := observed.watch(ctx, parts)
	if err != nil {
		return err
	}
	defer unwatch()
	server, err := parts.server()
	if err != nil {
		return err
	}
	return parts.run(ctx, server, withWorker)
}

// spareCollector lets the heap grow to four times what lives before it is collected, unless GOGC says otherwise: most of
// what lives is the search index, which every collection reads through for nothing.
func spareCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
}

// Work runs the worker's part alone until ctx ends.
func Work(ctx context.Context, cfg config.Config) error {
	observed, stopTelemetry, err := startTelemetry(ctx, cfg, "kontor worker")
	if err != nil {
		return err
	}
	defer finish("telemetry", stopTelemetry)
	parts, err := build(ctx, cfg, "kontor worker")
	if err != nil {
		return err
	}
	defer parts.close()
	unwatch, err := observed.watch(ctx, parts)
	if err != nil {
		return err
	}
	defer unwatch()
	group, failed := errgroup.WithContext(ctx)
	parts.startWorker(failed, group.Go)
	slog.InfoContext(ctx, "working", "version", Version(), "temporal", cfg.Temporal.Address, "queue", cfg.Temporal.TaskQueue)
	return ended(group.Wait())
}

// What one process takes on where the settings do not say: more at once are not done sooner, by its processors, its
// connections to the database, or Temporal.
const (
	perProcessor = 16
	connections  = 8192
)

func concurrency(cfg config.Config) int {
	return cmp.Or(cfg.HTTP.Concurrency, perProcessor*runtime.GOMAXPROCS(0))
}

func telemetryOptions(cfg config.Config, service string) telemetry.Options {
	return telemetry.Options{
		Service: service, Version: Version(), Level: cfg.Log.Level, Format: cfg.Log.Format,
		Endpoint: cfg.OTel.Endpoint, Percent: cfg.OTel.Percent, SendMetrics: cfg.OTel.Metrics,
	}
}

// run lets HTTP end first: what it calls must outlive it.
func (p *parts) run(ctx context.Context, server *httpapi.Server, withWorker bool) error {
	listener, err := listen(ctx, "http", p.cfg.HTTP.Addr)
	if err != nil {
		return err
	}
	listener = netutil.LimitListener(listener, cmp.Or(p.cfg.HTTP.Connections, connections))
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, failed := errgroup.WithContext(background)
	p.background(failed, group.Go, server)
	if withWorker {
		p.startWorker(failed, group.Go)
	}
	web := server.HTTPServer(p.cfg.HTTP.Addr)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	slog.InfoContext(ctx, "serving", "version", Version(), "address", listener.Addr().String(), "public", p.cfg.HTTP.PublicURL, "worker", withWorker)
	if err := PartnerCategory(ctx, p.cfg, p.catalog); err != nil { // the catalogue may still come
		slog.WarnContext(ctx, "partner's shop", "error", err)
	}
	select {
	case <-ctx.Done():
	case <-failed.Done():
	case err := <-served:
		served <- err
	}
	p.leave(ctx)
	finish("http", web.Shutdown)
	err = <-served
	stop()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, ended(group.Wait()))
}

// leave makes /readyz say no for so long that no load balancer sends more, before the listener closes.
func (p *parts) leave(ctx context.Context) {
	p.probe.Drain()
	if p.cfg.HTTP.Drain > 0 {
		slog.InfoContext(ctx, "draining", "for", p.cfg.HTTP.Drain)
		time.Sleep(p.cfg.HTTP.Drain)
	}
}

func ended(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func finish(what string, stop func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	if err := stop(ctx); err != nil {
		slog.Warn("did not stop in time", "part", what, "error", err)
	}
}

// openDatabase opens the pool and refuses a schema that is not the program's.
func openDatabase(ctx context.Context, cfg config.Config, name string) (*pgxpool.Pool, error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{
		Name: name, Tracer: telemetry.QueryTracer(telemetryOptions(cfg, name)),
	})
	if err != nil {
		return nil, err
	}
	if err := checkSchema(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

func checkSchema(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return postgres.FaultOf(err, nil)
	}
	defer conn.Release()
	pending, err := postgres.Pending(ctx, conn.Conn(), postgres.Expand)
	if err == nil && len(pending) > 0 {
		err = fault.Wrap(fmt.Errorf("missing: %v", pending), fault.Conflict, "database_not_migrated")
	}
	return err
}

func parseURL(setting, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%s: %q is not an address like http://localhost:8080", setting, text)
	}
	return u, nil
}

// pruneSessions forgets expired sessions now and then; several processes may do so at once.
func pruneSessions(ctx context.Context, sessions *session.Service) error {
	const every = time.Hour
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if n, err := sessions.Prune(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "sessions not pruned", "error", err)
		} else if n > 0 {
			slog.InfoContext(ctx, "sessions pruned", "sessions", n)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

var systemClock = clock.System{}
