package httpapi

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// Limits are the tries that one client, see customer.Network, has per minute, by kind of call. Zero is no limit.
type Limits struct {
	Voucher  int // guesses of voucher codes
	Lookup   int // questions to carriers
	Form     int // forms that send mail or make accounts
	Tracking int // tracking events of usual size
	Monitor  int // reports of errors in the browser
	Session  int // sessions that are begun, which are kept for weeks
	Call     int // calls of all kinds, the images and the documents included
}

// DefaultLimits stop guessing and flooding, and no customer.
func DefaultLimits() Limits {
	return Limits{Voucher: 20, Lookup: 60, Form: 30, Tracking: 600, Monitor: 30, Session: 600, Call: 6000}
}

type limitKind string

const (
	limitVoucher  limitKind = "voucher"
	limitLookup   limitKind = "lookup"
	limitForm     limitKind = "form"
	limitTracking limitKind = "tracking"
	limitMonitor  limitKind = "monitor"
	limitSession  limitKind = "session"
	limitCall     limitKind = "call"
	limitReceipt  limitKind = "receipt"
	limitLink     limitKind = "link"
)

// mailsHour is how many receipts of reports, and how many links to orders, are mailed to one address in an hour: anybody can give
// anybody's, and order in anybody's name.
const mailsHour = 10

// limiter counts in this process: several servers allow as many times more.
type limiter struct {
	mu      sync.Mutex
	perKind map[limitKind]int
	buckets map[limitKey]*rate.Limiter
	swept   time.Time
}

type limitKey struct {
	kind   limitKind
	client string // or an e-mail address, of allowMail
}

func newLimiter(l Limits) *limiter {
	return &limiter{
		perKind: map[limitKind]int{
			limitVoucher: l.Voucher, limitLookup: l.Lookup, limitForm: l.Form, limitTracking: l.Tracking, limitMonitor: l.Monitor,
			limitSession: l.Session, limitCall: l.Call,
		},
		buckets: map[limitKey]*rate.Limiter{},
	}
}

// allow counts one try; fault Limited ("too_many_requests") when the client has none left.
func (l *limiter) allow(kind limitKind, client string) error { return l.allowN(kind, client, 1) }

// allowN counts one that is as good as n.
func (l *limiter) allowN(kind limitKind, client string, n int) error {
	perMinute := l.perKind[kind]
	if perMinute <= 0 {
		return nil
	}
	return l.take(limitKey{kind, customer.Network(client)}, rate.Limit(float64(perMinute)/60), perMinute, n)
}

// allowMail counts a mail to an address; fault Limited ("too_many_requests") when it had its share.
func (l *limiter) allowMail(kind limitKind, email string) error {
	return l.take(limitKey{kind, mail.Mailbox(email)}, rate.Every(time.Hour/mailsHour), mailsHour, 1)
}

func (l *limiter) take(key limitKey, refill rate.Limit, most, n int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.sweep(now)
	b := l.buckets[key]
	if b == nil {
		b = rate.NewLimiter(refill, most)
		l.buckets[key] = b
	}
	if b.AllowN(now, n) {
		return nil
	}
	wait := time.Duration((float64(n) - b.TokensAt(now)) / float64(refill) * float64(time.Second))
	return &limited{wait}
}

// limited is the fault Limited ("too_many_requests") with how long it takes until a try is left.
type limited struct{ wait time.Duration }

var errLimited = fault.New(fault.Limited, "too_many_requests")

func (l *limited) Error() string { return errLimited.Error() + " for " + l.wait.String() }

// Unwrap gives the fault.
func (l *limited) Unwrap() error { return errLimited }

// RetryAfter is how long it takes.
func (l *limited) RetryAfter() time.Duration { return l.wait }

// evenTime is longer than it takes to ask for a mail.
const evenTime = 100 * time.Millisecond

// evenly ends no sooner than evenTime after an answer was begun: by how long that took nobody learns whether an address or an order is
// known, since only for those a mail is asked for.
func evenly(ctx context.Context, begun time.Time) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Until(begun.Add(evenTime))):
	}
}

// sweep forgets clients whose buckets are full again.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, key)
		}
	}
}
