package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

// Webhook keeps verified events of providers. It implements checkout.Events.
type Webhook struct{ pool *pgxpool.Pool }

var _ checkout.Events = (*Webhook)(nil)

// NewWebhook makes the store.
func NewWebhook(pool *pgxpool.Pool) *Webhook { return &Webhook{pool: pool} }

var webhookFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "webhook_event_not_found")}

// StoreEvents writes each new event with its delivery in one transaction.
func (s *Webhook) StoreEvents(ctx context.Context, events []checkout.WebhookEvent) error {
	if len(events) == 0 {
		return nil
	}
	return inTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, e := range events {
			var id int64
			err := tx.QueryRow(ctx, `
				insert into webhook_event (plugin, event_id, reference, order_id, attempt_id, result)
				values ($1, $2, $3, $4, $5, $6)
				on conflict on constraint webhook_event_once do nothing returning id`,
				e.Plugin, e.ID, e.Reference, e.OrderID, e.AttemptID, e.Result).Scan(&id)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return FaultOf(err, webhookFaults)
			}
			err = insertEvents(ctx, tx, outbox.Event{
				ID: fmt.Sprintf("webhook-%d", id), Topic: outbox.Webhook, Key: e.Plugin + ":" + e.Reference,
				Payload: json.RawMessage(fmt.Sprintf(`{"id":%d}`, id)),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ofAttempt joins webhook events w to the attempt a that they belong to. An order's number alone does not do: other shops with
// the same account at the provider, and this one before it was restored, have the same numbers. Each part can be looked up in an
// index of attempts, of which there are as many as the shop has sold, and in one of events; what a provider gives as an id need not be one.
const ofAttempt = `
(w.attempt_id <> '' and w.attempt_id = a.id::text
   and a.id = case when w.attempt_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then w.attempt_id::uuid end
 or (w.attempt_id = '' and w.reference <> '' and a.reference <> '' and a.plugin = w.plugin and a.reference = w.reference)
 or (w.attempt_id = '' and w.order_id <> 0 and a.plugin = w.plugin and a.order_id = w.order_id and '' in (a.reference, w.reference)))`

// Event finds the attempt by its own id, by the provider's reference, or by the order where one side has no reference.
func (s *Webhook) Event(ctx context.Context, id int64) (*checkout.WebhookEvent, error) {
	var e checkout.WebhookEvent
	var attempt *string
	err := s.pool.QueryRow(ctx, `
		select w.event_id, w.plugin, w.reference, w.order_id, w.result, (
		    select a.id::text from checkout_attempt a where `+ofAttempt+` order by a.reference = w.reference desc limit 1)
		from webhook_event w where w.id = $1`, id).
		Scan(&e.ID, &e.Plugin, &e.Reference, &e.OrderID, &e.Result, &attempt)
	if err != nil {
		return nil, FaultOf(err, webhookFaults)
	}
	if attempt == nil {
		return nil, fault.New(fault.NotFound, "attempt_not_found")
	}
	e.AttemptID = *attempt
	return &e, nil
}

// EventHandled marks an event as applied.
func (s *Webhook) EventHandled(ctx context.Context, id int64) error {
	_, err := s.pool.Exec(ctx, `update webhook_event set handled_at = coalesce(handled_at, now()) where id = $1`, id)
	return FaultOf(err, webhookFaults)
}
