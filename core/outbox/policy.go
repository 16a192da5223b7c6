package outbox

import (
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
)

// The rules of delivery.
const (
	MaxAttempts = 12               // about a quarter of an hour, with Backoff
	BatchSize   = 200              // events handed to a handler at once; see BatchSizeOf
	Lease       = time.Minute      // a relay that died loses its events after this; see LeaseOf
	Timeout     = 45 * time.Second // for one call of a handler; shorter than Lease; see TimeoutOf
	PollEvery   = 200 * time.Millisecond
	Keep        = 7 * 24 * time.Hour // delivered events, for telling repetitions
)

// A rebuild takes longer than any other delivery: Meilisearch takes in about 1,400 products a second.
const (
	rebuildTimeout = 30 * time.Minute
	rebuildLease   = rebuildTimeout + Lease - Timeout
)

// batchOfEndpoint is of how many events another system may take as long as it likes (endpoint.AnswerWithin) within Timeout.
const batchOfEndpoint = 4

// batchOfMails is of how many mails a server far away, which takes more than a second for each, may take within Timeout.
const batchOfMails = 25

// BatchSizeOf is how many events of the topic are handed to a handler at once, at most.
func BatchSizeOf(topic string) int {
	switch {
	case strings.HasPrefix(topic, EndpointPrefix):
		return batchOfEndpoint
	case topic == MailRequested:
		return batchOfMails
	}
	return BatchSize
}

// callsAtOnce is how many subjects another system hears of at once from one worker: one that takes a second to answer keeps up with so
// many events a second.
const callsAtOnce = 8

// mailsAtOnce is how many connections a worker has to the mail server: a mail waits for several of its answers. Large services take no
// more of a sender at once.
const mailsAtOnce = 3

// AtOnce is how many batches of the topic a relay delivers at once, each of other keys.
func AtOnce(topic string) int {
	switch {
	case strings.HasPrefix(topic, EndpointPrefix):
		return callsAtOnce
	case topic == MailRequested:
		return mailsAtOnce
	}
	return 1
}

// TimeoutOf is how long a call of the topic's handler may take.
func TimeoutOf(topic string) time.Duration {
	if topic == SearchRebuild {
		return rebuildTimeout
	}
	return Timeout
}

// LeaseOf is after how long a relay that died loses its events of the topic.
func LeaseOf(topic string) time.Duration {
	if topic == SearchRebuild {
		return rebuildLease
	}
	return Lease
}

// GlanceAt is how many events of a topic are counted where it is enough to know that there are many.
const GlanceAt = 1000

const (
	late         = 5 * time.Minute
	lateEndpoint = 30 * time.Minute
)

// LateAfter is how long an event of the topic may wait before somebody should look. Another system may be away for a while; a rebuild
// takes its time. The alerts OutboxLags and EndpointLags have the same limits.
func LateAfter(topic string) time.Duration {
	switch {
	case topic == SearchRebuild:
		return rebuildLease
	case strings.HasPrefix(topic, EndpointPrefix):
		return lateEndpoint
	}
	return late
}

// Farthest is more than any event waits by the rules. One that is due later was written while the database's clock was wrong, and is due.
const Farthest = rebuildLease + Lease

const (
	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 10 * time.Minute
	// A part that is down comes back at an unknown time and should find its events soon after.
	longestWhileDown = 15 * time.Second
)

// Backoff is the wait after the given failed attempt, counted from 1, to deliver an event of the topic. Nobody waits for a tracking
// event, and for a provider that is down for a day there are more of them than can be tried every few seconds; so it is with another
// system's endpoint.
func Backoff(topic string, attempt int, err error) time.Duration {
	longest := longestBackoff
	outside := topic == Tracking || strings.HasPrefix(topic, EndpointPrefix)
	if fault.CodeOf(err) == fault.Unavailable && !outside {
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
