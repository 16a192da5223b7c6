package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/process"
)

// RollingReport is what came of replacing every process of a shop while guests buy.
type RollingReport struct {
	Took        time.Duration `json:"took"`
	Guests      int           `json:"guests"`
	APIs        int           `json:"apis"`           // replaced
	Workers     int           `json:"workers"`        // replaced
	From        string        `json:"from,omitempty"` // sources of the version that ran first
	Calls       int64         `json:"calls"`
	FirstFailed string        `json:"firstFailed,omitempty"`
	Checks      []Check       `json:"checks"`
}

// Kept reports whether everything adds up.
func (r *RollingReport) Kept() bool { return (&Report{Checks: r.Checks}).Kept() }

const (
	replicas  = 2
	drainFor  = time.Second // longer than the door takes to notice
	stopsIn   = 40 * time.Second
	onlookers = 2 // read while others buy
)

// replica is a process that can be replaced by its like.
type replica struct {
	*process.Process
	server *server // of an API
}

// Rolling lets guests buy at a shop of two APIs behind a load balancer and two workers, and replaces each of them, one after
// the other, as a rollout does: the new one is ready before the old one is told to stop. It goes on until all have bought,
// each replica being replaced once at least. No call may fail, and the books must agree. With o.From the version of those
// sources runs first and is upgraded: the schema grows, each process is replaced by this version's, and when none of the
// version before is left, what only that needed is taken away.
func Rolling(ctx context.Context, o Options) (_ *RollingReport, err error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	roll := &rolling{shop: s, door: &door{}}
	if err := roll.begin(ctx); err != nil {
		return nil, err
	}
	r := &RollingReport{Guests: o.Orders, From: o.From}
	began := time.Now()
	bought := make(chan struct{})
	var others sync.WaitGroup
	var failed error
	others.Go(func() { failed = roll.replace(ctx, bought, r) })
	for range onlookers {
		others.Go(func() { s.look(ctx, bought) })
	}
	guests, err := s.buy(ctx, o)
	close(bought)
	others.Wait()
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	o.Say("everybody has bought: waiting until all has settled")
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	r.Took, r.Calls = time.Since(began), s.calls.total.Load()
	if first := s.calls.first.Load(); first != nil {
		r.FirstFailed = *first
	}
	r.Checks, _, err = s.count(ctx, guests)
	r.Checks = append([]Check{{Name: "calls that failed", Want: 0, Have: s.calls.failed.Load()}}, r.Checks...)
	return r, err
}

type rolling struct {
	*shop
	door    *door
	started int
	apis    []replica
	workers []replica
}

// begin opens the door and starts the replicas.
func (s *rolling) begin(ctx context.Context) error {
	listener, err := net.Listen("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		return err
	}
	web := &http.Server{Handler: s.door, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = web.Serve(listener) }()
	s.stops = append(s.stops, func(context.Context) error { return web.Close() })
	for range replicas {
		worker, err := s.startWorker(ctx)
		if err != nil {
			return err
		}
		api, err := s.startAPI(ctx)
		if err != nil {
			return err
		}
		s.workers, s.apis = append(s.workers, worker), append(s.apis, api)
	}
	return nil
}

func (s *rolling) startWorker(ctx context.Context) (replica, error) {
	s.started++
	p, err := s.launch(ctx, process.Spec{
		Name: fmt.Sprintf("worker-%d", s.started), Command: []string{s.runs.program("kontor"), "worker"}, StopSignal: syscall.SIGTERM, StopWithin: stopsIn,
	})
	return replica{Process: p}, err
}

// startAPI starts one and waits until the door sends it requests.
func (s *rolling) startAPI(ctx context.Context) (replica, error) {
	s.started++
	ports, err := devstack.FreePorts(1)
	if err != nil {
		return replica{}, err
	}
	address := devstack.Loopback(ports[0])
	p, err := s.launch(ctx, process.Spec{
		Name: fmt.Sprintf("api-%d", s.started), Command: []string{s.runs.program("kontor"), "serve"}, StopSignal: syscall.SIGTERM, StopWithin: stopsIn,
		Env:   []string{"KONTOR_HTTP_ADDR=" + address, "KONTOR_HTTP_DRAIN=" + drainFor.String()},
		Ready: process.AnswersHTTP("http://" + address + "/readyz"),
	})
	if err != nil {
		return replica{}, err
	}
	r := replica{p, s.door.add(context.WithoutCancel(ctx), address)}
	return r, again(ctx, func(context.Context) error {
		if !r.server.ready.Load() {
			return errors.New("the door has not noticed it")
		}
		return nil
	})
}

// replace replaces replicas in turn until everybody has bought, each once at least.
func (s *rolling) replace(ctx context.Context, bought <-chan struct{}, r *RollingReport) error {
	upgrades := s.runs != s.this
	if upgrades {
		// Of the orders that the version before began, some are under way in each of its states.
		if err := again(ctx, func(context.Context) error { return s.hasSold(s.o.Orders/4, bought) }); err != nil {
			return err
		}
		if err := s.migrate(ctx); err != nil {
			return err
		}
		s.runs = s.this
	}
	for turn := 0; turn < replicas || !over(bought); turn++ {
		i := turn % replicas
		if err := s.replaceAPI(ctx, i); err != nil {
			return err
		}
		r.APIs++
		if err := s.replaceWorker(ctx, i); err != nil {
			return err
		}
		r.Workers++
		s.say("replaced %d APIs and %d workers; %d orders, %d calls failed", r.APIs, r.Workers, s.sold.Load(), s.calls.failed.Load())
		if upgrades && turn == replicas-1 {
			if err := s.migrate(ctx, "--contract"); err != nil {
				return err
			}
		}
	}
	return nil
}

// migrate brings the schema to this version's, while whatever runs goes on.
func (s *rolling) migrate(ctx context.Context, flags ...string) error {
	s.say("kontor %s; %d orders, %d calls failed", strings.Join(append([]string{"migrate"}, flags...), " "), s.sold.Load(), s.calls.failed.Load())
	return s.command(ctx, s.this, s.this.program("kontor"), append([]string{"migrate"}, flags...)...)
}

// hasSold is nil when so many orders were made, or nobody is left to make any.
func (s *shop) hasSold(n int, bought <-chan struct{}) error {
	if s.sold.Load() < int64(n) && !over(bought) {
		return errQuiet
	}
	return nil
}

func (s *rolling) replaceAPI(ctx context.Context, i int) error {
	fresh, err := s.startAPI(ctx)
	if err != nil {
		return err
	}
	old := s.apis[i]
	s.apis[i] = fresh
	err = old.Stop(ctx)
	s.door.remove(old.server)
	return err
}

func (s *rolling) replaceWorker(ctx context.Context, i int) error {
	fresh, err := s.startWorker(ctx)
	if err != nil {
		return err
	}
	old := s.workers[i]
	s.workers[i] = fresh
	return old.Stop(ctx)
}

// look reads what most visitors read, until everybody has bought.
func (s *shop) look(ctx context.Context, bought <-chan struct{}) {
	client := &http.Client{Transport: s.client, Timeout: calm}
	for n := 0; !over(bought) && ctx.Err() == nil; n++ {
		path := []string{"/api/suggest?query=note", "/api/home", "/api/navigation_data"}[n%3]
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
		if err != nil {
			return
		}
		res, err := client.Do(req)
		s.calls.count(req, res, err)
		if err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(between / 10):
		}
	}
}
