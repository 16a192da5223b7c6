package main

import (
	"context"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/shipping"
)

// How much the book remembers.
const (
	bookLife = 24 * time.Hour
	bookSize = 10000
)

// book remembers the shipments of recent keys, because DHL has no idempotency of its own: a repeated request finds its
// shipment, and one that comes while the first is under way waits for it. It is gone with the process; what a label
// costs then is told in the README.
type book struct {
	mu      sync.Mutex
	entries map[string]*entry
}

type entry struct {
	done     chan struct{}
	at       time.Time
	shipment shipping.Shipment
	err      error
}

func newBook() *book { return &book{entries: map[string]*entry{}} }

// once gives the shipment of the key, making it if there is none. A failure is not remembered.
func (b *book) once(ctx context.Context, key string, produce func() (shipping.Shipment, error)) (shipping.Shipment, error) {
	for {
		b.mu.Lock()
		e, found := b.entries[key]
		if !found {
			b.forget()
			e = &entry{done: make(chan struct{}), at: time.Now()}
			b.entries[key] = e
		}
		b.mu.Unlock()
		if !found {
			return b.write(key, e, produce)
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return shipping.Shipment{}, ctx.Err()
		}
		if e.err == nil {
			return e.shipment, nil
		}
	}
}

func (b *book) write(key string, e *entry, produce func() (shipping.Shipment, error)) (shipping.Shipment, error) {
	e.shipment, e.err = produce()
	if e.err != nil {
		b.mu.Lock()
		delete(b.entries, key)
		b.mu.Unlock()
	}
	close(e.done)
	return e.shipment, e.err
}

// forget drops what is old, and everything finished when there is too much. The caller holds the lock.
func (b *book) forget() {
	full := len(b.entries) >= bookSize
	for key, e := range b.entries {
		select {
		case <-e.done:
			if full || time.Since(e.at) > bookLife {
				delete(b.entries, key)
			}
		default: // still under way
		}
	}
}
