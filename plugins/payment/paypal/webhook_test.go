package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/paypal/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestWebhooksTellWhatHappened(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.BeforeReturn, 1)
	b.Act(r.Reference, "approve")
	approved := b.Handle(b.plugin, b.notice("CHECKOUT.ORDER.APPROVED"))
	require.Equal(t, payment.EventApproved, approved.Kind)
	require.Equal(t, r.Reference, approved.Reference)
	require.Equal(t, "K1", approved.OrderNumber)
	require.Zero(t, b.Count("charge"), "a webhook moves no money")

	b.Rule(stage.WebhookOp, stage.Duplicate, 1)
	b.complete("1", r.Reference)
	captured := b.Handle(b.plugin, b.notice("PAYMENT.CAPTURE.COMPLETED"))
	require.Equal(t, payment.EventCaptured, captured.Kind)
	require.Equal(t, r.Reference, captured.Reference)
	require.Equal(t, eur(258801), captured.Amount)
	require.Equal(t, captured, b.Handle(b.plugin, b.notice("PAYMENT.CAPTURE.COMPLETED")), "sent twice, it is the same event")

	_, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r", Reference: r.Reference, Amount: eur(500)})
	require.NoError(t, err)
	refunded := b.Handle(b.plugin, b.notice("PAYMENT.CAPTURE.REFUNDED"))
	require.Equal(t, payment.EventRefunded, refunded.Kind)
	require.Equal(t, r.Reference, refunded.Reference, "found through the capture")
	require.Equal(t, eur(500), refunded.Amount)

	r = b.authorize("2")
	b.Act(r.Reference, "approve")
	b.Act(r.Reference, "expire")
	reversed := b.Handle(b.plugin, b.notice("CHECKOUT.PAYMENT-APPROVAL.REVERSED"))
	require.Equal(t, payment.EventDeclined, reversed.Kind)
	require.Equal(t, r.Reference, reversed.Reference)
	require.Equal(t, payment.CodeExpired, reversed.Code)
}

func TestForgedWebhooksAreRefused(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.Act(r.Reference, "approve")
	b.Refuse(b.plugin, b.notice("CHECKOUT.ORDER.APPROVED"))

	b.complete("1", r.Reference)
	good := b.notice("PAYMENT.CAPTURE.COMPLETED")
	for what, spoil := range map[string]func(*base.WebhookRequest){
		"another host's certificate":   func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Cert-Url", "http://evil.test/cert") },
		"a host that only looks alike": func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Cert-Url", "https://evil"+b.URL[len("http://"):]) },
		"a certificate by another way": func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Cert-Url", "file:///etc/passwd") },
		"another algorithm":            func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Auth-Algo", "none") },
		"another time":                 func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Transmission-Time", "2030-01-01T00:00:00Z") },
		"another signature":            func(n *base.WebhookRequest) { n.Headers.Set("Paypal-Transmission-Sig", "AAAA") },
		"another amount":               func(n *base.WebhookRequest) { n.Body = bytes.Replace(n.Body, []byte("2588.01"), []byte("9588.01"), 1) },
	} {
		bad := good
		bad.Headers = good.Headers.Clone()
		spoil(&bad)
		t.Log(what)
		b.Refuse(b.plugin, bad)
	}
	b.Handle(b.plugin, good)
}

// A stranger signs rightly, with a key of his own that lies on his own server.
func TestAStrangersKeyIsNotEvenFetched(t *testing.T) {
	b := start(t)
	stranger, err := sim.New(sim.Config{})
	require.NoError(t, err)
	t.Cleanup(stranger.Close)
	fetched := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched++
		stranger.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	b.Act(b.authorize("1").Reference, "approve")
	n := b.notice("CHECKOUT.ORDER.APPROVED")
	n.Headers.Set("Paypal-Cert-Url", srv.URL+"/v1/notifications/certs/CERT-simulator")
	b.Refuse(b.plugin, n)
	require.Zero(t, fetched)
	require.Zero(t, b.Count("verify_webhook"))
}

func TestCertificatesLieAtPayPalOnly(t *testing.T) {
	live := newCertificates(settings{apiURL: liveURL, certHost: "paypal.com"})
	for address, good := range map[string]bool{
		"https://api.paypal.com/v1/notifications/certs/CERT-1": true, "https://paypal.com/cert": true,
		"http://api.paypal.com/cert": false, "https://evilpaypal.com/cert": false, "https://paypal.com.evil.test/cert": false,
		"https://api.paypal.com@evil.test/cert": false, "https://u@api.paypal.com/cert": false, "https://evil.test/?paypal.com": false,
		"https://api.paypal.com:8443/cert": false, "file:///cert": false, "": false, "%zz": false,
	} {
		require.Equal(t, good, live.Trusts(address) == nil, address)
	}
}

func TestPayPalIsAskedWhenItsCertificateCannotBeHad(t *testing.T) {
	b := start(t)
	b.Rule("certificate", stage.Status, -1)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	good := b.notice("CHECKOUT.ORDER.APPROVED")
	require.Equal(t, payment.EventApproved, b.Handle(b.plugin, good).Kind)
	require.Equal(t, 1, b.Count("verify_webhook"))
	bad := good
	bad.Body = bytes.Replace(good.Body, []byte("2588.01"), []byte("9588.01"), 1)
	b.Refuse(b.plugin, bad)

	b.Rule("verify_webhook", stage.Status, -1)
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), good)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault, "neither proven nor forged: PayPal shall send it again")
	require.True(t, e.Retryable)
}

func TestTheWebhookIsRegisteredOnceAndFoundByEveryProcess(t *testing.T) {
	b := start(t)
	b.authorize("1")
	b.authorize("2")
	require.Equal(t, 1, b.Count("create_webhook"))
	r := b.authorize("3")
	b.Act(r.Reference, "approve")
	n := b.notice("CHECKOUT.ORDER.APPROVED")

	b.plugin = sdktest.Target{New: newPlugin, Config: b.config()}.Start(t) // another process, which has never authorized
	require.Equal(t, payment.EventApproved, b.Handle(b.plugin, n).Kind)
	require.Equal(t, 1, b.Count("create_webhook"))
}

func TestReservationsAreReported(t *testing.T) {
	b := start(t, "intent", "authorize")
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	b.complete("1", r.Reference)
	require.Equal(t, payment.EventAuthorized, b.Handle(b.plugin, b.notice("PAYMENT.AUTHORIZATION.CREATED")).Kind)
}

// Whatever a notification carries, an event names what it is about, or there is none.
func FuzzResource(f *testing.F) {
	for _, seed := range []string{
		`{"id":"5O1","purchase_units":[{"custom_id":"K1","amount":{"currency_code":"EUR","value":"25.88"}}]}`, `{"order_id":"5O1"}`, `{"id":7}`,
		`{"id":"2GG","amount":{"currency_code":"EUR","value":"-1"},"supplementary_data":{"related_ids":{"order_id":"5O1"}}}`,
		`{"id":"1JU","amount":{"currency_code":"EUR","value":"5.00"},"links":[{"rel":"up","href":"https://x/v2/payments/captures/"}]}`, `[]`, `null`,
	} {
		f.Add([]byte(seed))
	}
	a := &account{api: newAPI(settings{apiURL: "http://127.0.0.1:1", timeout: time.Second})}
	f.Fuzz(func(t *testing.T, resource []byte) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // it shall not ask anybody
		for _, read := range []func(*payment.Event) error{
			func(e *payment.Event) error { return orderEvent(e, resource) },
			func(e *payment.Event) error { return reversalEvent(e, resource) },
			func(e *payment.Event) error { return a.transactionEvent(ctx, e, resource) },
		} {
			var e payment.Event
			if read(&e) == nil && (e.Amount.Minor < 0 || e.Amount.Minor != 0 && len(e.Amount.Currency) != 3) {
				t.Errorf("%s was read as %+v", resource, e)
			}
		}
	})
}
