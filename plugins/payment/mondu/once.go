package main

import (
	"context"
	"sync"
	"time"
)

// memory is how long the answer to a key is kept. It outlasts every hosted checkout.
const memory = 24 * time.Hour

// once runs a thing once at a time and key and gives everybody who asked meanwhile its answer. It stands in for the
// idempotency keys that Mondu does not have, as far as the memory of this process goes.
type once struct {
	mu    sync.Mutex
	calls map[string]*call
}

type call struct {
	done   chan struct{}
	answer any
	err    error
	at     time.Time
}

func newOnce() *once { return &once{calls: map[string]*call{}} }

// do gives f's answer for the key. With keep it is remembered for those who ask later; one that failed never is, so that it
// can be tried again.
func (o *once) do(ctx context.Context, key string, keep bool, f func() (any, error)) (any, error) {
	o.mu.Lock()
	o.forgetOld()
	c, running := o.calls[key]
	if !running {
		c = &call{done: make(chan struct{}), at: time.Now()}
		o.calls[key] = c
	}
	o.mu.Unlock()
	if running {
		select {
		case <-c.done:
			return c.answer, c.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	c.answer, c.err = f()
	if c.err != nil || !keep {
		o.mu.Lock()
		delete(o.calls, key)
		o.mu.Unlock()
	}
	close(c.done)
	return c.answer, c.err
}

// forgetOld drops answers that nobody asks for any more. The caller holds the lock.
func (o *once) forgetOld() {
	for key, c := range o.calls {
		if time.Since(c.at) > memory {
			delete(o.calls, key)
		}
	}
}
