package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestDisputesAreTold(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	b.complete("1", r.Reference)
	b.Rule(stage.WebhookOp, stage.Duplicate, 1)
	b.Act(r.Reference, "dispute")
	n := b.notice("CUSTOMER.DISPUTE.CREATED")
	opened := b.Handle(b.plugin, n)
	require.Equal(t, payment.EventDisputed, opened.Kind)
	require.Equal(t, []any{r.Reference, "K1", eur(258801)}, []any{opened.Reference, opened.OrderNumber, opened.Amount}, "found through the capture")
	require.Equal(t, []any{payment.DisputeOpen, "merchandise_or_service_not_received"}, []any{opened.Dispute.State, opened.Dispute.Reason})
	require.WithinDuration(t, time.Now().AddDate(0, 0, 10), opened.Dispute.DueAt, time.Hour)
	require.NotEmpty(t, opened.Dispute.ID)
	require.Equal(t, opened, b.Handle(b.plugin, b.notice("CUSTOMER.DISPUTE.CREATED")), "sent twice, it is the same event")

	b.Act(r.Reference, "dispute_review")
	reviewed := b.Handle(b.plugin, b.notice("CUSTOMER.DISPUTE.UPDATED"))
	require.Equal(t, payment.Dispute{ID: opened.Dispute.ID, State: payment.DisputeOpen, Reason: opened.Dispute.Reason}, reviewed.Dispute, "nothing to answer")
	b.Act(r.Reference, "dispute_lost")
	lost := b.Handle(b.plugin, b.notice("CUSTOMER.DISPUTE.RESOLVED"))
	require.Equal(t, payment.DisputeLost, lost.Dispute.State)
	require.True(t, lost.OccurredAt.After(reviewed.OccurredAt) && reviewed.OccurredAt.After(opened.OccurredAt))

	for action, state := range map[string]payment.DisputeState{"dispute_won": payment.DisputeWon, "dispute_withdrawn": payment.DisputeWithdrawn} {
		b.Act(r.Reference, "dispute")
		b.notice("CUSTOMER.DISPUTE.CREATED")
		b.Act(r.Reference, action)
		require.Equal(t, state, b.Handle(b.plugin, b.notice("CUSTOMER.DISPUTE.RESOLVED")).Dispute.State)
	}
	n.Body = bytes.Replace(n.Body, []byte("WAITING_FOR_SELLER_RESPONSE"), []byte("RESOLVED"), 1)
	b.Refuse(b.plugin, n)
}

// An end of which PayPal does not say who has the money, and a dispute of what is no capture of the account's.
func TestWhatADisputeDoesNotTellIsNotGuessed(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	b.complete("1", r.Reference)
	id := b.Handle(b.plugin, b.notice("PAYMENT.CAPTURE.COMPLETED")).OperationReference
	b.Act(r.Reference, "dispute")
	e := b.Handle(b.plugin, b.notice("CUSTOMER.DISPUTE.CREATED"))
	a := b.account()
	for resource, want := range map[string]payment.Event{
		`{"dispute_id":"PP-R-1","status":"RESOLVED","dispute_outcome":{"outcome_code":"NONE"},"disputed_transactions":[{"seller_transaction_id":"` + id + `"}]}`: {
			Reference: e.Reference, OrderNumber: e.OrderNumber, Dispute: payment.Dispute{ID: "PP-R-1", State: payment.DisputeOpen},
		},
		`{"dispute_id":"PP-R-1"}`: {},
		`{"disputed_transactions":[{"seller_transaction_id":"` + id + `"}]}`: {},
	} {
		got := payment.Event{}
		require.NoError(t, a.disputeEvent(t.Context(), &got, []byte(resource)))
		require.Equal(t, want, got, resource)
	}
	strange := payment.Event{}
	require.NoError(t, a.disputeEvent(t.Context(), &strange, []byte(`{"dispute_id":"PP-R-1","disputed_transactions":[{"seller_transaction_id":"STRANGE"}]}`)))
	require.Empty(t, strange.Reference+strange.OrderNumber, "it is dropped")
	require.Error(t, a.disputeEvent(t.Context(), &strange, []byte(`{"dispute_id":"PP-R-1","dispute_amount":{"currency_code":"EUR","value":"-1"},"disputed_transactions":[{"seller_transaction_id":"`+id+`"}]}`)))
}

// A shop of before has a webhook that is told of no disputes.
func TestAnOlderWebhookIsToldOfDisputesToo(t *testing.T) {
	b := start(t)
	b.authorize("1")
	a := b.account()
	h := newHooks(a.api, "")
	require.NoError(t, h.list(t.Context()))
	require.Len(t, h.ids, 1)
	for address, id := range h.ids {
		require.False(t, h.lack[address])
		old := []patch{{Op: "replace", Path: "/event_types", Value: wanted()[:9]}}
		require.NoError(t, a.api.call(t.Context(), "PATCH", "/v1/notifications/webhooks/"+id, "", old, nil))
		h = newHooks(a.api, "")
		require.NoError(t, h.ensure(t.Context(), address))
		require.Equal(t, 2, b.Count("update_webhook"))
		h = newHooks(a.api, "")
		require.NoError(t, h.ensure(t.Context(), address))
		require.Equal(t, 2, b.Count("update_webhook"), "once")
		require.False(t, h.lack[address])
	}
	require.Equal(t, 1, b.Count("create_webhook"))
}

// account is the plugin's, seen from within.
func (b *bench) account() *account {
	b.T.Helper()
	s, err := readSettings(b.config())
	require.NoError(b.T, err)
	return &account{settings: s, api: newAPI(s)}
}
