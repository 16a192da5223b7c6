package main

import (
	"context"
	"sync"
)

// turns lets the calls of one key in one after the other. The zero value is ready.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // closed when the turn is over
}

// take waits until nobody else has the key. done ends the turn.
func (t *turns) take(ctx context.Context, key string) (done func(), err error) {
	for {
		t.mu.Lock()
		before, busy := t.taken[key]
		if !busy {
			if t.taken == nil {
				t.taken = map[string]chan struct{}{}
			}
			mine := make(chan struct{})
			t.taken[key] = mine
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				delete(t.taken, key)
				t.mu.Unlock()
				close(mine)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
