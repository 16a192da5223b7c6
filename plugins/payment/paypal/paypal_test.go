package main

import (
	"context"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.Act(b.authorize(time.Now().Format("150405.000000")).Reference, "approve")
		return b.notice("CHECKOUT.ORDER.APPROVED")
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1"), b.inSession("2", b.express("2"))}, Webhook: genuine,
	}})
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "paypal")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1"))
	require.NoError(t, err)
	require.IsType(t, payment.Redirect{}, o)
}

func TestApprovedPaymentIsTakenOnceHoweverOftenTheCustomerReturns(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	require.Contains(t, r.URL, b.URL+"/checkoutnow?token=")
	require.WithinDuration(t, time.Now().Add(3*time.Hour), r.ExpiresAt, time.Minute)
	require.Equal(t, r, b.authorize("1"), "the same key gives the same order")
	require.IsType(t, payment.Redirect{}, b.complete("1", r.Reference), "returned without approving")

	b.Act(r.Reference, "approve")
	want := payment.Authorized{Reference: r.Reference, Amount: eur(258801), Captured: true}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			o, err := b.plugin.Payment.Complete(t.Context(), b.completion("1", r.Reference))
			if err != nil || o != payment.Outcome(want) {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
	wait.Wait()
	require.Equal(t, 1, b.Count("charge"))

	late := b.completion("1", r.Reference)
	late.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), late)
	require.NoError(t, err)
	require.Equal(t, want, o, "turning back in another tab does not undo a payment")
	again, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	require.NoError(t, err)
	require.Equal(t, want, again)
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": payment.CodeRefused, "expire": payment.CodeExpired} {
		r := b.authorize(action)
		b.Act(r.Reference, action)
		require.Equal(t, payment.Declined{Code: code, Reference: r.Reference}, b.complete(action, r.Reference))
	}
	r := b.authorize("cancel")
	back := b.completion("cancel", r.Reference)
	back.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), back)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, o)

	b.Act(r.Reference, "approve")
	other := b.completion("cancel", r.Reference)
	other.Amount = eur(1)
	o, err = b.plugin.Payment.Complete(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, "amount_mismatch", o.(payment.Declined).Code)
	require.Zero(t, b.Count("charge"))
}

func TestLostRepliesNeverChargeTwice(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			r := b.authorize("1")
			b.Act(r.Reference, "approve")
			b.Rule("capture", effect, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			o, err := b.plugin.Payment.Complete(ctx, b.completion("1", r.Reference))
			require.NoError(t, err)
			require.Equal(t, r.Reference, o.(payment.Unknown).Reference, "a lost answer is not a refusal")

			s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: r.Reference})
			require.NoError(t, err)
			require.Equal(t, eur(258801), s.Captured, "reconciled")
			b.sim.Stage().ClearRules()
			require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
			require.Equal(t, 1, b.Count("charge"))
		})
	}
}

func TestALostReplyIsRepairedOnTheSpotWhereRepeatingIsSafe(t *testing.T) {
	b := start(t)
	b.Rule("create", stage.DropReply, 1)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	b.Rule("capture", stage.DropReply, 1)
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
	require.Equal(t, 1, b.Count("charge"))
	require.Equal(t, 2, b.Count("create"))
}

func TestAnOrderThatCouldNotBeCreatedIsNoPayment(t *testing.T) {
	b := start(t)
	b.Rule("create", stage.DropReply, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody can have approved it")
	b.sim.Stage().ClearRules()
	b.authorize("1")

	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "1"})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)
}

func TestPaymentUnderReview(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "review")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete("1", r.Reference))
	b.Act(r.Reference, "settle")
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))

	r = b.authorize("2")
	b.Act(r.Reference, "review")
	b.complete("2", r.Reference)
	b.Act(r.Reference, "deny")
	require.Equal(t, payment.Declined{Code: payment.CodeRefused, Reference: r.Reference}, b.complete("2", r.Reference))
}

func TestRefundsHappenOncePerKey(t *testing.T) {
	b := start(t)
	id := b.paid("1")
	refund := func(key string, cents int64) payment.Receipt {
		t.Helper()
		r, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: id, Amount: eur(cents)})
		require.NoError(t, err)
		return r
	}
	b.Rule("refund", stage.DropReply, 1)
	first := refund("r1", 100000)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.Equal(t, eur(100000), first.Amount)
	require.Equal(t, first, refund("r1", 100000))
	require.Equal(t, "refund_amount_exceeded", refund("r2", 200000).Code)
	require.Equal(t, payment.ReceiptDone, refund("r3", 158801).State)
	require.Equal(t, 2, b.Count("refunded"))

	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: id})
	require.NoError(t, err)
	require.Equal(t, eur(258801), s.Captured)
	require.Equal(t, eur(258801), s.Refunded)
	void, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: id})
	require.NoError(t, err)
	require.Equal(t, "captured", void.Code, "taken money is refunded, not voided")
}

// PayPal answers a repetition with a conflict as long as it works on the first request, whose answer was not waited for. Who took that
// for a refusal would give the money back twice.
func TestWhatPayPalStillWorksOnIsNotRefused(t *testing.T) {
	b := start(t)
	r := payment.RefundRequest{Method: method, IdempotencyKey: "r1", Reference: b.paid("1"), Amount: eur(100000)}
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "refund", Effect: stage.Status, Status: http.StatusConflict}))
	_, err := b.plugin.Payment.Refund(t.Context(), r)
	e := base.AsError(err)
	require.NotNil(t, e)
	require.True(t, e.OutcomeUnknown && e.Retryable)
	back, err := b.plugin.Payment.Refund(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, back.State)
	require.Equal(t, 1, b.Count("refunded"))
}

func TestReserveNowTakeOnDispatch(t *testing.T) {
	b := start(t, "intent", "authorize")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.False(t, methods[0].CapturesAtOnce)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	o := b.complete("1", r.Reference).(payment.Authorized)
	require.False(t, o.Captured)
	require.WithinDuration(t, time.Now().AddDate(0, 0, 29), o.ExpiresAt, time.Hour)
	require.Zero(t, b.Count("charge"))

	capture := payment.CaptureRequest{Method: method, IdempotencyKey: "c1", Reference: r.Reference, Amount: eur(258801), Final: true}
	for range 2 {
		done, err := b.plugin.Payment.Capture(t.Context(), capture)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, done.State)
	}
	require.Equal(t, 1, b.Count("charge"))

	r = b.authorize("2")
	b.Act(r.Reference, "approve")
	b.complete("2", r.Reference)
	for range 2 {
		done, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v2", Reference: r.Reference})
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, done.State)
	}
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: r.Reference})
	require.NoError(t, err)
	require.True(t, s.Voided)
	capture.Reference, capture.IdempotencyKey = r.Reference, "c2"
	refused, err := b.plugin.Payment.Capture(t.Context(), capture)
	require.NoError(t, err)
	require.Equal(t, "authorization_voided", refused.Code)
}

func TestCredentials(t *testing.T) {
	b := start(t)
	b.authorize("1")
	b.sim.Reset() // forgets the token before its time
	b.authorize("2")

	wrong := b.config()
	wrong.Secrets["client_secret"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("3"))
	var e *base.Error
	require.True(t, errors.As(err, &e))
	require.False(t, e.OutcomeUnknown)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}
