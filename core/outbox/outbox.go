// Package outbox carries effects out of a transaction: what must happen because of a change is written with the change
// and delivered afterwards, at least once, in order per key. Deliveries are idempotent by the event's ID.
//
//	written ─► waiting ─► leased ─► delivered ─► removed after Keep
//	              ▲          │ error
//	              └─ backoff ┴─► dead (after MaxAttempts) ─► requeued or discarded by an operator, or forgotten
package outbox

import (
	"context"
	"encoding/json"
	"time"
)

// The topics.
const (
	ProductChanged = "product.changed" // payload: {"id": product id}
	SearchRebuild  = "search.rebuild"  // payload: {}; the process that holds the index builds it anew
	MailRequested  = "mail.requested"  // payload: mail.Request
	Tracking       = "tracking.event"  // payload: tracking.Event
	Webhook        = "webhook.stored"  // payload: {"id": number of the stored event}
	AttemptWaits   = "attempt.waits"   // payload: order.Ref; the workflow of its attempt begins
	OrderPlaced    = "order.placed"    // payload: order.Ref; its fulfilment begins
	OrderOwes      = "order.owes"      // payload: order.Ref; its fulfilment looks at what is to be done
	Scan           = "scan.stored"     // payload: {"id": number of the stored scan}

	NewsletterChanged = "newsletter.changed" // payload: {"id": subscription id}

	WithdrawalDeclared = "withdrawal.declared" // payload: {"id": withdrawal}; its workflow begins
	CampusChanged      = "campus.changed"      // payload: {"id": customer id}
	PrivacyRequested   = "privacy.requested"   // payload: {"id": request}; its workflow begins
	VATChanged         = "vat.changed"         // payload: {"id": customer id}; its workflow asks the authority
	AccountConverted   = "account.converted"   // payload: {"id": customer id}; its workflow brings it to its end

	EndpointPrefix = "endpoint." // and the name of an endpoint; payload: endpoint.Call
)

// Topics are all but those of endpoints.
var Topics = []string{
	ProductChanged, SearchRebuild, MailRequested, Tracking, Webhook, AttemptWaits, OrderPlaced, OrderOwes, Scan, NewsletterChanged,
	WithdrawalDeclared, CampusChanged, PrivacyRequested, VATChanged, AccountConverted,
}

// Event is one effect to deliver.
type Event struct {
	ID      string // unique for the effect, chosen by its cause: "order-1001-confirmation"
	Topic   string
	Key     string // events of one topic and key are delivered in order; empty: in no order
	Payload json.RawMessage
	At      time.Time // zero: when it is written
}

// Handler delivers events of one topic, oldest first. It may run several times at once (AtOnce), never for the same key. An error puts
// the batch back, with backoff; its events then come again in smaller batches, one key each, so that one bad event does not hold up the
// others. A fault of code Unavailable is tried without end, any other error MaxAttempts times.
type Handler func(ctx context.Context, events []Event) error

// Partial is a handler's error where the first Done events were delivered: only the others come again.
type Partial struct {
	Done int
	Err  error
}

// Error is that of the first event that was not delivered.
func (p *Partial) Error() string { return p.Err.Error() }

// Unwrap gives it.
func (p *Partial) Unwrap() error { return p.Err }

// Writer stores events that no other change causes, each in a transaction of its own.
type Writer interface {
	// Write stores events. Writing an ID again does nothing.
	Write(ctx context.Context, events ...Event) error
	// Withdraw takes back the events of a topic that wait under the keys, or were given up. One that is being delivered may still arrive.
	Withdraw(ctx context.Context, topic string, keys ...string) error
}

// Backlog is the state of one topic.
type Backlog struct {
	Topic     string    `json:"topic"`
	Waiting   int       `json:"waiting"` // not yet delivered, those being tried included
	Failing   int       `json:"failing"` // of these, tried without success
	Dead      int       `json:"dead"`
	Oldest    time.Time `json:"oldest,omitzero"` // of those waiting
	Retry     time.Time `json:"retry,omitzero"`  // when the first of those failing is tried again
	LastError string    `json:"lastError,omitempty"`
}

// Late reports whether events of the topic wait for longer than they should: what takes them, or what it needs, is away. What waits for
// its next attempt counts as well: while a part is away, that is all there is.
func (b *Backlog) Late(now time.Time) bool {
	return b.Waiting > 0 && now.Sub(b.Oldest) > LateAfter(b.Topic)
}

// Dead is an event that was given up.
type Dead struct {
	ID        string    `json:"id"`
	At        time.Time `json:"at"`     // when it was written
	DeadAt    time.Time `json:"deadAt"` // when it was given up
	LastError string    `json:"lastError"`
}

// Admin is what operators see and do.
type Admin interface {
	// Backlog tells of every topic that has events waiting or dead, by name.
	Backlog(ctx context.Context) ([]Backlog, error)
	// Glance is Backlog from the oldest events of each topic: it counts to GlanceAt, and costs the same however many wait.
	Glance(ctx context.Context) ([]Backlog, error)
	// Delivered reports whether the event was delivered (and is still kept) or given up.
	Delivered(ctx context.Context, id string) (done, dead bool, err error)
	// Requeue gives the dead events of a topic all their attempts again and says how many they were, 0 where none was given up.
	// Fault NotFound ("outbox_topic_unknown") for what is no topic.
	Requeue(ctx context.Context, topic string) (int, error)
	// Dead lists the events of a topic that were given up, oldest first, at most limit of them. Fault NotFound
	// ("outbox_topic_unknown") for what is no topic.
	Dead(ctx context.Context, topic string, limit int) ([]Dead, error)
	// DeadEvent gives one. Fault NotFound ("outbox_event_not_dead").
	DeadEvent(ctx context.Context, topic, id string) (Dead, error)
	// Discard deletes a dead event, which is never delivered then. Fault NotFound ("outbox_event_not_dead").
	Discard(ctx context.Context, topic, id string) error
}
