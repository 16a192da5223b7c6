package main

import (
	"sync"
	"time"
)

// limbo remembers orders whose authorization was sent without an answer. Until its time is over, Saferpay not knowing
// the order does not mean that nothing will come of it.
type limbo struct {
	mu    sync.Mutex
	life  time.Duration
	began time.Time
	since map[string]time.Time
}

func newLimbo(life time.Duration) limbo {
	return limbo{life: life, began: time.Now(), since: map[string]time.Time{}}
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

// holds reports whether the order may be among them. A process before may have sent any, and died with what it remembered.
func (l *limbo) holds(order string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.since[order]
	return ok && time.Since(at) <= l.life || time.Since(l.began) <= l.life
}
