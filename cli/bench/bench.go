// Package bench measures a running shop: each scenario is a piece of a customer's visit, each baseline the least that
// the same machine can do for it, so that a result is a ratio that holds on another machine too.
package bench

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Scenario is one kind of work. Do is called by several workers at once; worker counts from 0.
type Scenario struct {
	Name     string
	Baseline string // the name of the baseline that it is compared with, "" for none
	Do       func(ctx context.Context, worker int) error

	// ByLatency compares the medians, not the rates.
	ByLatency bool
	// Alone runs one worker, however many are asked for.
	Alone bool
	// Within is how long a call may take; 0 is any time.
	Within time.Duration
	// Prepare makes what Do uses up, uncounted; such a scenario has no other warm-up. It may be nil.
	Prepare func(ctx context.Context, workers int) error
	// Rest waits until nothing is left to do of what Do's calls asked for without waiting for it. It counts: what is put off is no
	// faster. It may be nil.
	Rest func(ctx context.Context) error
	// Finish puts back what Do changed, also when ctx has ended. It may be nil.
	Finish func(ctx context.Context) error
}

// Options say how hard and how long.
type Options struct {
	Concurrency int
	Duration    time.Duration // of a turn
	Warmup      time.Duration
	Turns       int // of a suite, in each of which every scenario has one; 0 is 1
}

// Result is what one scenario did. Times are of single calls that succeeded.
type Result struct {
	Name        string        `json:"name"`
	Concurrency int           `json:"concurrency"`
	Calls       int           `json:"calls"`
	Errors      int           `json:"errors"`
	FirstError  string        `json:"firstError,omitempty"`
	PerSecond   float64       `json:"perSecond"`
	P50         time.Duration `json:"p50"`
	P95         time.Duration `json:"p95"`
	P99         time.Duration `json:"p99"`
	Baseline    string        `json:"baseline,omitempty"`
	Ratio       float64       `json:"ratio,omitempty"`   // of the baseline's calls per second
	Latency     float64       `json:"latency,omitempty"` // how many times the baseline's median, of one compared by it
	Slowest     time.Duration `json:"slowest,omitempty"` // of a scenario with a limit
	Within      time.Duration `json:"within,omitempty"`  // that limit

	byLatency bool
}

// Run measures the scenario in one turn.
func Run(ctx context.Context, s Scenario, o Options) Result {
	m := newMeasurement(s, o)
	m.turn(ctx)
	return m.result()
}

// measurement is what a scenario did in all its turns.
type measurement struct {
	scenario Scenario
	options  Options
	warm     bool
	tallies  []tally
	elapsed  time.Duration
}

func newMeasurement(s Scenario, o Options) *measurement {
	if s.Alone {
		o.Concurrency = 1
	}
	return &measurement{scenario: s, options: o}
}

// turn works the scenario for the duration, and before the first one for the warm-up, uncounted. Calls under way at the end
// finish and count.
func (m *measurement) turn(ctx context.Context) {
	s, o := m.scenario, m.options
	failed := func(err error) { m.tallies = append(m.tallies, tally{errors: 1, first: err}) }
	if s.Finish != nil {
		defer func() {
			if err := s.Finish(context.WithoutCancel(ctx)); err != nil {
				failed(err)
			}
		}()
	}
	switch {
	case s.Prepare != nil:
		if err := s.Prepare(ctx, o.Concurrency); err != nil {
			failed(err)
			return
		}
	case o.Warmup > 0 && !m.warm:
		work(ctx, s, o.Concurrency, o.Warmup)
		m.warm = true
	}
	if s.Rest != nil {
		if err := s.Rest(ctx); err != nil {
			failed(err)
			return
		}
	}
	start := time.Now()
	m.tallies = append(m.tallies, work(ctx, s, o.Concurrency, o.Duration)...)
	if s.Rest != nil {
		if err := s.Rest(ctx); err != nil {
			failed(err)
		}
	}
	m.elapsed += time.Since(start)
}

func (m *measurement) result() Result {
	s := m.scenario
	r := Result{Name: s.Name, Concurrency: m.options.Concurrency, Baseline: s.Baseline, Within: s.Within, byLatency: s.ByLatency}
	var times []time.Duration
	for _, t := range m.tallies {
		times = append(times, t.times...)
		r.Errors += t.errors
		if r.FirstError == "" && t.first != nil {
			r.FirstError = t.first.Error()
		}
	}
	slices.Sort(times)
	if r.Calls = len(times); r.Calls > 0 {
		r.PerSecond = float64(r.Calls) / m.elapsed.Seconds()
	}
	r.P50, r.P95, r.P99 = quantile(times, 50), quantile(times, 95), quantile(times, 99)
	if r.Within > 0 {
		r.Slowest = quantile(times, 100)
	}
	return r
}

type tally struct {
	times  []time.Duration
	errors int
	first  error
}

func work(ctx context.Context, s Scenario, workers int, d time.Duration) []tally {
	tallies := make([]tally, workers)
	end := time.Now().Add(d)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			t := &tallies[w]
			for time.Now().Before(end) && ctx.Err() == nil {
				start := time.Now()
				err := s.Do(ctx, w)
				switch {
				case err == nil:
					t.times = append(t.times, time.Since(start))
				case errors.Is(err, errSpent):
					return
				case !errors.Is(err, context.Canceled):
					t.errors++
					if t.first == nil {
						t.first = err
					}
					if errors.Is(err, errNothingLeft) {
						return
					}
				}
			}
		})
	}
	wg.Wait()
	return tallies
}

func quantile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}

// Compare fills in each result's ratio to its baseline, where both ran with as many calls at once.
func Compare(results []Result) {
	for i := range results {
		r := &results[i]
		at := slices.IndexFunc(results, func(b Result) bool { return b.Name == r.Baseline && b.Concurrency == r.Concurrency })
		if at < 0 || results[at].PerSecond == 0 || r.Calls == 0 && r.byLatency {
			continue
		}
		if r.byLatency {
			r.Latency = median(r.P50, results[at].P50)
			continue
		}
		r.Ratio = r.PerSecond / results[at].PerSecond
	}
}
