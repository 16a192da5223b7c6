// Package outbox carries effects out of a transaction: what must happen because of a change is written with the change
// and delivered afterwards, at least once, in order per key. Deliveries are idempotent by the event's ID.
package outbox

import (
	"context"
	"encoding/json"
	"time"
)

// The topics.
const (
	ProductChanged = "product.changed" // payload: {"id": product id}
	MailRequested  = "mail.requested"  // payload: mail.Request
	Tracking       = "tracking.event"  // payload: tracking.Event
)

// Event is one effect to deliver.
type Event struct {
	ID      string // unique for the effect, chosen by its cause: "order-1001-confirmation"
	Topic   string
	Key     string // events of one key are delivered in order
	Payload json.RawMessage
	At      time.Time
}

// Handler delivers events of one topic. An error puts the batch back, with backoff.
type Handler func(ctx context.Context, events []Event) error

// Relay delivers the stored events to the handlers of their topics until ctx ends. Several relays may run at once.
type Relay interface {
	Run(ctx context.Context, handlers map[string]Handler) error
}
