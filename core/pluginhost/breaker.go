package pluginhost

import (
	"sync"
	"time"

	"kontor.dev/kontor/core/clock"
)

// The breaker opens after breakerFailures in a row, where an operation on one payment counts once, for breakerPause at first
// and twice as long each time a trial fails, up to breakerLongest.
const (
	breakerFailures = 5
	breakerPause    = 2 * time.Second
	breakerLongest  = time.Minute
)

// breaker stops calls to a plugin that keeps failing, so that shoppers do not wait for it. When its pause is over one
// call goes through as a trial: success closes it, failure opens it again.
//
//	closed --5 failures in a row--> open --pause over--> trial --success--> closed
//	                                  ^------------------failure-|
type breaker struct {
	clock    clock.Clock
	mu       sync.Mutex
	failures int
	pause    time.Duration
	until    time.Time // not zero while open
	trial    bool      // a trial is running

	tried map[string]bool // operations that failed since the last success
}

// maxTried is how many operations are known again.
const maxTried = 4 * breakerFailures

// allow reports whether a call may go. A caller who is allowed reports back with done.
func (b *breaker) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return true
	}
	if b.trial || b.clock.Now().Before(b.until) {
		return false
	}
	b.trial = true
	return true
}

// done takes the outcome of an allowed call.
func (b *breaker) done(ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ok {
		b.failures, b.pause, b.until, b.trial, b.tried = 0, 0, time.Time{}, false, nil
		return
	}
	b.failures++
	if b.trial || (b.until.IsZero() && b.failures >= breakerFailures) {
		b.pause = min(max(2*b.pause, breakerPause), breakerLongest)
		b.until, b.trial = b.clock.Now().Add(b.pause), false
	}
}

// again reports whether the operation of that key has failed before, since the last success. An operation on one payment is tried until
// it is done: that it fails again says nothing new about the plugin, which serves all others.
func (b *breaker) again(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if key == "" || b.tried[key] {
		return key != ""
	}
	if b.tried == nil {
		b.tried = map[string]bool{}
	}
	if len(b.tried) < maxTried {
		b.tried[key] = true
	}
	return false
}

// abandon reports an allowed call that was never made.
func (b *breaker) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trial = false
}

// reset closes it, for a plugin that has just started anew.
func (b *breaker) reset() { b.done(true) }

// open reports whether a call would be refused now.
func (b *breaker) open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.until.IsZero() && (b.trial || b.clock.Now().Before(b.until))
}
