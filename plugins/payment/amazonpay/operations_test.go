package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func (b *bench) capture(key, reference string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Capture(b.T.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents)})
	require.NoError(b.T, err)
	return r
}

func (b *bench) refund(key, reference, capture string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: reference,
		CaptureReference: capture, Amount: eur(cents)})
	require.NoError(b.T, err)
	return r
}

func TestCaptureOnDispatch(t *testing.T) {
	b := start(t)
	ref := b.paid("1")
	b.Rule("capture", stage.DropReply, 1)
	first := b.capture("c1", ref, 258801)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.Equal(t, eur(258801), first.Amount)
	require.Equal(t, first, b.capture("c1", ref, 258801))
	require.Equal(t, first, b.capture("c2", ref, 258801), "all of it was taken; another key takes nothing")
	require.Equal(t, 1, b.Count("charge"))

	s := b.state(ref)
	require.Equal(t, eur(258801), s.Captured)
	require.True(t, s.Outcome.(payment.Authorized).Captured)
	void, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: ref})
	require.NoError(t, err)
	require.Equal(t, "captured", void.Code, "taken money is refunded, not voided")
}

func TestDeliveriesAreCapturedOneByOne(t *testing.T) {
	b := start(t)
	ref := b.paid("1")
	first := b.capture("c1", ref, 100000)
	second := b.capture("c2", ref, 158801)
	require.Equal(t, payment.ReceiptDone, second.State)
	require.NotEqual(t, first.Reference, second.Reference)
	require.Equal(t, second, b.capture("c2", ref, 158801))
	require.Equal(t, "captured", b.capture("c3", ref, 258801).Code, "more than was agreed")
	require.Equal(t, 2, b.Count("charge"))

	require.Equal(t, payment.ReceiptPending, b.refund("r1", ref, second.Reference, 158801).State)
	require.Equal(t, "transaction_amount_exceeded", b.refund("r2", ref, second.Reference, 1).Code)
	require.Equal(t, payment.ReceiptPending, b.refund("r3", ref, "", 100000).State)
}

func TestRefundsHappenOncePerKey(t *testing.T) {
	b := start(t)
	ref := b.paid("1")
	require.Equal(t, "invalid_charge_status", b.refund("early", ref, "", 1).Code)
	b.capture("c1", ref, 258801)
	b.Rule("refund", stage.DropReply, 1)
	first := b.refund("r1", ref, "", 100000)
	require.Equal(t, payment.ReceiptPending, first.State)
	require.Equal(t, first, b.refund("r1", ref, "", 100000))
	require.Equal(t, "transaction_amount_exceeded", b.refund("r2", ref, "", 200000).Code)
	require.Equal(t, payment.ReceiptPending, b.refund("r3", ref, "", 158801).State)
	require.Equal(t, 2, b.Count("refunded"))
	s := b.state(ref)
	require.Equal(t, eur(258801), s.Captured)
	require.Equal(t, eur(258801), s.Refunded)
}

func TestVoid(t *testing.T) {
	b := start(t)
	ref := b.paid("1")
	for range 2 {
		r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: ref})
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, r.State)
	}
	s := b.state(ref)
	require.True(t, s.Voided)
	require.Equal(t, payment.Declined{Code: codeVoided, Reference: ref}, s.Outcome)
	require.Equal(t, "invalid_charge_status", b.capture("c", ref, 258801).Code)

	unpaid := b.redirected("2", b.express()).Reference
	r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v2", Reference: unpaid})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, r.State, "nothing is held")
}

func TestTakeAtOnce(t *testing.T) {
	b := start(t, "intent", "capture")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.True(t, methods[0].CapturesAtOnce)
	session := b.express()
	ref := b.redirected("1", session).Reference
	b.act(session, "approve")
	require.Equal(t, payment.Authorized{Reference: ref, Amount: eur(258801), Captured: true}, b.complete("1", ref))
	require.Equal(t, payment.ReceiptDone, b.capture("c", ref, 258801).State)
	require.Equal(t, 1, b.Count("charge"))
}

// A buyer may undo at Amazon what a session needs, after the shop set it to pay for an attempt: nobody has paid, which is no error.
func TestStatusOfASessionThatLacksSomething(t *testing.T) {
	ref := reference{"s1", "4711-1"}
	s := session{ID: "s1", Constraints: []constraint{{ID: "PaymentMethodNotAllowed"}}}
	s.Merchant.Reference = ref.attempt
	state, err := s.waiting(ref)
	require.NoError(t, err)
	require.Equal(t, payment.State{Outcome: payment.Redirect{Reference: "s1:4711-1"}}, state)
}
