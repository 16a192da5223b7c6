// Package tracking is the consent-based event tracking of the shop. Parcel tracking belongs to shipping.
package tracking

import (
	"context"
	"encoding/json"
	"time"
)

// Event is one event of a visitor who consented to Service.
type Event struct {
	Type    string          `json:"eventType"`
	Time    time.Time       `json:"eventTime"`
	TID     string          `json:"tid"`
	URL     string          `json:"url"`
	Service string          `json:"service"` // consent service under which it may be delivered
	Fields  json.RawMessage `json:"fields,omitempty"`
}

// Key is that of a visitor's events for a service in the outbox: they are delivered in their order, and taken back together.
// Events of nobody have none.
func Key(service, tid string) string {
	if tid == "" {
		return ""
	}
	return service + " " + tid
}

// Sink delivers batches to the tracking plugins; each gets only events of the consent service that it declared.
// core/pluginhost implements it.
type Sink interface {
	Deliver(ctx context.Context, events []Event) error
}
