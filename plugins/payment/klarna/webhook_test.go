package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestAPushTellsOfAPlacedOrder(t *testing.T) {
	b := start(t)
	b.Rule(stage.WebhookOp, stage.Duplicate, 1)
	id := b.placed("1")
	event := b.Handle(b.plugin, b.Notice())
	require.Equal(t, payment.EventAuthorized, event.Kind)
	require.Equal(t, id, event.Reference)
	require.Equal(t, "K1", event.OrderNumber)
	require.Equal(t, eur(total), event.Amount)
	require.Equal(t, event, b.Handle(b.plugin, b.Notice()), "sent twice, it is the same event")
}

func TestNotificationsTellWhatKlarnaDecided(t *testing.T) {
	for decision, want := range map[string]payment.EventKind{"accept": payment.EventAuthorized, "deny": payment.EventDeclined} {
		b := start(t)
		id := b.authorize(b.request("1", "review")).(payment.Pending).Reference
		pending := b.Handle(b.plugin, b.Notice())
		require.Equal(t, payment.EventPending, pending.Kind)
		b.Act(id, decision)
		n := b.Notice()
		decided := b.Handle(b.plugin, n)
		require.Equal(t, want, decided.Kind)
		require.NotEqual(t, pending.ID, decided.ID)
		require.Equal(t, decided, b.Handle(b.plugin, n))

		// Whatever it says happened, the order at Klarna is believed.
		n.Body = bytes.Replace(n.Body, []byte("FRAUD_RISK_"), []byte("FRAUD_RISK_UN"), 1)
		require.Equal(t, decided, b.Handle(b.plugin, n))
	}
}

func TestANotificationAboutAnotherShopsOrderIsForged(t *testing.T) {
	b := start(t)
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.placed("1")
	b.Refuse(b.plugin, b.Notice())
	for _, n := range []base.WebhookRequest{
		{}, {Body: []byte("null")}, {Body: []byte("[1]")}, {Body: []byte(`{"order_id":"../../payments/v1/sessions/x"}`)},
		{Body: []byte(`{"order_id":7}`)}, {Query: "order_id=%zz"}, {Query: "order_id=short"}, {Body: []byte("x"), Query: "order_id=00000000-0000"},
	} {
		b.Refuse(b.plugin, n)
	}
}

func TestANotificationWaitsForKlarna(t *testing.T) {
	b := start(t)
	b.placed("1")
	n := b.Notice()
	b.Rule("show", stage.Status, -1)
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault, "neither proven nor forged: Klarna shall send it again")
	require.True(t, e.Retryable)
}

func FuzzOrderOf(f *testing.F) {
	f.Add([]byte(`{"order_id":"f3392f8b-6116-4073-ab96-e330819e2c07","event_type":"FRAUD_RISK_ACCEPTED"}`), "")
	f.Add([]byte(nil), "order_id=f3392f8b-6116-4073-ab96-e330819e2c07")
	f.Add([]byte(`{"order_id":"a/../b?c=d#e%2f"}`), "order_id=a;b")
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		if id := orderOf(base.WebhookRequest{Body: body, Query: query}); id != "" {
			require.Regexp(t, `^[A-Za-z0-9-]{8,255}$`, id, "it becomes part of an address")
		}
	})
}
