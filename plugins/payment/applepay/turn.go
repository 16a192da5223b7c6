package main

import (
	"context"
	"sync"
	"time"
)

// turns lets calls for the same payment wait for each other: looking up and sending must not interleave.
type turns struct {
	mu   sync.Mutex
	held map[string]*turn
}

type turn struct {
	gate  chan struct{}
	users int
}

// take waits for the turn of a key and gives what ends it.
func (t *turns) take(ctx context.Context, key string) (done func(), err error) {
	t.mu.Lock()
	mine := t.held[key]
	if mine == nil {
		mine = &turn{gate: make(chan struct{}, 1)}
		t.held[key] = mine
	}
	mine.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if mine.users--; mine.users == 0 {
			delete(t.held, key)
		}
	}
	select {
	case mine.gate <- struct{}{}:
		return func() { <-mine.gate; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}

// limbo remembers orders whose authorization was sent without an answer. Until its time is over, Saferpay not knowing
// the order does not mean that nothing will come of it.
type limbo struct {
	mu    sync.Mutex
	life  time.Duration
	since map[string]time.Time
}

func (l *limbo) enter(order string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for other, at := range l.since {
		if time.Since(at) > l.life {
			delete(l.since, other)
		}
	}
	l.since[order] = time.Now()
}

func (l *limbo) holds(order string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.since[order]
	return ok && time.Since(at) <= l.life
}
