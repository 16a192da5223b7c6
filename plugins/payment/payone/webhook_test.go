package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestNotificationsTellWhatHappened(t *testing.T) {
	b := start(t)
	redirect := b.authorize(b.request("1", secureCard)).(payment.Redirect)
	b.Rule(stage.WebhookOp, stage.BeforeReturn, 1)
	b.act(redirect.Reference, "approve")
	appointed := b.notice("appointed")
	e := b.handle(appointed)
	require.Equal(t, payment.EventAuthorized, e.Kind)
	require.Equal(t, redirect.Reference, e.Reference)
	require.Equal(t, "K1", e.OrderNumber)
	require.Equal(t, eur(total), e.Amount)
	require.False(t, e.OccurredAt.IsZero())
	require.Equal(t, e, b.handle(appointed), "sent twice, it is the same event")
	o := b.complete(b.completion("1", redirect.Reference, ""))
	require.Equal(t, payment.Authorized{Reference: redirect.Reference, Amount: eur(total)}, o, "nobody has to come back")

	b.capture("c", redirect.Reference, total)
	e = b.handle(b.notice("capture"))
	require.Equal(t, payment.EventCaptured, e.Kind)
	require.Equal(t, eur(total), e.Amount)
	b.refund("r", redirect.Reference, 500)
	require.Equal(t, payment.EventRefunded, b.handle(b.notice("refund")).Kind)

	b.act(redirect.Reference, "chargeback")
	e = b.handle(b.notice("cancelation"))
	require.Equal(t, payment.EventDisputed, e.Kind)
	require.Equal(t, payment.Dispute{ID: redirect.Reference + "-3", State: payment.DisputeOpen, Reason: "chargeback"}, e.Dispute)
	require.Empty(t, e.OperationReference, "no refund of the shop's")
	require.Zero(t, e.Amount, "PAYONE names the balance, not what is disputed")

	b.void("v", b.reserved("2"))
	require.Equal(t, payment.EventVoided, b.handle(b.notice("capture")).Kind, "a capture of nothing")

	redirect = b.authorize(b.request("3", secureCard)).(payment.Redirect)
	b.act(redirect.Reference, "decline")
	e = b.handle(b.notice("failed"))
	require.Equal(t, payment.EventDeclined, e.Kind)
	require.Equal(t, payment.CodeRefused, e.Code)
}

func TestAnotherAmountIsGivenUp(t *testing.T) {
	b := start(t)
	redirect := b.authorize(b.request("1", secureCard)).(payment.Redirect)
	back := b.act(redirect.Reference, "other_amount")
	e := b.handle(b.notice("appointed"))
	require.Equal(t, eur(total-1), e.Amount, "the shop sees what is reserved")
	o := b.complete(b.completion("1", redirect.Reference, back))
	require.Equal(t, payment.Declined{Code: "amount_mismatch", Reference: redirect.Reference}, o)
	require.Equal(t, 1, b.Count("cancelled"))
}

// The browser may be faster than the notification of another amount: the shop then has what its order costs for reserved until it
// is told, and whoever asks again learns the truth.
func TestAnotherAmountIsToldAfterTheReturn(t *testing.T) {
	b := start(t)
	redirect := b.authorize(b.request("1", secureCard)).(payment.Redirect)
	back := b.act(redirect.Reference, "other_amount")
	completion := b.completion("1", redirect.Reference, back)
	require.Equal(t, payment.Authorized{Reference: redirect.Reference, Amount: eur(total)}, b.complete(completion))
	appointed := b.notice("appointed")
	require.Equal(t, eur(total-1), b.handle(appointed).Amount)
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: redirect.Reference, OrderNumber: "K1", Amount: eur(total)})
	require.NoError(t, err)
	require.Equal(t, payment.Authorized{Reference: redirect.Reference, Amount: eur(total - 1)}, s.Outcome)
	require.Equal(t, payment.Declined{Code: "amount_mismatch", Reference: redirect.Reference}, b.complete(completion))
	b.handle(appointed) // as often as it comes
	require.Equal(t, payment.Declined{Code: "amount_mismatch", Reference: redirect.Reference}, b.complete(completion))
	require.Equal(t, 1, b.Count("cancelled"))
}

func TestForgedNotificationsAreRefused(t *testing.T) {
	b := start(t)
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.reserved("1")
	forged := b.notice("appointed")
	b.reserved("2")
	good := b.notice("appointed")
	form, err := url.ParseQuery(string(good.Body))
	require.NoError(t, err)
	changed := func(field, value string) base.WebhookRequest {
		other := url.Values{}
		for name, values := range form {
			other[name] = values
		}
		other.Set(field, value)
		return base.WebhookRequest{Method: http.MethodPost, Headers: good.Headers, Body: []byte(other.Encode())}
	}
	bare := good
	bare.Headers = nil
	for what, n := range map[string]base.WebhookRequest{
		"a stranger's": forged, "another key": changed("key", strings.Repeat("a", 32)), "no key": changed("key", ""),
		"the key itself": changed("key", "very-secret"), "another portal": changed("portalid", "7654321"), "another account": changed("aid", "54321"),
		"a test in a live shop": changed("mode", "live"), "no content type": bare,
		"what cannot be read": {Method: http.MethodPost, Headers: good.Headers, Body: []byte("%zz")},
	} {
		a, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged}, what)
		require.Empty(t, a.Events)
	}
	b.handle(good)
	for _, action := range []string{"underpaid", "reminder", "invoice", "dance"} {
		a, err := b.plugin.Payment.HandleWebhook(t.Context(), changed("txaction", action))
		require.NoError(t, err)
		require.Empty(t, a.Events)
		require.Equal(t, "TSOK", string(a.Reply.Body), "so that it is not repeated")
	}
	a, err := b.plugin.Payment.HandleWebhook(t.Context(), changed("price", "1e9"))
	require.NoError(t, err)
	require.Empty(t, a.Events, "an amount that cannot be read is none")
}

func FuzzMoney(f *testing.F) {
	f.Add("2588.01", "EUR")
	f.Add("-0.1", "eur")
	f.Fuzz(func(t *testing.T, value, currency string) {
		m, ok := money(value, currency)
		if ok && (m.Minor < 0 || len(m.Currency) != 3) {
			t.Errorf("%q %q was read as %+v", value, currency, m)
		}
	})
}

func TestAmountsOfNotifications(t *testing.T) {
	for text, minor := range map[string]int64{"0.00": 0, "25.88": 2588, "5": 500, "5.1": 510, "123456789.12": 12345678912} {
		m, ok := money(text, "EUR")
		require.True(t, ok, text)
		require.Equal(t, eur(minor), m)
	}
	for _, text := range []string{"", ".5", "1,00", "1e2", "1.234", "-1", "+1", "9999999999999.00"} {
		_, ok := money(text, "EUR")
		require.False(t, ok, text)
	}
}

// Whatever a notification with the right key says, an event names its payment and has an amount where it needs one.
func FuzzNotification(f *testing.F) {
	for _, seed := range []string{
		"txid=123456789&txaction=appointed&sequencenumber=0&txtime=1700000000&price=25.88&currency=EUR&reference=K1-1",
		"txid=123456789&txaction=capture&sequencenumber=1&receivable=0.00&currency=EUR", "txid=123456789&txaction=refund&sequencenumber=999999999999",
		"txid=x&txaction=failed", "txid=1&txid=2&txaction=failed&txtime=-9223372036854775808", "%zz", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		form, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		a := &account{ledger: newLedger()}
		e, ok := a.event(form)
		a.hear(form, e)
		if ok && (e.ID == "" || e.Reference == "" || e.Kind == payment.EventUnspecified || e.Amount.Minor < 0) {
			t.Errorf("%q was read as %+v", body, e)
		}
	})
}
