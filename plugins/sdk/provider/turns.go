package provider

import (
	"context"
	"sync"
)

// Turns lets the calls of one key in one after the other, where looking up and sending must not interleave. The zero value
// is ready, and holds nothing for a key that nobody uses.
type Turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // closed when the turn is over
}

// Take waits until nobody else has the key; done ends the turn. The error is the context's.
func (t *Turns) Take(ctx context.Context, key string) (done func(), err error) {
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
