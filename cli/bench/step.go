package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Names of the scenarios that take a guest's checkout apart. They are compared by their median latency.
const (
	Step    = "step"
	Process = "process"
)

// preparers is how many checkouts are filled in at once, at least.
const preparers = 8

// readyPerWorker is how many checkouts are filled in for each worker of the process scenario, and readyAtLeast for all:
// more than any of them buys in the time of a run.
const (
	readyPerWorker = 24
	readyAtLeast   = 256
)

// ready is a guest's checkout at its last step.
type ready struct {
	visitor *visitor
	view    view
	email   string
}

// step is one step of a checkout that is under way: the customer chooses how to pay and where it goes, and sees the
// checkout as it is then.
func (s *shop) step(concurrency int) Scenario {
	at := make([]*ready, concurrency)
	return Scenario{
		Name: Step, Baseline: Update, ByLatency: true,
		Prepare: func(ctx context.Context, workers int) error {
			return each(ctx, workers, workers, func(ctx context.Context, n int) (err error) {
				at[n], err = s.ready(ctx)
				return err
			})
		},
		Do: func(ctx context.Context, worker int) error {
			return at[worker].choose(ctx, nil)
		},
	}
}

// process is buying alone: the checkouts were filled in before.
func (s *shop) process() Scenario {
	var filled chan *ready
	return Scenario{
		Name: Process, Baseline: Workflow, ByLatency: true, Rest: s.rest,
		Prepare: func(ctx context.Context, workers int) error {
			count := max(readyAtLeast, workers*readyPerWorker)
			filled = make(chan *ready, count)
			return each(ctx, max(workers, preparers), count, func(ctx context.Context, _ int) error {
				r, err := s.ready(ctx)
				if err == nil {
					filled <- r
				}
				return err
			})
		},
		Do: func(ctx context.Context, _ int) error {
			select {
			case r := <-filled:
				return r.buy(ctx)
			default:
				return errSpent
			}
		},
	}
}

// ready fills in a checkout.
func (s *shop) ready(ctx context.Context) (*ready, error) {
	r := &ready{visitor: s.visitor()}
	if err := s.add(ctx, r.visitor); err != nil {
		return nil, err
	}
	return r, s.fill(ctx, r)
}

// each does work n times, some at once, and gives the first error of any.
func each(ctx context.Context, atOnce, n int, work func(ctx context.Context, n int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(atOnce, n) {
		wg.Go(func() {
			for i := range next {
				if err := work(ctx, i); err != nil {
					cancel(fmt.Errorf("prepare: %w", err))
				}
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}

// errSpent ends a worker of a scenario whose preparations are used up.
var errSpent = errors.New("nothing is left of what was prepared")

// median is how many times its baseline's median a scenario's is.
func median(of, base time.Duration) float64 {
	if base <= 0 {
		return 0
	}
	return float64(of) / float64(base)
}
