package checkout

import (
	"context"
	"log/slog"

	"kontor.dev/kontor/core/fault"
)

// Scans keeps verified scans of carriers.
type Scans interface {
	// StoreScans keeps scans with an outbox entry each; those known already are left out. On return they are safe.
	StoreScans(ctx context.Context, scans []Scan) error
}

// Webhooks takes the calls of providers and carriers: verified by their plugin, stored, and then handed to the attempt or
// to the order of the parcel.
type Webhooks struct {
	payments Payments
	events   Events
	process  Process
	carriers Carriers
	scans    Scans
}

// NewWebhooks makes the receiver.
func NewWebhooks(payments Payments, events Events, process Process, carriers Carriers, scans Scans) *Webhooks {
	return &Webhooks{payments, events, process, carriers, scans}
}

// Receive verifies and stores; when it returns no error the call may be acknowledged with the reply. Delivery follows
// through the outbox. Faults: Forbidden ("webhook_forged"), NotFound when there is no such plugin.
func (w *Webhooks) Receive(ctx context.Context, plugin string, call WebhookCall) (WebhookReply, error) {
	events, reply, err := w.payments.Webhook(ctx, plugin, call)
	if fault.ReasonOf(err) == ReasonNotSupported {
		return w.scanned(ctx, plugin, call)
	}
	if err != nil {
		return WebhookReply{}, err
	}
	return reply, w.events.StoreEvents(ctx, events)
}

// scanned is Receive for a plugin that is no payment's.
func (w *Webhooks) scanned(ctx context.Context, plugin string, call WebhookCall) (WebhookReply, error) {
	scans, reply, err := w.carriers.ShippingWebhook(ctx, plugin, call)
	if err != nil {
		return WebhookReply{}, err
	}
	return reply, w.scans.StoreScans(ctx, scans)
}

// Deliver hands a stored event to its attempt. An event that no attempt answers to is an error, so that it is tried
// again: the provider may be faster than the reply that names the payment.
func (w *Webhooks) Deliver(ctx context.Context, id int64) error {
	e, err := w.events.Event(ctx, id)
	if err != nil {
		if fault.CodeOf(err) == fault.NotFound {
			slog.WarnContext(ctx, "webhook event without an attempt", "event", id, "error", err)
		}
		return err
	}
	return w.process.Notify(ctx, e.AttemptID, id)
}
