package devstack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Part is one thing that a stack starts.
type Part struct {
	Name    string
	After   []string // names of parts that must be up before; ones that the stack does not have are ignored
	Address string   // where it can be reached, for people; may be empty
	// Start returns when the part is up or, for a task such as a build, done. Say reports what takes long.
	Start func(ctx context.Context, say Say) (Stop, error)
}

// Say reports what a part is doing, for people.
type Say = func(format string, args ...any)

// Stop ends a part and returns when it has ended. It is nil for tasks.
type Stop func(context.Context) error

// Progress is told how a stack starts and stops. Its methods are called from several goroutines.
type Progress interface {
	Begin(part string)
	Say(part, text string)
	Done(part string, took time.Duration, err error)
}

// Stack is a set of started parts.
type Stack struct {
	progress Progress
	mu       sync.Mutex
	started  []startedPart // in the order in which they came up
}

type startedPart struct {
	info PartInfo
	stop Stop
}

// NewStack makes a stack that runs nothing yet.
func NewStack(p Progress) *Stack { return &Stack{progress: p} }

// Up starts the parts, each as soon as those it comes after are up. When one fails, or ctx ends, it waits for the others
// that are on their way, stops everything, and returns the first error.
func (s *Stack) Up(ctx context.Context, parts []Part) error {
	if err := check(parts); err != nil {
		return err
	}
	starting, cancel := context.WithCancel(ctx)
	defer cancel()
	up := map[string]chan struct{}{}
	for _, p := range parts {
		up[p.Name] = make(chan struct{})
	}
	var wg sync.WaitGroup
	errs := make(chan error, len(parts))
	for _, p := range parts {
		wg.Go(func() {
			if err := s.startOne(starting, p, up); err != nil {
				errs <- fmt.Errorf("%s: %w", p.Name, err)
				cancel()
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs: // the first; the others were cancelled because of it
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return errors.Join(err, s.Down(context.WithoutCancel(ctx)))
	default:
		return nil
	}
}

func (s *Stack) startOne(ctx context.Context, p Part, up map[string]chan struct{}) error {
	for _, name := range p.After {
		before, ok := up[name]
		if !ok {
			continue
		}
		select {
		case <-before:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	began := time.Now()
	s.progress.Begin(p.Name)
	stop, err := p.Start(ctx, func(format string, args ...any) { s.progress.Say(p.Name, fmt.Sprintf(format, args...)) })
	took := time.Since(began)
	if err != nil && ctx.Err() != nil { // another part failed or somebody interrupted; what this one says is a consequence
		err = ctx.Err()
	}
	s.progress.Done(p.Name, took, err)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, startedPart{PartInfo{Name: p.Name, Address: p.Address, Took: took}, stop})
	close(up[p.Name])
	return nil
}

// Down stops the parts one after the other, those that came up last first. A part that fails to stop does not keep the
// others from stopping.
func (s *Stack) Down(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, p := range slices.Backward(s.started) {
		if p.stop == nil {
			continue
		}
		s.progress.Say(p.info.Name, "stopping")
		if err := p.stop(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stop %s: %w", p.info.Name, err))
		}
	}
	s.started = nil
	return errors.Join(errs...)
}

// Parts describes what is up, in the order in which it came up. Tasks, which have ended, are among them.
func (s *Stack) Parts() []PartInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	infos := make([]PartInfo, 0, len(s.started))
	for _, p := range s.started {
		infos = append(infos, p.info)
	}
	return infos
}

// check refuses what would never come up: a name used twice, parts that wait for each other.
func check(parts []Part) error {
	after := map[string][]string{}
	for _, p := range parts {
		if _, twice := after[p.Name]; twice {
			return fmt.Errorf("two parts are called %q", p.Name)
		}
		after[p.Name] = p.After
	}
	const entered, left = 1, 2
	state := map[string]int{}
	var visit func(string) error
	visit = func(name string) error {
		switch state[name] {
		case entered:
			return fmt.Errorf("the part %q waits for itself", name)
		case left:
			return nil
		}
		state[name] = entered
		for _, before := range after[name] {
			if err := visit(before); err != nil {
				return err
			}
		}
		state[name] = left
		return nil
	}
	for _, p := range parts {
		if err := visit(p.Name); err != nil {
			return err
		}
	}
	return nil
}
