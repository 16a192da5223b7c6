package httpapi

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// Limits are the tries that one client, see customer.Network, has per minute, by kind of call. Zero is no limit.
type Limits struct {
	Voucher  int // guesses of voucher codes
	Lookup   int // questions to carriers
	Form     int // forms that send mail or make accounts
	Tracking int // batches of tracking events
	Monitor  int // reports of errors in the browser
	Call     int // calls of all kinds, the images and the documents included
}

// DefaultLimits stop guessing and flooding, and no customer.
func DefaultLimits() Limits {
	return Limits{Voucher: 20, Lookup: 60, Form: 30, Tracking: 600, Monitor: 30, Call: 6000}
}

type limitKind string

const (
	limitVoucher  limitKind = "voucher"
	limitLookup   limitKind = "lookup"
	limitForm     limitKind = "form"
	limitTracking limitKind = "tracking"
	limitMonitor  limitKind = "monitor"
	limitCall     limitKind = "call"
)

// limiter counts in this process: several servers allow as many times more.
type limiter struct {
	mu      sync.Mutex
	perKind map[limitKind]int
	buckets map[limitKey]*bucket
	swept   time.Time
}

type limitKey struct {
	kind   limitKind
	client string
}

type bucket struct {
	*rate.Limiter
	used time.Time
}

func newLimiter(l Limits) *limiter {
	return &limiter{
		perKind: map[limitKind]int{limitVoucher: l.Voucher, limitLookup: l.Lookup, limitForm: l.Form, limitTracking: l.Tracking, limitMonitor: l.Monitor, limitCall: l.Call},
		buckets: map[limitKey]*bucket{},
	}
}

// allow counts one try; fault Limited ("too_many_requests") when the client has none left.
func (l *limiter) allow(kind limitKind, client string) error {
	perMinute := l.perKind[kind]
	if perMinute <= 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.sweep(now)
	key := limitKey{kind, customer.Network(client)}
	b := l.buckets[key]
	if b == nil {
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(float64(perMinute)/60), perMinute)}
		l.buckets[key] = b
	}
	b.used = now
	if !b.AllowN(now, 1) {
		return fault.New(fault.Limited, "too_many_requests")
	}
	return nil
}

// sweep forgets clients whose buckets are full again.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if now.Sub(b.used) > 2*time.Minute {
			delete(l.buckets, key)
		}
	}
}
