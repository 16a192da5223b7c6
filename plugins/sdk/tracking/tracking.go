// Package tracking is the contract of a plugin for consent-based event tracking as plain Go. A plugin implements
// Provider; the host holds a Provider that speaks to the plugin's process.
//
// The host delivers only events of visitors who consented to the plugin's service, in batches, away from any shopper's
// request.
package tracking

import (
	"context"
	"encoding/json"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Provider is what a tracking plugin serves. Errors are *base.Error.
type Provider interface {
	// Service names the consent that the plugin needs and the events that it wants.
	Service(ctx context.Context) (Service, error)
	// Deliver takes a batch. A retry carries the same batch and event ids; an event counts once. An error that may be repeated, and
	// one by which a provider.Client tells of a wrong address or permission (403, 404, 405, 410, a redirection), brings the batch
	// again, for three days; any other drops it, so reject single events in the receipt.
	Deliver(ctx context.Context, b Batch) (Receipt, error)
}

// MaxEventTypes is how many types of events a plugin may name.
const MaxEventTypes = 100

// Service is an entry of the consent list. The shop starts no plugin whose service it cannot show: it has a name, and a title and
// purpose in German, of at most base.MaxText characters each.
type Service struct {
	Name       string // of the consent service, "event-analytics"; two plugins may share one
	TemplateID string // at the consent provider
	Title      base.Text
	Purpose    base.Text
	EventTypes []string // that are wanted, at most MaxEventTypes; empty means all
}

// Batch of events, oldest first, at most 500.
type Batch struct {
	ID     string // the same for a retry
	Events []Event
}

// Event is something that a visitor did.
type Event struct {
	ID         string    // a UUID
	Type       string    // "addToCart"
	OccurredAt time.Time // the browser's time, checked by the shop
	VisitorID  string    // the tracking id (tid) of the browser
	ContactID  string    // of a known customer
	URL        string
	Referrer   string
	UserAgent  string
	Language   string          // BCP 47
	Data       json.RawMessage // an object with the fields of the type
}

// Receipt tells what became of a batch.
type Receipt struct {
	Accepted int         // events that were taken, repeated ones included
	Rejected []Rejection // not sent again
}

// Rejection of one event.
type Rejection struct {
	EventID string
	Code    string // snake case
}
