package checkout

import (
	"context"
	"log/slog"

	"kontor.dev/kontor/core/fault"
)

// Webhooks takes the calls of providers: verified by their plugin, stored, and then handed to the attempt.
type Webhooks struct {
	payments Payments
	events   Events
	process  Process
}

// NewWebhooks makes the receiver.
func NewWebhooks(payments Payments, events Events, process Process) *Webhooks {
	return &Webhooks{payments, events, process}
}

// Receive verifies and stores; when it returns no error the call may be acknowledged with the reply. Delivery follows
// through the outbox. Faults: Forbidden ("webhook_forged"), NotFound when there is no such plugin.
func (w *Webhooks) Receive(ctx context.Context, plugin string, call WebhookCall) (WebhookReply, error) {
	events, reply, err := w.payments.Webhook(ctx, plugin, call)
	if err != nil {
		return WebhookReply{}, err
	}
	return reply, w.events.StoreEvents(ctx, events)
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
