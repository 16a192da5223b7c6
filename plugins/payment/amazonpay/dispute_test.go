package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestDisputesAreTold(t *testing.T) {
	b := start(t)
	for n, end := range map[string]payment.DisputeState{
		"dispute_won": payment.DisputeWon, "dispute_lost": payment.DisputeLost, "dispute_withdrawn": payment.DisputeWithdrawn,
	} {
		session := b.checkout(n)
		b.act(session, "approve")
		ref := b.authorize(n, session).(payment.Authorized).Reference
		b.notice("CHARGE")
		b.capture("c"+n, ref, 258801)
		b.notice("CHARGE")
		b.Rule(stage.WebhookOp, stage.Duplicate, 1)
		b.act(session, "dispute")
		opened := b.Handle(b.plugin, b.notice("CHARGEBACK"))
		require.Equal(t, []any{payment.EventDisputed, ref, n, eur(258801)}, []any{opened.Kind, opened.Reference, opened.OrderNumber, opened.Amount})
		require.Equal(t, []any{payment.DisputeOpen, "product_not_received"}, []any{opened.Dispute.State, opened.Dispute.Reason})
		require.WithinDuration(t, time.Now().AddDate(0, 0, 11), opened.Dispute.DueAt, time.Hour)
		require.Equal(t, opened, b.Handle(b.plugin, b.notice("CHARGEBACK")), "sent twice, it is the same event")
		b.act(session, "dispute_review")
		reviewed := b.Handle(b.plugin, b.notice("CHARGEBACK"))
		require.True(t, reviewed.Dispute.State == payment.DisputeOpen && reviewed.Dispute.DueAt.IsZero())
		b.act(session, n)
		ended := b.Handle(b.plugin, b.notice("CHARGEBACK"))
		require.Equal(t, []any{end, opened.Dispute.ID}, []any{ended.Dispute.State, ended.Dispute.ID})
		require.NotEqual(t, opened.ID, ended.ID)
	}
}

// What Amazon does not know of is none, and of an end that does not say who has the money nothing is guessed.
func TestWhatADisputeDoesNotTellIsNotGuessed(t *testing.T) {
	b := start(t)
	session := b.checkout("1")
	b.act(session, "approve")
	ref := b.authorize("1", session).(payment.Authorized).Reference
	b.capture("c", ref, 258801)
	b.act(session, "dispute")
	n := b.notice("CHARGEBACK")
	b.sim.Reset()
	answer, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	require.NoError(t, err)
	require.Empty(t, answer.Events)

	var d dispute
	d.Status.State, d.Status.Resolution = "Resolved", "NoFault"
	require.Equal(t, payment.DisputeOpen, d.state())
}
