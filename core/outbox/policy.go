package outbox

import (
	"time"

	"kontor.dev/kontor/core/fault"
)

// The rules of delivery.
const (
	MaxAttempts = 12               // about an hour, with Backoff
	BatchSize   = 200              // events handed to a handler at once
	Lease       = time.Minute      // a relay that died loses its events after this
	Timeout     = 45 * time.Second // for one call of a handler; shorter than Lease
	PollEvery   = 200 * time.Millisecond
	Keep        = 7 * 24 * time.Hour // delivered events, for telling repetitions
)

const (
	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 10 * time.Minute
	// A part that is down comes back at an unknown time and should find its events soon after.
	longestWhileDown = 15 * time.Second
)

// Backoff is the wait after the given failed attempt, counted from 1.
func Backoff(attempt int, err error) time.Duration {
	longest := longestBackoff
	if fault.CodeOf(err) == fault.Unavailable {
		longest = longestWhileDown
	}
	wait := firstBackoff
	for i := 1; i < attempt && wait < longest; i++ {
		wait *= 2
	}
	return min(wait, longest)
}

// GivesUp reports whether an event that failed with err at the given attempt is dead.
func GivesUp(attempt int, err error) bool {
	return attempt >= MaxAttempts && fault.CodeOf(err) != fault.Unavailable
}
