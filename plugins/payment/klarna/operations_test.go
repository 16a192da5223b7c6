package main

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func (b *bench) capture(r payment.CaptureRequest) payment.Receipt {
	b.T.Helper()
	r.Method = payLater
	out, err := b.plugin.Payment.Capture(b.T.Context(), r)
	require.NoError(b.T, err)
	return out
}

func (b *bench) refund(key, id string, cents int64) payment.Receipt {
	b.T.Helper()
	out, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: payLater, IdempotencyKey: key, Reference: id, Amount: eur(cents), Reason: "Retoure"})
	require.NoError(b.T, err)
	return out
}

func (b *bench) void(key, id string) payment.Receipt {
	b.T.Helper()
	out, err := b.plugin.Payment.Void(b.T.Context(), payment.VoidRequest{Method: payLater, IdempotencyKey: key, Reference: id})
	require.NoError(b.T, err)
	return out
}

func TestMoneyIsTakenOnceOnDispatch(t *testing.T) {
	b := start(t)
	id := b.placed("1")
	b.Rule("capture", stage.DropReply, 1)
	r := payment.CaptureRequest{IdempotencyKey: "c1", Reference: id, Amount: eur(total), Final: true, Lines: purchase("").Lines, Carrier: "DHL", TrackingNumber: "0034"}
	first := b.capture(r)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.NotEmpty(t, first.Reference)
	require.Equal(t, first, b.capture(r))
	require.Equal(t, 1, b.Count("charge"))
	s := b.status(id, "1")
	require.True(t, s.Outcome.(payment.Authorized).Captured)
	require.Equal(t, eur(total), s.Captured)
	state, err := json.Marshal(b.sim.State())
	require.NoError(t, err)
	require.Contains(t, string(state), `"tracking_number":"0034"`)
	require.Equal(t, "capture_not_allowed", b.capture(payment.CaptureRequest{IdempotencyKey: "c2", Reference: id, Amount: eur(1)}).Code)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDeclined, Code: "captured", Reference: id}, b.void("v", id))
}

// Klarna remembers keys for a day. After that, the reference of the capture tells.
func TestOperationsAreFoundAgainWhenTheKeyIsForgotten(t *testing.T) {
	b := start(t)
	id := b.placed("1")
	part := payment.CaptureRequest{IdempotencyKey: "c1", Reference: id, Amount: eur(100000)}
	first, refunded := b.capture(part), b.refund("r1", id, 500)
	calls := b.Count("capture") + b.Count("refund")
	require.Equal(t, first, b.capture(part))
	require.Equal(t, refunded, b.refund("r1", id, 500))
	require.Equal(t, calls, b.Count("capture")+b.Count("refund"), "nothing is sent that is there already")
}

// What was done is told by the key, not by the sum: equal parts are several, and each is itself.
func TestEqualPartsAreSeveral(t *testing.T) {
	b := start(t)
	id := b.placed("1")
	part := payment.CaptureRequest{IdempotencyKey: "1", Reference: id, Amount: eur(total / 3)}
	first := b.capture(part)
	part.IdempotencyKey = "2"
	require.NotEqual(t, first.Reference, b.capture(part).Reference)
	part.IdempotencyKey, part.Final = "3", true
	require.Equal(t, payment.ReceiptDone, b.capture(part).State)
	require.Equal(t, 3, b.Count("charge"))
	require.Zero(t, b.Count("release"), "nothing is left")
	back := b.refund("1", id, 500)
	require.NotEqual(t, first.Reference, back.Reference, "a refund is no capture, whatever its key")
	require.NotEqual(t, back.Reference, b.refund("2", id, 500).Reference)
	require.Equal(t, 2, b.Count("refunded"))
	require.Equal(t, eur(500), b.refund("1", id, 700).Amount, "the amount is that of the refund that was made")
	state, err := json.Marshal(b.sim.State())
	require.NoError(t, err)
	require.Contains(t, string(state), `"description":"Retoure"`)
}

func TestACaptureStands(t *testing.T) {
	b := start(t)
	r := payment.CaptureRequest{IdempotencyKey: "c1", Reference: b.placed("1"), Amount: eur(100), Final: true}
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "release", Effect: stage.Status, Status: http.StatusBadRequest}))
	require.Equal(t, payment.ReceiptDone, b.capture(r).State, "though the rest could not be released")
	require.Equal(t, payment.ReceiptDone, b.capture(r).State)
	require.Equal(t, 2, b.Count("release"), "asked again, that is made up for")

	const expired = `200 {"order_id":"o","status":"EXPIRED","fraud_status":"ACCEPTED","purchase_currency":"EUR","order_amount":500,"captured_amount":200,
		"captures":[{"capture_id":"1","captured_amount":200,"reference":"c1"}]}`
	r.Reference = "o"
	got, err := answers(t, expired).Capture(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDone, Reference: "1", Amount: eur(200)}, got, "and when the order has expired since")
}

func TestAConflictIsNoRefusal(t *testing.T) {
	b := start(t)
	r := payment.CaptureRequest{Method: payLater, IdempotencyKey: "c1", Reference: b.placed("1"), Amount: eur(total), Final: true}
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "capture", Effect: stage.Status, Status: http.StatusConflict}))
	_, err := b.plugin.Payment.Capture(t.Context(), r)
	e := base.AsError(err)
	require.NotNil(t, e)
	require.True(t, e.OutcomeUnknown && e.Retryable)
	require.Equal(t, payment.ReceiptDone, b.capture(r).State)
	require.Equal(t, 1, b.Count("charge"))
}

func TestPartialCapturesAndTheRest(t *testing.T) {
	b := start(t)
	id := b.placed("1")
	require.Equal(t, payment.ReceiptDone, b.capture(payment.CaptureRequest{IdempotencyKey: "c1", Reference: id, Amount: eur(100000)}).State)
	require.False(t, b.status(id, "1").Outcome.(payment.Authorized).Captured)
	require.Equal(t, payment.ReceiptDone, b.capture(payment.CaptureRequest{IdempotencyKey: "c2", Reference: id, Amount: eur(50000), Final: true}).State)
	require.Equal(t, 1, b.Count("release"), "the customer's credit is freed")
	require.Equal(t, eur(150000), b.status(id, "1").Captured)
	require.Equal(t, "refund_not_allowed", b.refund("r0", id, 150001).Code)
	require.Equal(t, payment.ReceiptDone, b.refund("r1", id, 150000).State)
	require.Equal(t, eur(150000), b.status(id, "1").Refunded)

	id = b.placed("2")
	b.capture(payment.CaptureRequest{IdempotencyKey: "c3", Reference: id, Amount: eur(1)})
	require.Equal(t, payment.CodeCaptured, b.void("v1", id).Code, "of what the shop does not know, nothing is passed over")
	r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: payLater, IdempotencyKey: "v2", Reference: id, Captured: eur(1)})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, r.State)
	require.Equal(t, 2, b.Count("release"))
}

func TestVoid(t *testing.T) {
	b := start(t)
	id := b.placed("1")
	b.Rule("cancel", stage.DropReply, 1)
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.void("v", id).State)
	}
	s := b.status(id, "1")
	require.True(t, s.Voided)
	require.Equal(t, "capture_not_allowed", b.capture(payment.CaptureRequest{IdempotencyKey: "c", Reference: id, Amount: eur(total)}).Code)

	id = b.placed("2")
	b.Act(id, "expire")
	s = b.status(id, "2")
	require.True(t, s.Voided)
	require.Equal(t, payment.CodeExpired, s.Outcome.(payment.Declined).Code)
	require.Equal(t, payment.CodeExpired, b.capture(payment.CaptureRequest{IdempotencyKey: "c2", Reference: id, Amount: eur(total)}).Code)
	require.Equal(t, payment.ReceiptDone, b.void("v2", id).State)
}

// What answers in Klarna's place, such as a page of maintenance (200) or a proxy without a word (204), has moved no money.
func TestAnAnswerThatIsNotKlarnasMovesNoMoney(t *testing.T) {
	b := start(t)
	instead := func(op string, status int) {
		require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: op, Effect: stage.Status, Status: status}))
	}
	unknown := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer})
		require.True(t, base.AsError(err).OutcomeUnknown)
	}
	for i, status := range []int{http.StatusOK, http.StatusNoContent} {
		id := b.placed(http.StatusText(status))
		instead("capture", status)
		take := payment.CaptureRequest{Method: payLater, IdempotencyKey: "c" + id, Reference: id, Amount: eur(total), Final: true}
		_, err := b.plugin.Payment.Capture(t.Context(), take)
		unknown(err)
		require.Equal(t, i, b.Count("charge"))
		require.NotEmpty(t, b.capture(take).Reference)
		require.Equal(t, i+1, b.Count("charge"))

		instead("refund", status)
		_, err = b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: payLater, IdempotencyKey: "r" + id, Reference: id, Amount: eur(total)})
		unknown(err)
		require.Equal(t, i, b.Count("refunded"))
		require.NotEmpty(t, b.refund("r"+id, id, total).Reference)
		require.Equal(t, i+1, b.Count("refunded"))
	}
	id := b.placed("3")
	instead("cancel", http.StatusOK)
	_, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: payLater, IdempotencyKey: "v", Reference: id})
	unknown(err)
	require.False(t, b.status(id, "3").Voided)
	require.Equal(t, payment.ReceiptDone, b.void("v", id).State)
	require.True(t, b.status(id, "3").Voided)
}
