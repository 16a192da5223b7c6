package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
)

func TestEventsAreStoredOnceAndFindTheirAttempt(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	events := postgres.NewWebhook(s.pool)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	e := checkout.WebhookEvent{ID: "evt-1", Plugin: "offline", Reference: "PAY-9", Result: checkout.Result{Outcome: checkout.OutcomeAuthorized}}
	for range 3 {
		require.NoError(t, events.StoreEvents(s.ctx, []checkout.WebhookEvent{e}))
	}
	require.Equal(t, 1, s.count(`select count(*) from webhook_event`))
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'webhook.stored'`))
	id := int64(s.count(`select id from webhook_event`))

	_, err := events.Event(s.ctx, id)
	require.Equal(t, "attempt_not_found", fault.ReasonOf(err), "the provider was faster than its own reply")
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: "PAY-9", URL: "https://pay.example"})
	found, err := events.Event(s.ctx, id)
	require.NoError(t, err)
	require.Equal(t, a.ID, found.AttemptID)
}

// Two shops may share an account at a provider, and both have an order of that number.
func TestAnEventOfAnotherPaymentWithTheOrdersNumberIsNotTheOrders(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	events := postgres.NewWebhook(s.pool)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	of := func(e checkout.WebhookEvent) string {
		e.OrderID = a.OrderID
		require.NoError(t, events.StoreEvents(s.ctx, []checkout.WebhookEvent{e}))
		found, err := events.Event(s.ctx, int64(s.count(`select max(id) from webhook_event`)))
		if err != nil {
			return fault.ReasonOf(err)
		}
		return found.AttemptID
	}
	plugin := a.Payment.Plugin
	require.Equal(t, a.ID, of(checkout.WebhookEvent{ID: "1", Plugin: plugin, Reference: "PAY-1"}), "its reply may be lost")
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: "PAY-1", URL: "https://pay.example"})
	require.Equal(t, a.ID, of(checkout.WebhookEvent{ID: "2", Plugin: plugin, Reference: "PAY-1"}))
	require.Equal(t, a.ID, of(checkout.WebhookEvent{ID: "3", Plugin: plugin}))
	require.Equal(t, "attempt_not_found", of(checkout.WebhookEvent{ID: "4", Plugin: plugin, Reference: "PAY-2"}))
	require.Equal(t, "attempt_not_found", of(checkout.WebhookEvent{ID: "5", Plugin: "another", Reference: "PAY-3"}))
	require.Equal(t, "attempt_not_found", of(checkout.WebhookEvent{ID: "6", Plugin: "another"}))

	first := a.ID
	a = s.freeze(s.guest(map[int64]int{laptop: 1}))
	require.Equal(t, first, of(checkout.WebhookEvent{ID: "7", Plugin: plugin, Reference: "PAY-1"}), "the reference before the number")
	a.OrderID = 0
	require.Equal(t, "attempt_not_found", of(checkout.WebhookEvent{ID: "8", Plugin: plugin}), "it names nothing")
}
