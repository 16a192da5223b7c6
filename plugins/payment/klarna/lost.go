package main

import (
	"sync"
	"time"
)

// keyLife is how long Klarna remembers an idempotency key.
const keyLife = 24 * time.Hour

// lost remembers the placements whose answers never came, so that Status can ask for them. It is memory of this process:
// after a crash the shop sends Authorize again under the same key, with the same effect.
type lost struct {
	mu  sync.Mutex
	all map[string]lostPlacement // by the shop's key
}

type lostPlacement struct {
	placement
	at time.Time
}

func newLost() *lost { return &lost{all: map[string]lostPlacement{}} }

func (l *lost) keep(key string, p placement) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, old := range l.all {
		if time.Since(old.at) > keyLife {
			delete(l.all, k)
		}
	}
	l.all[key] = lostPlacement{p, time.Now()}
}

func (l *lost) find(key string) (placement, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.all[key]
	return p.placement, ok && time.Since(p.at) <= keyLife
}
