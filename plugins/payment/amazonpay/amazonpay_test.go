package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/amazonpay/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.paid(time.Now().Format("150405.000000"))
		return b.notice("CHARGE")
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1", b.express())}, Webhook: genuine,
	}})
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "amazonpay")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1", b.express()))
	require.NoError(t, err)
	require.IsType(t, payment.Redirect{}, o)
}

func TestAnExpressPaymentIsTakenOnceHoweverOftenTheBuyerReturns(t *testing.T) {
	b := start(t)
	session := b.express()
	r := b.redirected("1", session)
	require.Equal(t, b.URL+"/checkout/"+session, r.URL)
	require.WithinDuration(t, time.Now().Add(24*time.Hour), r.ExpiresAt, time.Minute)
	require.Equal(t, r, b.redirected("1", session), "the same key gives the same answer")
	require.IsType(t, payment.Redirect{}, b.complete("1", r.Reference), "returned without confirming")

	b.act(session, "approve")
	results := make(chan payment.Outcome, 8)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			o, err := b.plugin.Payment.Complete(t.Context(), b.completion("1", r.Reference))
			if err != nil {
				t.Error(err)
			}
			results <- o
		})
	}
	wait.Wait()
	close(results)
	for o := range results {
		got := o.(payment.Authorized)
		require.WithinDuration(t, time.Now().AddDate(0, 0, 30), got.ExpiresAt, time.Minute)
		got.ExpiresAt = time.Time{}
		require.Equal(t, payment.Authorized{Reference: r.Reference, Amount: eur(258801)}, got)
	}
	require.Equal(t, 1, b.Count("authorization"))
	require.Zero(t, b.Count("charge"), "held, not taken")

	late := b.completion("1", r.Reference)
	late.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), late)
	require.NoError(t, err)
	require.IsType(t, payment.Authorized{}, o, "turning back in another tab does not undo a payment")
	require.IsType(t, payment.Authorized{}, b.authorize("1", session))
	late.Amount.Currency = "USD"
	o, err = b.plugin.Payment.Complete(t.Context(), late)
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, o, "the money is held, so that it is no refusal")
}

func TestTheCheckoutButtonPaysWithoutASecondConfirmation(t *testing.T) {
	b := start(t)
	session := b.checkout("1")
	b.act(session, "approve")
	o := b.authorize("1", session)
	require.Equal(t, eur(258801), o.(payment.Authorized).Amount)
	require.Equal(t, o, b.authorize("1", session))
	require.Equal(t, o, b.complete("1", o.(payment.Authorized).Reference))
	require.Equal(t, 1, b.Count("authorization"))

	bare, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: session, OrderNumber: "1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, o, bare.Outcome, "found by the session alone")

	session = b.checkout("2")
	r := b.request("2", session)
	r.Purchase.Amount = eur(1)
	b.act(session, "approve")
	declined, err := b.plugin.Payment.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, codeMismatch, declined.(payment.Declined).Code, "the cart changed after the buyer confirmed")
	require.Equal(t, 1, b.Count("authorization"))
}

// The buyer has confirmed, and something else answers in Amazon's place when the session is read: that is asked again, and ends nothing.
func TestASessionThatCannotBeReadForAMomentIsPaid(t *testing.T) {
	b := start(t)
	session := b.checkout("1")
	b.act(session, "approve")
	b.Rule("show_session", stage.Garbage, 1)
	require.IsType(t, payment.Authorized{}, b.authorize("1", session))
	b.Rule("show_session", stage.Garbage, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1", session))
	require.True(t, base.AsError(err).Retryable)
	require.False(t, base.AsError(err).OutcomeUnknown)
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": payment.CodeRefused, "expire": payment.CodeExpired} {
		session := b.express()
		r := b.redirected(action, session)
		b.act(session, action)
		want := payment.Declined{Code: code, Reference: r.Reference}
		require.Equal(t, want, b.complete(action, r.Reference))
		require.Equal(t, want, b.state(r.Reference).Outcome)
	}
	session := b.express()
	attempt := b.request("cancel", session)
	attempt.URLs.Cancel = b.Shop + "/attempt?cancelled=1"
	waiting, err := b.plugin.Payment.Authorize(t.Context(), attempt)
	require.NoError(t, err)
	r := waiting.(payment.Redirect)
	require.Equal(t, b.Shop+"/attempt?amazonCheckoutSessionId="+session+"&cancelled=1", b.act(session, "cancel")["redirect"],
		"the buyer who turns back there turns back from the attempt, not from the cart")
	back := b.completion("cancel", r.Reference)
	back.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), back)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, o)

	b.act(session, "approve")
	other := b.completion("cancel", r.Reference)
	other.Amount = eur(1)
	o, err = b.plugin.Payment.Complete(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, codeMismatch, o.(payment.Declined).Code)
	require.Zero(t, b.Count("authorization"))
}

// A session serves another attempt when the customer came back to change something, and never pays for two.
func TestASessionPaysForOneAttempt(t *testing.T) {
	b := start(t)
	session := b.express()
	first := b.redirected("1", session)
	second := b.redirected("2", session)
	require.NotEqual(t, first.Reference, second.Reference)
	b.act(session, "approve")
	require.Equal(t, codeUsed, b.complete("1", first.Reference).(payment.Declined).Code)
	require.IsType(t, payment.Authorized{}, b.complete("2", second.Reference))

	require.Equal(t, codeUsed, b.complete("1", first.Reference).(payment.Declined).Code)
	require.Equal(t, codeUsed, b.authorize("3", session).(payment.Declined).Code)
	require.Equal(t, codeUsed, b.state(first.Reference).Outcome.(payment.Declined).Code)
	void, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: first.Reference})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, void.State)
	require.IsType(t, payment.Authorized{}, b.state(second.Reference).Outcome, "giving up the first did not touch the second")
	require.Equal(t, 1, b.Count("authorization"))
}

func TestLostRepliesNeverPayTwice(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			session := b.express()
			r := b.redirected("1", session)
			b.act(session, "approve")
			b.Rule("complete", effect, 1)
			b.Rule("show_charge", stage.Status, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			o, err := b.plugin.Payment.Complete(ctx, b.completion("1", r.Reference))
			require.NoError(t, err)
			require.Equal(t, r.Reference, o.(payment.Unknown).Reference, "a lost answer is not a refusal")

			b.sim.Stage().ClearRules()
			require.IsType(t, payment.Authorized{}, b.state(r.Reference).Outcome, "reconciled")
			require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
			require.Equal(t, 1, b.Count("authorization"))
		})
	}
}

func TestALostReplyIsRepairedOnTheSpotWhereRepeatingIsSafe(t *testing.T) {
	b := start(t)
	session := b.express()
	b.Rule("update_session", stage.DropReply, 1)
	r := b.redirected("1", session)
	b.act(session, "approve")
	b.Rule("complete", stage.DropReply, 1)
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
	require.Equal(t, 1, b.Count("authorization"))
	require.Equal(t, 2, b.Count("complete"))
}

func TestASessionThatCannotBeSetIsNoPayment(t *testing.T) {
	b := start(t)
	session := b.express()
	b.Rule("update_session", stage.DropReply, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1", session))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody can have confirmed it")

	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "1"})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)
}

func TestASessionWithoutABuyerIsRefused(t *testing.T) {
	b := start(t)
	s, err := b.plugin.Payment.Start(t.Context(), payment.StartRequest{Method: method, Express: true, URLs: b.urls(),
		Purchase: payment.Purchase{CheckoutID: bound}})
	require.NoError(t, err)
	_, err = b.plugin.Payment.Authorize(t.Context(), b.request("1", b.click(s.ClientData)))
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "session_incomplete"})
	require.ErrorContains(t, err, "buyer_not_associated")
}

func TestPaymentUnderReview(t *testing.T) {
	b := start(t)
	for action, want := range map[string]any{"settle": payment.Authorized{}, "deny": payment.Declined{}} {
		session := b.express()
		r := b.redirected(action, session)
		b.act(session, "pending")
		require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete(action, r.Reference))
		require.Equal(t, payment.Pending{Reference: r.Reference}, b.state(r.Reference).Outcome)
		b.act(session, action)
		require.IsType(t, want, b.complete(action, r.Reference))
	}
	session := b.checkout("open")
	b.act(session, "approve")
	b.Rule("complete", stage.Status, -1)
	o := b.authorize("open", session)
	b.sim.Stage().ClearRules()
	reference := o.(payment.Unknown).Reference
	require.Equal(t, payment.Pending{Reference: reference}, b.state(reference).Outcome, "only the last step is missing")
	require.IsType(t, payment.Authorized{}, b.complete("open", reference))
}

func TestCredentials(t *testing.T) {
	b := start(t)
	session := b.express()
	other := start(t)
	wrong := b.config()
	wrong.Secrets["private_key"] = base.Secret(other.key)
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("1", session))
	require.ErrorContains(t, err, "InvalidRequestSignature")
	require.NotContains(t, err.Error(), "PRIVATE KEY")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}

func TestAKeyWithoutEnvironmentNamesItInThePath(t *testing.T) {
	b := start(t, "public_key_id", "AFVX7ULWSGBZ5535PCUQOY7B", "environment", "sandbox")
	b.redirected("1", b.express())
	live, err := readSettings(base.Config{Values: map[string]string{"public_key_id": "AFVX", "timeout": "1s"},
		Secrets: map[string]base.Secret{"private_key": base.Secret(b.key)}})
	require.NoError(t, err)
	require.Equal(t, "https://pay-api.amazon.eu/live/v2", live.baseURL)
}

// In development the simulator makes the key that the shop signs with, and keeps it.
func TestTheSimulatorMakesTheShopsKey(t *testing.T) {
	settings, err := os.ReadFile("../../../configs/plugins.yaml")
	require.NoError(t, err)
	require.NotContains(t, string(settings), "PRIVATE"+" KEY--")
	file := filepath.Join(t.TempDir(), "keys", "amazonpay.pem")
	for range 2 { // a simulator that starts again knows the same merchant
		b := start(t)
		s, err := sim.New(sim.Config{BaseURL: b.URL, MerchantID: "MERCHANT", KeyFile: file})
		require.NoError(t, err)
		defer s.Close()
		made, err := os.ReadFile(file)
		require.NoError(t, err)
		b.key = string(made)
		p := sdktest.Target{New: newPlugin, Config: b.config()}.Start(t)
		session, err := p.Payment.Start(t.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", Purchase: b.purchase("1"), URLs: b.urls()})
		require.NoError(t, err)
		id, err := s.Open(session.ClientData)
		require.NoError(t, err)
		require.NotEmpty(t, id)
	}
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}
