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

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.Act(b.authorize(time.Now().Format("150405.000000")).Reference, "approve")
		return b.notice("order/authorized")
	}
	debit, rates := b.request("2"), b.request("3")
	debit.Method, rates.Method = directDebit, installment
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1"), debit, rates}, Webhook: genuine,
	}})
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "mondu")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	o, err := p.Payment.Authorize(t.Context(), b.request("1"))
	require.NoError(t, err)
	require.IsType(t, payment.Redirect{}, o)
}

func TestAnAuthorizedOrderIsConfirmedOnceHoweverOftenTheBuyerReturns(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	require.Equal(t, b.URL+"/checkout/"+r.Reference, r.URL)
	require.Equal(t, r, b.authorize("1"), "the same key gives the same order")
	require.Equal(t, 1, b.Count("create"))
	require.Equal(t, payment.Redirect{URL: r.URL, Reference: r.Reference}, b.complete("1", r.Reference), "returned without deciding")

	b.Act(r.Reference, "approve")
	require.IsType(t, payment.Pending{}, b.status(r.Reference).Outcome, "status confirms nothing")
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
	require.Equal(t, 1, b.Count("authorization"))

	late := b.completion("1", r.Reference)
	late.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), late)
	require.NoError(t, err)
	require.Equal(t, want, o, "turning back in another tab does not undo a payment")
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": payment.CodeRisk, "expire": payment.CodeExpired} {
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

	require.True(t, b.status(r.Reference).Voided, "nobody can authorize it in vain")

	r = b.authorize("mismatch")
	b.Act(r.Reference, "approve")
	other := b.completion("mismatch", r.Reference)
	other.Amount = eur(1)
	o, err = b.plugin.Payment.Complete(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, "amount_mismatch", o.(payment.Declined).Code)
	require.True(t, b.status(r.Reference).Voided, "it takes up no limit")
	require.Zero(t, b.Count("authorization"))

	b.sim.Reset()
	require.Equal(t, payment.Declined{Code: payment.CodeExpired, Reference: r.Reference}, b.complete("cancel", r.Reference))
	require.Equal(t, payment.CodeNotFound, b.status(r.Reference).Outcome.(payment.Declined).Code)
	require.Equal(t, payment.CodeNotFound, b.status("").Outcome.(payment.Declined).Code)
}

// The buyer authorized and then turned back to the shop: nothing is confirmed that they gave up, and their limit is theirs again, also
// where Mondu does not answer to that at once.
func TestWhoTurnsBackAfterAuthorizingOwesNothing(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	back := b.completion("1", r.Reference)
	back.Cancelled = true
	o, err := b.plugin.Payment.Complete(t.Context(), back)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, o)
	require.Zero(t, b.Count("authorization"))
	require.True(t, b.status(r.Reference).Voided)

	r = b.authorize("2")
	b.Act(r.Reference, "approve")
	b.Rule("cancel", stage.Status, -1)
	back = b.completion("2", r.Reference)
	back.Cancelled = true
	o, err = b.plugin.Payment.Complete(t.Context(), back)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, o)
}

func TestWhatDoesNotFitIsDeclinedWithoutAsking(t *testing.T) {
	b := start(t)
	for code, spoil := range map[string]func(*payment.AuthorizeRequest){
		"limit_exceeded":  func(r *payment.AuthorizeRequest) { r.Method, r.Purchase.Amount = installment, eur(29999) },
		"limit_exceeded ": func(r *payment.AuthorizeRequest) { r.Purchase.Amount = eur(2000001) },
		"country":         func(r *payment.AuthorizeRequest) { c := *r.Purchase.Billing; c.Country = "US"; r.Purchase.Billing = &c },
		"customer_type":   func(r *payment.AuthorizeRequest) { r.Purchase.Customer.Type = base.CustomerPrivate },
	} {
		r := b.request(code)
		spoil(&r)
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.Declined{Code: strings.TrimSpace(code)}, o)
	}
	require.Zero(t, b.Count("create"))
	a := &account{settings: settings{countries: []string{"DE"}, payLaterMin: 100, payLaterMax: 2000, enabled: map[string]bool{payLater: true}}}
	for field, spoil := range map[string]func(*payment.AuthorizeRequest){
		"method":                func(r *payment.AuthorizeRequest) { r.Method = installment },
		"idempotency_key":       func(r *payment.AuthorizeRequest) { r.IdempotencyKey = "" },
		"purchase.amount":       func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Minor = 0 },
		"purchase.amount ":      func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Currency = "USD" },
		"purchase.order_number": func(r *payment.AuthorizeRequest) { r.Purchase.OrderNumber = "" },
		"purchase.billing":      func(r *payment.AuthorizeRequest) { r.Purchase.Billing = nil },
		"urls":                  func(r *payment.AuthorizeRequest) { r.URLs.Cancel = "" },
	} {
		r := b.request("1")
		spoil(&r)
		require.ErrorIs(t, a.check(r), &base.Error{Fault: base.FaultCaller}, field)
		require.Equal(t, strings.TrimSpace(field), base.AsError(a.check(r)).Fields[0].Name)
	}
	for _, cents := range []int64{100, 2000} {
		r := b.request("1")
		r.Purchase.Amount = eur(cents)
		require.Empty(t, a.unfit(r))
	}
}

func TestPendingOrders(t *testing.T) {
	for decision, want := range map[string]payment.Outcome{"accept": payment.Authorized{}, "deny": payment.Declined{}} {
		b := start(t)
		r := b.authorize("1")
		b.Act(r.Reference, "review")
		require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete("1", r.Reference))
		b.Act(r.Reference, decision)
		require.IsType(t, want, b.complete("1", r.Reference))
		require.IsType(t, want, b.status(r.Reference).Outcome)
	}
}

func TestLostConfirmationsAreReconciled(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			r := b.authorize("1")
			b.Act(r.Reference, "approve")
			b.Rule("confirm", effect, 1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			o, err := b.plugin.Payment.Complete(ctx, b.completion("1", r.Reference))
			require.NoError(t, err)
			_, declined := o.(payment.Declined)
			require.False(t, declined, "a lost answer is not a refusal")
			require.IsType(t, payment.Authorized{}, b.status(r.Reference).Outcome)
			require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference))
			require.Equal(t, 1, b.Count("authorization"))
		})
	}
}

func TestAnOrderThatCouldNotBeCreatedIsNoPayment(t *testing.T) {
	b := start(t)
	b.Rule("create", stage.DropReply, 1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody can have authorized it")
	b.authorize("1")
	require.Equal(t, 2, b.Count("create"), "the first is never confirmed")
}

func TestCredentials(t *testing.T) {
	b := start(t)
	wrong := b.config("register_webhooks", "false")
	wrong.Secrets["api_token"] = "wrong-secret"
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

func TestSettings(t *testing.T) {
	b := start(t)
	for key, value := range map[string]string{"methods": "mondu", "countries": "Germany", "net_term": "31", "installment_max_cents": "50", "pay_later_min_cents": "-1", "timeout": "1ms"} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		err = p.Base.Configure(t.Context(), b.config(key, value))
		closing()
		require.ErrorContains(t, err, key)
	}
	b = start(t, "methods", installment, "net_term", "60")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Len(t, methods, 1)
	require.Equal(t, []base.CustomerType{base.CustomerBusiness}, methods[0].CustomerTypes)
	require.Equal(t, eur(30000), methods[0].Min)
}
