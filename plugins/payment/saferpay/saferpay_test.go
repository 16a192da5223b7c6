package main

import (
	"context"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/saferpay/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.Act(b.authorize(time.Now().Format("150405.000000")).Reference, "approve")
		return b.Notice()
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1")}, Webhook: genuine,
	}})
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "saferpay")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1"))
	require.NoError(t, err)
	require.IsType(t, payment.Redirect{}, o)
}

func TestAPaymentIsAssertedHoweverOftenTheCustomerReturns(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	require.Contains(t, r.URL, b.URL+"/vt2/PaymentPage/")
	require.WithinDuration(t, time.Now().Add(time.Hour), r.ExpiresAt, time.Minute)
	require.True(t, strings.HasPrefix(r.Reference, "K1-1~"))
	require.Equal(t, r, b.authorize("1"), "the same key gives the same page")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.status(r.Reference).Outcome)

	b.Act(r.Reference, "approve")
	want := payment.Authorized{Reference: r.Reference, Amount: eur(total)}
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
	late := b.completion("1", r.Reference)
	late.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), late)
	require.NoError(t, err)
	require.Equal(t, want, o, "turning back in another tab does not undo a payment")
	require.Equal(t, 1, b.Count("authorization"))

	b.Act(r.Reference, "age")
	require.Equal(t, want, b.status(r.Reference).Outcome, "found by its order when the token is dead")
	lost, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, OrderNumber: "K1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, eur(total), lost.Outcome.(payment.Authorized).Amount, "found without a reference")
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{
		"decline": payment.CodeRefused, "expire": payment.CodeExpired, "cancel": payment.CodeCustomerCancelled,
		"authentication": "authentication_failed", "no_shift": codeNoShift,
	} {
		r := b.authorize(action)
		b.Act(r.Reference, action)
		require.Equal(t, payment.Declined{Code: code, Reference: r.Reference}, b.complete(action, r.Reference))
		require.Equal(t, payment.Declined{Code: code, Reference: r.Reference}, b.status(r.Reference).Outcome)
	}
	r := b.authorize("open")
	require.Equal(t, payment.CodeExpired, b.complete("open", r.Reference).(payment.Declined).Code, "nobody came back")
	back := b.completion("open", r.Reference)
	back.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), back)
	require.NoError(t, err)
	require.Equal(t, payment.CodeCustomerCancelled, o.(payment.Declined).Code)
	require.Zero(t, b.Count("authorization"))
}

// A payment that failed on its way to the issuer has failed: the customer may pay in another way, and nobody waits for it.
func TestAPaymentThatDidNotReachTheProcessorIsOver(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "unreachable")
	require.Equal(t, payment.Declined{Code: payment.CodeRefused, Reference: r.Reference}, b.complete("1", r.Reference))
	require.Equal(t, payment.CodeRefused, b.status(r.Reference).Outcome.(payment.Declined).Code)
}

// A capture or refund that did not reach the processor is no refusal for good.
func TestWhatMayGoBetterTheNextTimeIsSaid(t *testing.T) {
	for word, retryable := range map[string]bool{"COMMUNICATION_FAILED": true, "UNEXPECTED_ERROR_BY_ACQUIRER": true, "AMOUNT_INVALID": false} {
		e := base.ProviderFault("http_402", &provider.StatusError{Response: provider.Response{Status: http.StatusPaymentRequired,
			Body: []byte(`{"Behavior":"DO_NOT_RETRY","ErrorName":"` + word + `"}`)}})
		require.Equal(t, retryable, base.AsError(named(e)).Retryable, word)
		require.False(t, base.AsError(named(e)).OutcomeUnknown)
	}
}

func TestDeclinesByTheProcessorsAnswer(t *testing.T) {
	for result, code := range map[int64]string{51: payment.CodeInsufficientFunds, 33: "card_expired", 43: payment.CodeRisk, 5: payment.CodeRefused} {
		b := start(t)
		r := b.request("1")
		r.Purchase.Amount = eur(1000 + result)
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		redirect := o.(payment.Redirect)
		b.pay(redirect.URL, "9010403153900001")
		c := b.completion("1", redirect.Reference)
		c.Amount = r.Purchase.Amount
		o, err = b.plugin.Payment.Complete(t.Context(), c)
		require.NoError(t, err)
		require.Equal(t, code, o.(payment.Declined).Code, result)
	}
}

// Money that cannot be given up is no refusal: the shop asks, and gives it back.
func TestWhatMustNotBeKeptAndIsTakenAlreadyIsUnknown(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	require.Equal(t, payment.ReceiptDone, b.capture("c", ref, 258801).State)
	r := b.completion("1", ref)
	r.Amount = eur(1)
	o, err := b.plugin.Payment.Complete(t.Context(), r)
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, o)
	require.Equal(t, eur(258801), b.status(ref).Captured)
}

func TestWhatMustNotBeKeptIsCancelledBeforeItIsDeclined(t *testing.T) {
	for action, code := range map[string]string{"drop_shift": codeNoShift, "other_amount": "amount_mismatch"} {
		t.Run(action, func(t *testing.T) {
			b := start(t)
			r := b.authorize("1")
			b.Act(r.Reference, action)
			if action == "drop_shift" {
				require.Equal(t, payment.Pending{Reference: r.Reference}, b.status(r.Reference).Outcome, "Complete has to decide")
			}
			require.Zero(t, b.Count("cancelled"), "Status changes nothing")
			require.Equal(t, payment.Declined{Code: code, Reference: r.Reference}, b.complete("1", r.Reference))
			require.Equal(t, 1, b.Count("cancelled"))
			require.True(t, b.status(r.Reference).Voided)
			require.Equal(t, "authorization_voided", b.capture("c", r.Reference, total).Code)
		})
	}
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "drop_shift")
	b.Rule("cancel", stage.Status, -1)
	require.IsType(t, payment.Unknown{}, b.complete("1", r.Reference), "money that is still held is no refusal")

	b = start(t, "liability_shift", "accepted")
	r = b.authorize("1")
	b.Act(r.Reference, "no_shift")
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference), "the operator may take the risk")
}

func TestLostRepliesNeverChargeTwice(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			ref := b.reserved("1")
			b.Rule("capture", effect, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
			defer cancel()
			_, err := b.plugin.Payment.Capture(ctx, payment.CaptureRequest{Method: method, IdempotencyKey: "c", Reference: ref, Amount: eur(total), Final: true})
			require.True(t, base.AsError(err).OutcomeUnknown, "a lost answer is not a refusal: %v", err)
			require.Equal(t, eur(total), b.status(ref).Captured, "reconciled")
			b.sim.Stage().ClearRules()
			require.Equal(t, payment.ReceiptDone, b.capture("c", ref, total).State)
			require.Equal(t, 1, b.Count("charge"))
		})
	}
}

func TestALostReplyIsRepairedOnTheSpot(t *testing.T) {
	b := start(t)
	b.Rule("initialize", stage.DropReply, 1)
	ref := b.reserved("1")
	require.Equal(t, 2, b.Count("initialize"))
	b.Rule("capture", stage.Garbage, 1)
	require.Equal(t, payment.ReceiptDone, b.capture("c", ref, total).State)
	require.Equal(t, 1, b.Count("charge"))
}

func TestAPageThatCouldNotBeOpenedIsNoPayment(t *testing.T) {
	b := start(t)
	b.Rule("initialize", stage.DropReply, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	e := base.AsError(err)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody can have paid on it")
	b.sim.Stage().ClearRules()
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, OrderNumber: "K1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)
	b.authorize("1")
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
	b.Act(r.Reference, "deny")
	require.Equal(t, payment.CodeRefused, b.complete("2", r.Reference).(payment.Declined).Code)
}

func TestAReviewMayEndWithoutTheShiftOfLiability(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "review")
	require.Equal(t, payment.EventApproved, b.Handle(b.plugin, b.Notice()).Kind)
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete("1", r.Reference))
	b.Act(r.Reference, "settle_no_shift")
	require.Equal(t, payment.EventApproved, b.Handle(b.plugin, b.Notice()).Kind, "Complete has to decide")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.status(r.Reference).Outcome)
	require.Equal(t, payment.Declined{Code: codeNoShift, Reference: r.Reference}, b.complete("1", r.Reference))
	require.Equal(t, 1, b.Count("cancelled"))
}

func TestCaptureVoidRefund(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	require.Equal(t, "amount_invalid", b.capture("c0", ref, total+1).Code)
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.capture("c1", ref, total).State)
	}
	require.Equal(t, 1, b.Count("charge"))
	void := func(ref string) payment.Receipt {
		r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: ref})
		require.NoError(t, err)
		return r
	}
	require.Equal(t, "captured", void(ref).Code, "taken money is refunded, not voided")

	refund := func(key string, cents int64) payment.Receipt {
		r, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: ref, Amount: eur(cents), Reason: "Rückgabe"})
		require.NoError(t, err)
		return r
	}
	b.Rule("refund", stage.DropReply, 1)
	b.Rule("capture", stage.DropReply, 1)
	first := refund("r1", 100000)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.Equal(t, first, refund("r1", 100000))
	require.Equal(t, "amount_invalid", refund("r2", 200000).Code)
	require.Equal(t, payment.ReceiptDone, refund("r3", total-100000).State)
	require.Equal(t, 2, b.Count("refunded"))
	s := b.status(ref)
	require.Equal(t, []base.Money{eur(total), eur(total)}, []base.Money{s.Captured, s.Refunded})

	ref = b.reserved("2")
	part, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c2", Reference: ref, Amount: eur(100)})
	require.NoError(t, err)
	require.Equal(t, payment.CodeOnlyWhole, part.Code, "the rest would be given up")
	for range 2 {
		require.Equal(t, payment.ReceiptDone, void(ref).State)
	}
	require.Equal(t, 1, b.Count("cancelled"))
	require.Equal(t, "not_captured", refund("r4", 1).Code)
	require.Equal(t, payment.ReceiptDone, void(b.authorize("3").Reference).State, "nobody paid: nothing to give up")
}

// Saferpay calls the request id a help for debugging: that it answers a repeated request as the first time is not promised.
func TestARepetitionThatIsCarriedOutAnewMovesNoMoneyTwice(t *testing.T) {
	for _, c := range []sim.Config{{Forgets: true}, {Forgets: true, Reserved: true}} {
		for _, cents := range []int64{total, 100000} {
			b := startAt(t, c)
			ref := b.reserved("1")
			b.Rule("capture", stage.DropReply, 1)
			first := b.capture("c", ref, cents)
			require.Equal(t, payment.ReceiptDone, first.State, "%d: %s", cents, first.Code)
			require.Equal(t, first, b.capture("c", ref, cents))
			require.Equal(t, 1, b.Count("charge"))

			for n, op := range []string{"refund", "capture"} {
				b.Rule(op, stage.DropReply, -1)
				key := "r-" + op
				_, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: ref, Amount: eur(50000)})
				b.sim.Stage().ClearRules()
				require.True(t, err == nil || base.AsError(err).OutcomeUnknown, "%v", err)
				for range 2 {
					r, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: ref, Amount: eur(50000)})
					require.NoError(t, err)
					require.Equal(t, payment.ReceiptDone, r.State, r.Code)
				}
				require.Equal(t, n+1, b.Count("refunded"), op)
			}
		}
	}
	b := startAt(t, sim.Config{Forgets: true})
	ref := b.reserved("2")
	b.Rule("cancel", stage.DropReply, 1)
	r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: ref})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, r.State)
	require.Equal(t, 1, b.Count("cancelled"))
}

// A process that begins knows nothing of what another did: what Saferpay has decides.
func TestEachProcessGoesOnWhereAnotherEnded(t *testing.T) {
	for _, c := range []sim.Config{{}, {Forgets: true}} {
		b := startAt(t, c)
		again := func() { b.plugin = sdktest.Target{New: newPlugin, Config: b.config()}.Start(t) }
		ref := b.reserved("1")
		refund := func(key string) payment.Receipt {
			again()
			r, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: ref, Amount: eur(100000)})
			require.NoError(t, err)
			return r
		}
		for range 2 {
			again()
			require.Equal(t, payment.ReceiptDone, b.capture("c1", ref, total).State)
		}
		for _, key := range []string{"r1", "r2", "r1", "r2"} {
			require.Equal(t, payment.ReceiptDone, refund(key).State)
		}
		require.Equal(t, "amount_invalid", refund("r3").Code, "so much is not left")
		require.Equal(t, []int{1, 2}, []int{b.Count("charge"), b.Count("refunded")})
	}
}

func TestASecondCaptureIsDeclined(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	require.Equal(t, payment.ReceiptDone, b.capture("c1", ref, 100000).State)
	require.Equal(t, "transaction_already_captured", b.capture("c2", ref, 100001).Code)
	require.Equal(t, 1, b.Count("charge"))
}

func TestClickToPayIsASetting(t *testing.T) {
	b := start(t)
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.NotContains(t, methods[0].Hint["de"], "Click to Pay")
	require.NotContains(t, b.get(b.authorize("1").URL), "Click to Pay")

	b = start(t, "click_to_pay", "true")
	methods, err = b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Contains(t, methods[0].Hint["de"], "Click to Pay")
	r := b.authorize("1")
	require.Contains(t, b.get(r.URL), "Mit Click to Pay bezahlen")
	b.decide(r.URL, "click_to_pay", "")
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
}

func TestCredentials(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["api_password"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("1"))
	e := base.AsError(err)
	require.Equal(t, "saferpay_authentication_failed", e.Code)
	require.False(t, e.OutcomeUnknown)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}
