package mailer_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
)

// A reminder says what is open as it is sent, and what was paid while it waited for its server is not reminded of.
func TestWhoHasPaidMeanwhileIsNotReminded(t *testing.T) {
	o := sample()
	o.Status = order.Placed
	o.Deliveries = []order.Delivery{
		{Number: 1, State: order.Delivered, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: money.Euro(134500), PayBy: time.Date(2026, 4, 1, 21, 59, 59, 0, time.UTC)},
		{Number: 2, State: order.Shipped, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: money.Euro(134599), PayBy: time.Now().Add(time.Hour)},
	}
	remind := func(id string) outbox.Event {
		r := request(mail.PaymentReminder, catalog.German)
		r.ID, r.Data = id, json.RawMessage(`{"orderId":100042,"delivery":1}`)
		return event(t, r)
	}
	out := &outgoing{}
	m := newMailer(t, out, o)
	require.NoError(t, m.Handle(t.Context(), []outbox.Event{remind("a")}))
	require.Len(t, out.messages, 1)
	for _, text := range []string{"1.345,00\u00a0€", "01.04.2026", "DE02 1203", "Verwendungszweck: 100042", "1 x Laptop"} {
		require.Contains(t, out.messages[0].Text, text)
	}
	require.NotContains(t, out.messages[0].Text, "06.03.2026", "another day than the invoice's")
	o.PaidAt = time.Now()
	for range 2 {
		require.NoError(t, m.Handle(t.Context(), []outbox.Event{remind("b")}), "it is done with")
	}
	require.Len(t, out.messages, 1)
}

// Whose transfer has not come is told how much is open and until when; not who has paid meanwhile, cancelled, or withdrawn.
func TestWhoseTransferIsMissingIsReminded(t *testing.T) {
	o := sample()
	o.Attempt.DueAt = time.Date(2026, 3, 6, 23, 0, 0, 0, time.UTC)
	remind := func(id string) outbox.Event {
		r := request(mail.PaymentDue, catalog.German)
		r.ID, r.Data = id, json.RawMessage(`{"orderId":100042}`)
		return event(t, r)
	}
	for status, change := range map[string]func(){
		"":           func() { o.Status = order.Reserved },
		"paid":       func() { o.Status = order.Placed },
		"cancelled":  func() { o.Status = order.Cancelled },
		"withdrawal": func() { o.Status, o.Claims = order.Reserved, []order.Claim{{Withdrawal: 5001}} },
	} {
		o.Claims = nil
		change()
		out := &outgoing{}
		require.NoError(t, newMailer(t, out, o).Handle(t.Context(), []outbox.Event{remind("a" + status)}))
		if status != "" {
			require.Empty(t, out.messages, status)
			continue
		}
		require.Len(t, out.messages, 1)
		for _, text := range []string{o.Open().String(), "bis zum 06.03.2026", "DE02 1203", "Verwendungszweck: 100042", "x Laptop", "Bankarbeitstag"} {
			require.Contains(t, out.messages[0].Text, text)
		}
	}
}
