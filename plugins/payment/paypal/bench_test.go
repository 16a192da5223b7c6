package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/paypal/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated PayPal; webhooks arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
	sent   *recorder // what the plugin said
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		var err error
		b.sim, err = sim.New(sim.Config{BaseURL: at.URL, ClientID: "client", Secret: "very-secret", RetryEvery: time.Hour})
		require.NoError(t, err)
		b.sent = &recorder{Handler: b.sim.Handler()}
		return overheard{b.sim, b.sent}
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

// overheard is a PayPal of which everything that is said to it is kept.
type overheard struct {
	*sim.Sim
	ear http.Handler
}

func (o overheard) Handler() http.Handler { return o.ear }

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "client_id": "client", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"client_secret": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := stagetest.Home()
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(258801), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"},
			Lines: []payment.Line{
				{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 2, UnitPrice: eur(129900), Total: eur(259800)},
				{Kind: payment.LineShipping, Name: "DHL", Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
				{Kind: payment.LineDiscount, Name: "Gutschein", Quantity: 1, UnitPrice: eur(-1498), Total: eur(-1498)},
			}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zurueck", Cancel: "http://shop.test/kasse/zurueck?cancelled=1", Webhook: b.Shop}}
}

// authorize brings an attempt to the redirect.
func (b *bench) authorize(key string) payment.Redirect {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), b.request(key))
	require.NoError(b.T, err)
	require.IsType(b.T, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

func (b *bench) completion(key, reference string) payment.CompleteRequest {
	return payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(258801)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), b.completion(key, reference))
	require.NoError(b.T, err)
	return o
}

// paid brings an attempt to a capture and gives the order's id.
func (b *bench) paid(key string) string {
	b.T.Helper()
	r := b.authorize(key)
	b.Act(r.Reference, "approve")
	require.IsType(b.T, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

// notice waits for the next webhook of a type.
func (b *bench) notice(eventType string) base.WebhookRequest {
	b.T.Helper()
	return b.NoticeOf(eventType, func(n base.WebhookRequest) bool {
		return strings.Contains(string(n.Body), `"event_type":"`+eventType+`"`)
	})
}
