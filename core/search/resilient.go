package search

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kontor.dev/kontor/core/fault"
)

// Fallback answers listings without an engine: categories, sorts and a plain match of the text, no facets. Its answers
// are Degraded.
type Fallback interface {
	Search(ctx context.Context, q Query) (Answer, error)
}

// The rules of the circuit breaker.
const (
	engineTimeout  = 2 * time.Second
	failuresToOpen = 3
	openFor        = 5 * time.Second
)

// Resilient is an engine that does not fail its readers. When the engine errs, is slow or has lost its index, listings
// come from the fallback and suggestions are empty; after three failures in a row the engine is left alone for five
// seconds, then tried by one query. Writes go to the engine as they are: the outbox repeats what fails.
type Resilient struct {
	Engine
	fallback Fallback

	recovered func() // nil for none

	mu       sync.Mutex
	failures int
	retryAt  time.Time
	empty    bool      // whether the engine had no products at emptyAt
	emptyAt  time.Time // when that was asked
	now      func() time.Time
}

// NewResilient wraps an engine.
func NewResilient(engine Engine, fallback Fallback) *Resilient {
	return &Resilient{Engine: engine, fallback: fallback, now: time.Now}
}

// OnRecovery has f called when the engine answers after a failure: what was shown meanwhile need not be kept. Set it before
// the first question.
func (r *Resilient) OnRecovery(f func()) { r.recovered = f }

// Search asks the engine, or the fallback.
func (r *Resilient) Search(ctx context.Context, q Query) (Answer, error) {
	var answer Answer
	err := r.try(ctx, func(ctx context.Context) (err error) {
		answer, err = r.Engine.Search(ctx, q)
		return err
	})
	if err == nil && answer.Total == 0 && r.lostIndex(ctx) {
		plain, err := r.fallback.Search(ctx, q.Clean())
		// A shop that has no products has lost nothing.
		plain.Degraded = plain.Total > 0
		return plain, err
	}
	if err == nil || ctx.Err() != nil || !theEngines(err) {
		return answer, err
	}
	answer, err = r.fallback.Search(ctx, q.Clean())
	answer.Degraded = true
	return answer, err
}

// lostIndex reports whether the engine has no products at all. It is asked after an empty answer, and not often.
func (r *Resilient) lostIndex(ctx context.Context) bool {
	r.mu.Lock()
	empty, fresh := r.empty, r.now().Before(r.emptyAt.Add(openFor))
	r.mu.Unlock()
	if fresh {
		return empty
	}
	limited, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	n, err := r.Size(limited)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.empty, r.emptyAt = err == nil && n == 0, r.now()
	return r.empty
}

// Suggest asks the engine; while it is down there are no suggestions.
func (r *Resilient) Suggest(ctx context.Context, text string, categoryID int64) ([]Suggestion, error) {
	var suggestions []Suggestion
	err := r.try(ctx, func(ctx context.Context) (err error) {
		suggestions, err = r.Engine.Suggest(ctx, text, categoryID)
		return err
	})
	if err == nil || ctx.Err() != nil || !theEngines(err) {
		return suggestions, err
	}
	return nil, nil
}

var errOpen = errors.New("search: engine is left alone after failures")

func (r *Resilient) try(ctx context.Context, ask func(context.Context) error) error {
	if !r.allowed() {
		return errOpen
	}
	limited, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	err := ask(limited)
	switch {
	case err == nil || !theEngines(err):
		r.succeeded(ctx)
	case ctx.Err() == nil:
		r.failed(ctx, err)
	}
	return err
}

// theEngines tells an engine's failure from a question that is wrong.
func theEngines(err error) bool {
	code := fault.CodeOf(err)
	return code != fault.Invalid && code != fault.NotFound
}

// allowed reports whether the engine may be asked. While the breaker is open one caller after each pause may.
func (r *Resilient) allowed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failures < failuresToOpen {
		return true
	}
	if r.now().Before(r.retryAt) {
		return false
	}
	r.retryAt = r.now().Add(openFor)
	return true
}

func (r *Resilient) succeeded(ctx context.Context) {
	r.mu.Lock()
	failures := r.failures
	r.failures = 0
	r.mu.Unlock()
	if failures >= failuresToOpen {
		slog.InfoContext(ctx, "search: engine answers again", "engine", r.Name())
	}
	if failures > 0 && r.recovered != nil {
		r.recovered()
	}
}

func (r *Resilient) failed(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures++
	r.retryAt = r.now().Add(openFor)
	if r.failures == failuresToOpen {
		slog.WarnContext(ctx, "search: engine fails, PostgreSQL answers", "engine", r.Name(), "error", err)
	}
}
