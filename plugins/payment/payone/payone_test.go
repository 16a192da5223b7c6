package main

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
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
	var n atomic.Int64
	genuine := func() base.WebhookRequest {
		b.reserved("w" + strconv.FormatInt(n.Add(1), 10))
		return b.notice("appointed")
	}
	secure := b.request("2", secureCard)
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1", goodCard), secure}, Webhook: genuine,
	}})
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "payone")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1", goodCard))
	require.NoError(t, err)
	require.IsType(t, payment.Authorized{}, o)
}

func TestTheSameKeyIsOneReservation(t *testing.T) {
	b := start(t)
	r := b.request("1", goodCard)
	o := b.authorize(r)
	require.Equal(t, eur(total), o.(payment.Authorized).Amount)
	require.Equal(t, o, b.authorize(r))
	require.Equal(t, o, b.status("1", "").Outcome, "found by its order")

	b.restart()
	require.IsType(t, payment.Unknown{}, b.authorize(r), "another process cannot know how the first call ended")
	require.Equal(t, 1, b.Count("authorization"))
}

func TestASavedCardPaysAgain(t *testing.T) {
	b := start(t)
	r := b.request("1", goodCard)
	b.authorize(r)
	again := b.request("2", goodCard)
	again.ClientData = r.ClientData
	require.IsType(t, payment.Authorized{}, b.authorize(again))
	again.Purchase.OrderNumber, again.IdempotencyKey = "K3", "3"
	again.ClientData = map[string]string{"pseudocardpan": r.ClientData["pseudocardpan"]}
	require.IsType(t, payment.Authorized{}, b.authorize(again), "the rest is for the shop's list")
}

func TestDeclines(t *testing.T) {
	b := start(t)
	for number, code := range map[string]string{
		"4301111100000101": payment.CodeRefused, "4301111100000200": payment.CodeRefused,
		"4000000000009995": payment.CodeInsufficientFunds, "4000000000000069": "card_expired",
	} {
		r := b.request(number, number)
		r.Purchase.OrderNumber = "K" + number[10:]
		require.Equal(t, payment.Declined{Code: code}, b.authorize(r))
	}
	r := b.request("1", goodCard)
	r.ClientData["pseudocardpan"] = "9410010000999999999"
	require.Equal(t, payment.Declined{Code: "card_unknown"}, b.authorize(r), "a saved card that PAYONE knows no more")
	require.Zero(t, b.Count("authorization"))
}

func TestThreeDSecure(t *testing.T) {
	b := start(t)
	r := b.request("1", secureCard)
	redirect := b.authorize(r).(payment.Redirect)
	require.Contains(t, redirect.URL, b.URL+"/3ds/")
	require.Equal(t, redirect, b.authorize(r), "the same key gives the same page")
	require.Equal(t, payment.ReceiptDone, b.void("left", redirect.Reference).State, "nobody has confirmed it yet")
	require.Zero(t, b.Count("capture"), "so that there is nothing to end")
	require.Equal(t, payment.Pending{Reference: redirect.Reference}, b.status("1", redirect.Reference).Outcome)

	back := b.act(redirect.Reference, "approve")
	b.restart() // the customer's return reaches another process
	want := payment.Authorized{Reference: redirect.Reference, Amount: eur(total)}
	for range 3 {
		require.Equal(t, want, b.complete(b.completion("1", redirect.Reference, back)))
	}
	require.Equal(t, want, b.complete(b.completion("1", redirect.Reference, r.URLs.Cancel)), "turning back in another tab does not undo it")
	require.Equal(t, want, b.status("1", redirect.Reference).Outcome)
}

func TestAReturnProvesNothingByItself(t *testing.T) {
	b := start(t)
	first := b.authorize(b.request("1", secureCard)).(payment.Redirect)
	second := b.authorize(b.request("2", secureCard)).(payment.Redirect)
	foreign := b.act(first.Reference, "approve")
	for what, address := range map[string]string{
		"nothing": "http://shop.test/", "a claim": "http://shop.test/?payone=success", "an empty proof": "http://shop.test/?payone=success&proof=",
		"another payment's proof": foreign,
	} {
		o := b.complete(b.completion("2", second.Reference, address))
		require.IsType(t, payment.Declined{}, o, what)
	}
	cheaper := b.completion("1", first.Reference, foreign)
	cheaper.Amount = eur(1)
	require.IsType(t, payment.Declined{}, b.complete(cheaper), "another amount than was asked for")
	require.IsType(t, payment.Authorized{}, b.complete(b.completion("1", first.Reference, foreign)))
}

func TestThreeDSecureEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": "authentication_failed", "cancel": payment.CodeCustomerCancelled} {
		redirect := b.authorize(b.request(action, secureCard)).(payment.Redirect)
		back := b.act(redirect.Reference, action)
		require.Equal(t, payment.Declined{Code: code, Reference: redirect.Reference}, b.complete(b.completion(action, redirect.Reference, back)))
	}
	redirect := b.authorize(b.request("late", secureCard)).(payment.Redirect)
	require.Equal(t, payment.CodeExpired, b.complete(b.completion("late", redirect.Reference, "")).(payment.Declined).Code, "nobody came back")
	require.Zero(t, b.Count("authorization"))
}

// The shop gives up a payment whose customer is still at the card's bank, through a process that did not see it begin.
func TestAnyProcessKnowsThatAnUnconfirmedPaymentEndsByItself(t *testing.T) {
	b := start(t)
	redirect := b.authorize(b.request("1", secureCard)).(payment.Redirect)
	require.Equal(t, payment.ReceiptDone, b.void("v", redirect.Reference).State)
	b.restart()
	require.Equal(t, payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeLapses, Reference: redirect.Reference}, b.void("v", redirect.Reference))
	require.Zero(t, b.Count("cancelled"))
	for code, about := range map[string]bool{"payone_902": true, "payone_2003": false, "payone_1000": false, "refused": false, "": false} {
		require.Equal(t, about, stateless.MatchString(code), code)
	}
}

func TestALostReplyIsUnknownUntilTheNotification(t *testing.T) {
	b := start(t)
	o := b.authorize(b.request("1", lostCard))
	require.IsType(t, payment.Unknown{}, o, "a lost answer is not a refusal")
	require.Equal(t, 2, b.Count("preauthorization"), "asked again: the reference is taken")
	require.Equal(t, 1, b.Count("authorization"))
	require.IsType(t, payment.Unknown{}, b.status("1", "").Outcome)
	b.ahead.Store(int64(10 * time.Minute))
	require.IsType(t, payment.Unknown{}, b.status("1", "").Outcome, "it exists, so its notification comes")

	e := b.handle(b.notice("appointed"))
	require.Equal(t, payment.EventAuthorized, e.Kind)
	require.Equal(t, "K1", e.OrderNumber, "by which the shop finds it")
	require.Equal(t, eur(total), e.Amount)
	require.Equal(t, payment.Authorized{Reference: e.Reference, Amount: eur(total)}, b.status("1", "").Outcome)
	require.Equal(t, payment.ReceiptDone, b.capture("c", e.Reference, total).State)
}

func TestAPaymentThatNeverArrivedCountsAsNoneAfterAWhile(t *testing.T) {
	for _, effect := range []stage.Effect{stage.Status, stage.Garbage, stage.Hang, stage.DropReply} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t, "notification_wait", "1m")
			r := b.request("1", goodCard)
			b.Rule("preauthorization", effect, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			o, err := b.plugin.Payment.Authorize(ctx, r)
			require.NoError(t, err)
			require.IsType(t, payment.Unknown{}, o)
			require.IsType(t, payment.Unknown{}, b.status("1", "").Outcome)
			b.ahead.Store(int64(2 * time.Minute))
			require.Equal(t, payment.CodeNotFound, b.status("1", "").Outcome.(payment.Declined).Code)

			b.sim.Stage().ClearRules()
			o = b.authorize(r) // the shop sends it again under the same key
			if effect == stage.Status {
				require.IsType(t, payment.Authorized{}, o)
			} else {
				require.IsType(t, payment.Unknown{}, o, "it had arrived after all")
			}
			require.Equal(t, 1, b.Count("authorization"))
		})
	}
}

func (b *bench) capture(key, reference string, minor int64, earlier ...string) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Capture(b.T.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference,
		Amount: eur(minor), Final: minor == total, Earlier: earlier})
	require.NoError(b.T, err)
	return r
}

func (b *bench) refund(key, reference string, minor int64, earlier ...string) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: reference,
		Amount: eur(minor), Earlier: earlier})
	require.NoError(b.T, err)
	return r
}

func (b *bench) void(key, reference string) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Void(b.T.Context(), payment.VoidRequest{Method: method, IdempotencyKey: key, Reference: reference})
	require.NoError(b.T, err)
	return r
}

func TestCaptureVoidRefund(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	require.Equal(t, payment.ReceiptDeclined, b.capture("c0", ref, total+1).State)
	first := b.capture("c1", ref, 100000)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDone, Reference: ref + "-1", Amount: eur(100000)}, first)
	require.Equal(t, first, b.capture("c1", ref, 100000))
	require.Equal(t, ref+"-2", b.capture("c2", ref, total-100000).Reference)
	require.Equal(t, 2, b.Count("charge"))
	require.Equal(t, "captured", b.void("v", ref).Code, "taken money is refunded, not voided")
	require.Equal(t, payment.ReceiptDone, b.refund("r1", ref, 100000).State)
	require.Equal(t, payment.ReceiptDone, b.refund("r1", ref, 100000).State)
	require.Equal(t, payment.ReceiptDeclined, b.refund("r2", ref, total).State)
	require.Equal(t, payment.ReceiptDone, b.refund("r3", ref, total-100000).State)
	require.Equal(t, 2, b.Count("refunded"))
	s := b.status("1", ref)
	require.Equal(t, []base.Money{eur(total), eur(total)}, []base.Money{s.Captured, s.Refunded})

	ref = b.reserved("2")
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.void("v2", ref).State)
	}
	require.Equal(t, 1, b.Count("cancelled"))
	require.True(t, b.status("2", ref).Voided)
	require.Equal(t, payment.ReceiptDeclined, b.capture("c3", ref, total).State)
}

func TestOperationsWhoseAnswerIsLostHappenOnce(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			ref := b.reserved("1")
			b.Rule("capture", effect, 1)
			require.Equal(t, payment.ReceiptDone, b.capture("c1", ref, 1000).State, "asked again: its number is taken")
			b.Rule("capture", effect, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			_, err := b.plugin.Payment.Capture(ctx, payment.CaptureRequest{Method: method, IdempotencyKey: "c2", Reference: ref, Amount: eur(500)})
			require.True(t, base.AsError(err).OutcomeUnknown)
			b.sim.Stage().ClearRules()
			require.Equal(t, ref+"-2", b.capture("c2", ref, 500).Reference)
			require.Equal(t, 2, b.Count("charge"))
			b.Rule("refund", effect, 1)
			require.Equal(t, payment.ReceiptDone, b.refund("r1", ref, 1500).State)
			require.Equal(t, 1, b.Count("refunded"))
		})
	}
}

func TestOnlyAReceiptOfAnOperationNamesItsNumber(t *testing.T) {
	require.Equal(t, 2, highest("123456789", []string{"123456789-2", "123456789", "987654321-7", "123456789-1", "", "123456789-x"}))
	require.Zero(t, highest("123456789", []string{"123456789"}), "a void that found nothing to do any more")
}

// The shop says what was done before, so that a process goes on where another one, or itself before a restart, left off.
func TestAnyProcessGoesOnAfterWhatTheShopHasReceiptsOf(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	var earlier []string
	does := func(r payment.Receipt) {
		t.Helper()
		require.Equal(t, payment.ReceiptDone, r.State)
		earlier = append(earlier, r.Reference)
		require.Equal(t, ref+"-"+strconv.Itoa(len(earlier)), r.Reference)
		b.restart()
	}
	does(b.capture("c1", ref, 1000, earlier...))
	does(b.refund("r1", ref, 400, earlier...))
	does(b.capture("c2", ref, 500, earlier...))
	does(b.refund("r2", ref, 100, earlier...))
	does(b.refund("r3", ref, 1000, earlier...))
	require.Equal(t, []int{2, 3}, []int{b.Count("charge"), b.Count("refunded")})
	_, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r3", Reference: ref, Amount: eur(1000), Earlier: earlier[:4]})
	require.Equal(t, codeSequence, base.AsError(err).Code, "a repetition whose answer the shop never had is not sent under the next number")
	r, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: ref, Earlier: earlier})
	require.NoError(t, err)
	require.Equal(t, "captured", r.Code)
}

// The same number stands for one operation: what is not known to have arrived keeps others waiting, and is not taken for one that
// another process did under its number.
func TestALostOperationKeepsItsNumberToItself(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	first := b.capture("c1", ref, total).Reference
	lost := payment.RefundRequest{Method: method, IdempotencyKey: "r1", Reference: ref, Amount: eur(500), Earlier: []string{first}}
	b.Rule("refund", stage.Status, -1)
	_, err := b.plugin.Payment.Refund(t.Context(), lost)
	require.True(t, base.AsError(err).OutcomeUnknown)
	b.sim.Stage().ClearRules()
	next := lost
	next.IdempotencyKey, next.Amount = "r2", eur(300)
	_, err = b.plugin.Payment.Refund(t.Context(), next)
	require.Equal(t, "busy", base.AsError(err).Code)
	require.True(t, base.AsError(err).Retryable)

	second, err := b.process().Payment.Refund(t.Context(), next)
	require.NoError(t, err)
	require.Equal(t, ref+"-2", second.Reference)
	lost.Earlier = append(lost.Earlier, second.Reference)
	r, err := b.plugin.Payment.Refund(t.Context(), lost)
	require.NoError(t, err)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDone, Reference: ref + "-3", Amount: eur(500)}, r, "it had not arrived")
	require.Equal(t, 2, b.Count("refunded"))
}

func TestAnotherProcessNeverRepeatsWhatItCannotKnow(t *testing.T) {
	b := start(t)
	ref := b.reserved("1")
	b.capture("c1", ref, 1000)
	refused := func(key string) {
		t.Helper()
		_, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: ref, Amount: eur(1000)})
		require.Equal(t, codeSequence, base.AsError(err).Code)
		require.True(t, base.AsError(err).OutcomeUnknown)
		require.Equal(t, 1, b.Count("charge"))
	}
	b.restart()
	refused("c1")
	require.Equal(t, "captured", b.void("v", ref).Code)
	capture := b.notice("capture")
	b.handle(capture) // says that number 1 is a capture, but not under which key
	paid := base.WebhookRequest{Method: "POST", Headers: capture.Headers, Body: bytes.Replace(capture.Body, []byte("txaction=capture"), []byte("txaction=paid"), 1)}
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), paid)
	require.NoError(t, err)
	refused("c1")
	refused("c2")
	require.Equal(t, ref+"-2", b.refund("r", ref, 1000).Reference, "a refund it cannot have been")

	b.restart()
	b.handle(b.notice("refund")) // leaves number 1 open
	refused("c3")
}

func TestCredentials(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["portal_key"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("1", goodCard))
	require.Equal(t, "payone_2003", base.AsError(err).Code)
	require.False(t, base.AsError(err).OutcomeUnknown)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}
