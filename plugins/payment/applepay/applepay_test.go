package main

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// A token pays once, and the kit sends its example under several keys, so each check gets an example of its own.
func TestConformance(t *testing.T) {
	b := start(t)
	example := func() sdktest.Target {
		r := b.request(time.Now().Format("150405.000000"), b.sheet(258801, "approve"))
		return sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{Authorize: []payment.AuthorizeRequest{r}}}
	}
	for _, check := range sdktest.Checks(example()) {
		t.Run(check.Name, func(t *testing.T) {
			if check.Skip != "" {
				t.Skip(check.Skip)
			}
			err := check.Do(t.Context(), example())
			if skip, ok := errors.AsType[sdktest.Skip](err); ok {
				t.Skip(skip)
			}
			require.NoError(t, err)
		})
	}
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "applepay")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1", b.sheet(258801, "approve")))
	require.NoError(t, err)
	require.IsType(t, payment.Authorized{}, o)
}

func TestTheMoneyIsHeldOnceHoweverOftenItIsAsked(t *testing.T) {
	b := start(t)
	r := b.request("1", b.sheet(258801, "approve"))
	var wait sync.WaitGroup
	outcomes := make(chan payment.Outcome, 8)
	for range 8 {
		wait.Go(func() {
			o, err := b.plugin.Payment.Authorize(t.Context(), r)
			if err != nil {
				t.Error(err)
			}
			outcomes <- o
		})
	}
	wait.Wait()
	first := (<-outcomes).(payment.Authorized)
	require.Equal(t, eur(258801), first.Amount)
	require.False(t, first.Captured)
	for range 7 {
		require.Equal(t, first, <-outcomes)
	}
	require.Equal(t, 1, b.Count("authorization"))
	require.Equal(t, 1, b.Count("authorize"))

	o, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "1", Reference: first.Reference, Amount: eur(258801)})
	require.NoError(t, err)
	require.Equal(t, first, o)
	o, err = b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "1", Reference: first.Reference, Amount: eur(1)})
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, o, "the money is held, so that it is no refusal")
	r.Purchase.Amount = eur(1)
	require.Equal(t, codeMismatch, b.authorize(r).(payment.Declined).Code)
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: first.Reference, Amount: eur(1)})
	require.NoError(t, err)
	require.Equal(t, first, s.Outcome, "Status tells what is held, so that it can be given up")
}

func TestRefusals(t *testing.T) {
	b := start(t)
	for card, code := range map[string]string{"decline": payment.CodeRefused, "no_funds": payment.CodeInsufficientFunds,
		"no_contract": payment.CodeRefused} {
		require.Equal(t, payment.Declined{Code: code}, b.authorize(b.request(card, b.sheet(258801, card))))
	}
	require.Equal(t, codeMismatch, b.authorize(b.request("less", b.sheet(100, "approve"))).(payment.Declined).Code,
		"the customer agreed to another amount")
	token := b.sheet(258801, "mastercard")
	require.IsType(t, payment.Authorized{}, b.authorize(b.request("first", token)))
	require.Equal(t, payment.CodeRefused, b.authorize(b.request("second", token)).(payment.Declined).Code, "a token pays once")
	require.Equal(t, 1, b.Count("authorization"))
}

// Whoever looks at the sheet agrees to what it shows, whatever the token says and whichever process authorizes.
func TestOnlyTheAmountThatTheSheetShowsIsTaken(t *testing.T) {
	b := start(t)
	shown, err := b.start(100000, map[string]string{"validation_url": b.URL + "/paymentservices/paymentSession"})
	require.NoError(t, err)
	other := sdktest.Target{New: newPlugin, Config: b.config()}.Start(t)
	r := b.request("1", b.sheet(258801, "approve"))
	r.SessionID = shown.ID
	o, err := other.Payment.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: codeMismatch}, o)
	require.Zero(t, b.Count("authorize"), "nothing was sent")

	r = b.request("2", b.sheet(100000, "approve"))
	r.SessionID, r.Purchase.Amount = shown.ID, eur(100000)
	o, err = other.Payment.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, eur(100000), o.(payment.Authorized).Amount)
}

func TestTokensThatMakeNoSenseGoNowhere(t *testing.T) {
	b := start(t)
	good := b.sheet(258801, "approve")
	for what, text := range map[string]string{
		"nothing": "", "no JSON": "{", "no token": "{}", "another version": strings.Replace(good, "EC_v1", "RSA_v1", 1),
		"no base64": strings.Replace(good, `"signature":"`, `"signature":"*`, 1), "another network": strings.Replace(good, `"Visa"`, `"AmEx"`, 1),
		"too much": good + strings.Repeat(" ", maxPayment), "no transaction": strings.Replace(good, `"transactionId":"`, `"x":"`, 1),
	} {
		_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1", text))
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"}, what)
		require.NotContains(t, err.Error(), "EC_v1", "nothing of the token is told")
	}
	require.Zero(t, b.Count("authorize"))
}

func TestLostRepliesNeverHoldTwice(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			b.Rule("authorize", effect, 1)
			r := b.request("1", b.sheet(258801, "approve"))
			o := b.authorize(r)
			require.IsType(t, payment.Authorized{}, o, "it is looked for at once")
			require.Equal(t, o, b.authorize(r))
			require.Equal(t, 1, b.Count("authorization"))
		})
	}
}

func TestWhatCannotBeFoundOutIsUnknown(t *testing.T) {
	b := start(t)
	r := b.request("1", b.sheet(258801, "approve"))
	b.Rule("authorize", stage.DropReply, 1)
	b.Rule("inquire", stage.Status, 0)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	_, err := b.plugin.Payment.Authorize(ctx, r)
	require.NoError(t, err, "a lookup that fails once is repeated")
	require.IsType(t, payment.Authorized{}, b.status("1", "").Outcome, "found without its id")

	// A hold that Saferpay has not made, and may still make.
	b.Rule("authorize", stage.Status, 1)
	late := b.request("2", b.sheet(258801, "approve"))
	require.IsType(t, payment.Unknown{}, b.authorize(late), "a lost answer is not a refusal")
	require.IsType(t, payment.Unknown{}, b.status("2", "").Outcome, "Saferpay may still be busy with it")
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config()}.Start(t)
	require.IsType(t, payment.Unknown{}, b.status("2", "").Outcome, "which the next process cannot know")
	require.IsType(t, payment.Authorized{}, b.authorize(late))
	require.Equal(t, 2, b.Count("authorization"))
}

func TestAfterItsTimeWhatSaferpayDoesNotKnowNeverWas(t *testing.T) {
	b := start(t, "settle_time", "1ns")
	b.Rule("authorize", stage.Status, 1)
	require.IsType(t, payment.Unknown{}, b.authorize(b.request("1", b.sheet(258801, "approve"))))
	require.Equal(t, payment.CodeNotFound, b.status("1", "").Outcome.(payment.Declined).Code)
}

func TestALostAuthorizationIsWaitedForHoweverOldTheProcess(t *testing.T) {
	l := newLimbo(time.Minute)
	require.True(t, l.holds("1"), "a process before may have sent it")
	l.began = time.Now().Add(-time.Hour)
	require.False(t, l.holds("1"))
	l.since["old"] = l.began
	require.False(t, l.holds("old"))
	l.enter("1")
	require.True(t, l.holds("1"))
	require.NotContains(t, l.since, "old")
}

func TestWhatIsNoPayment(t *testing.T) {
	a := &account{settings: settings{networks: []string{"visa"}}}
	b := start(t)
	for field, spoil := range map[string]func(*payment.AuthorizeRequest){
		"method":                func(r *payment.AuthorizeRequest) { r.Method = "paypal" },
		"idempotency_key":       func(r *payment.AuthorizeRequest) { r.IdempotencyKey = "" },
		"purchase.amount":       func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Minor = 0 },
		"purchase.amount ":      func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Currency = "USD" },
		"purchase.order_number": func(r *payment.AuthorizeRequest) { r.Purchase.OrderNumber = "1~2" },
	} {
		r := b.request("1", b.sheet(258801, "approve"))
		spoil(&r)
		_, err := a.check(r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller}, field)
		require.Equal(t, strings.TrimSpace(field), base.AsError(err).Fields[0].Name)
	}
}

func TestTheDeviceIsToldOfInIPv4Only(t *testing.T) {
	for ip, want := range map[string]string{"192.0.2.7": "192.0.2.7", "2001:db8::7": "", "": ""} {
		require.Equal(t, &payer{LanguageCode: "en", IPAddress: want}, payerOf(payment.Purchase{Locale: "en-GB", Customer: payment.Customer{IP: ip}}))
	}
	require.Equal(t, "de", payerOf(payment.Purchase{Locale: "de-DE"}).LanguageCode)
}

func TestNothingIsSentWhenItCannotBeLookedUp(t *testing.T) {
	b := start(t)
	b.Rule("inquire", stage.Status, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1", b.sheet(258801, "approve")))
	e := base.AsError(err)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown)
	require.Zero(t, b.Count("authorize"))
}

func TestCapture(t *testing.T) {
	b := start(t)
	ref := b.held("1")
	require.Equal(t, payment.CodeOnlyWhole, b.capture("c0", ref, 100, false).Code)
	require.Equal(t, codeMismatch, b.capture("c0", ref, 258802, true).Code)
	b.Rule("capture", stage.DropReply, 1)
	first := b.capture("c1", ref, 258801, true)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.NotEmpty(t, first.Reference)
	require.Equal(t, first, b.capture("c1", ref, 258801, true))
	require.Equal(t, 1, b.Count("charge"))
	s := b.status("1", ref)
	require.Equal(t, eur(258801), s.Captured)
	require.True(t, s.Outcome.(payment.Authorized).Captured)
	require.Equal(t, "captured", b.void("v", ref).Code, "taken money is refunded, not voided")
}

func TestVoid(t *testing.T) {
	b := start(t)
	ref := b.held("1")
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.void("v", ref).State)
	}
	require.True(t, b.status("1", ref).Voided)
	require.Equal(t, "not_authorized", b.capture("c", ref, 258801, true).Code)
	require.Equal(t, payment.ReceiptDone, b.void("v", "").State, "nothing was ever held")
}

func TestRefundsHappenOncePerKey(t *testing.T) {
	b := start(t)
	ref := b.held("1")
	require.Equal(t, "not_captured", b.refund("early", ref, 1).Code)
	b.capture("c", ref, 258801, true)
	first := b.refund("r1", ref, 100000)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.Equal(t, eur(100000), first.Amount)
	require.Equal(t, first, b.refund("r1", ref, 100000))
	require.Equal(t, "amount_invalid", b.refund("r2", ref, 200000).Code)

	for _, op := range []string{"refund", "capture"} {
		b.Rule(op, stage.DropReply, 3)
		_, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: op, Reference: ref, Amount: eur(1000)})
		require.True(t, base.AsError(err).OutcomeUnknown || err == nil, "%v", err)
		b.sim.Stage().ClearRules()
		require.Equal(t, payment.ReceiptDone, b.refund(op, ref, 1000).State)
	}
	require.Equal(t, 3, b.Count("refunded"))
	require.Equal(t, eur(102000), b.status("1", ref).Refunded)
}

// A process that begins knows nothing of what another did: what Saferpay has decides.
func TestEachProcessGoesOnWhereAnotherEnded(t *testing.T) {
	b := start(t)
	again := func() { b.plugin = sdktest.Target{New: newPlugin, Config: b.config()}.Start(t) }
	ref := b.held("1")
	var first payment.Receipt
	for range 2 {
		again()
		r := b.capture("c1", ref, 258801, true)
		require.Equal(t, payment.ReceiptDone, r.State)
		require.True(t, first == payment.Receipt{} || first == r)
		first = r
	}
	for _, key := range []string{"r1", "r2", "r1", "r2"} {
		again()
		require.Equal(t, payment.ReceiptDone, b.refund(key, ref, 100000).State)
	}
	again()
	require.Equal(t, "amount_invalid", b.refund("r3", ref, 100000).Code, "so much is not left")
	require.Equal(t, []int{1, 2}, []int{b.Count("charge"), b.Count("refunded")})
}

func TestCredentials(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["password"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("3", b.sheet(258801, "approve")))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}

func FuzzToken(f *testing.F) {
	f.Add(`{"token":{"paymentData":{"version":"EC_v1","data":"AA==","signature":"AA==","header":{"ephemeralPublicKey":"AA==","publicKeyHash":"AA==","transactionId":"1"}},"paymentMethod":{"network":"Visa"}}}`)
	f.Add(`{"token":{"paymentData":[]}}`)
	a := &account{settings: settings{networks: []string{"visa"}}}
	f.Fuzz(func(t *testing.T, text string) {
		if token, wrong := a.readToken(text); (token == "") == (wrong == "") {
			t.Fatalf("token %q, wrong %q", token, wrong)
		}
	})
}
