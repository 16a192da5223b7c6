// Package clock gives the time to code whose outcome depends on it, so that tests can set it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// System is the machine's clock, in UTC.
type System struct{}

// Now gives the current time.
func (System) Now() time.Time { return time.Now().UTC() }

// Fixed stands still until it is told to move. It is safe for concurrent use.
type Fixed struct {
	mu sync.Mutex
	t  time.Time
}

// NewFixed makes a clock that shows t.
func NewFixed(t time.Time) *Fixed { return &Fixed{t: t} }

// Now gives the set time.
func (f *Fixed) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.t
}

// Advance moves the clock forward.
func (f *Fixed) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.t = f.t.Add(d)
}
