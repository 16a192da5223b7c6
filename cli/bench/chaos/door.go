package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/deploy/devstack/process"
)

// probeEvery is how often the door asks its servers whether they are ready: Kubernetes asks every two seconds, and the
// shop drains for longer than that there (deploy/kubernetes, KONTOR_HTTP_DRAIN).
const probeEvery = 100 * time.Millisecond

// door is the load balancer before the front doors: it sends requests in turn to those that are ready, keeps connections to
// them, and never sends one twice.
type door struct {
	mu      sync.Mutex
	servers []*server
	next    int
}

type server struct {
	address string // host:port
	ready   atomic.Bool
	proxy   *httputil.ReverseProxy
	stop    context.CancelFunc
}

// add takes a server in as soon as it says that it is ready, and leaves it out while it does not.
func (d *door) add(ctx context.Context, address string) *server {
	ctx, stop := context.WithCancel(ctx)
	s := &server{address: address, stop: stop, proxy: httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})}
	s.proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 64}
	s.proxy.ErrorLog = log.New(io.Discard, "", 0) // what fails is counted where it was asked for
	d.mu.Lock()
	d.servers = append(d.servers, s)
	d.mu.Unlock()
	go func() {
		tick := time.NewTicker(probeEvery)
		defer tick.Stop()
		for ctx.Err() == nil {
			s.ready.Store(process.AnswersHTTP("http://"+address+"/readyz")(ctx) == nil)
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
	}()
	return s
}

// remove forgets a server that has gone.
func (d *door) remove(s *server) {
	s.stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, other := range d.servers {
		if other == s {
			d.servers = append(d.servers[:i:i], d.servers[i+1:]...)
			return
		}
	}
}

// pick gives the next server that is ready, nil when none is.
func (d *door) pick() *server {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range d.servers {
		d.next++
		if s := d.servers[d.next%len(d.servers)]; s.ready.Load() {
			return s
		}
	}
	return nil
}

// ServeHTTP passes a request on.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s := d.pick(); s != nil {
		s.proxy.ServeHTTP(w, r)
		return
	}
	http.Error(w, "no server is ready", http.StatusBadGateway)
}

// calls counts what the shop answered.
type calls struct {
	total, failed atomic.Int64
	first         atomic.Pointer[string] // of those that failed
}

// count takes an answer that never came, or that is the shop's error, as failed.
func (c *calls) count(req *http.Request, res *http.Response, err error) {
	c.total.Add(1)
	if err == nil && res.StatusCode >= http.StatusInternalServerError {
		err = errors.New(res.Status)
	}
	if err == nil || req.Context().Err() != nil {
		return
	}
	c.failed.Add(1)
	text := fmt.Sprintf("%s %s: %v", req.Method, req.URL.Path, err)
	c.first.CompareAndSwap(nil, &text)
}
