package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/saferpay/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Saferpay; notifications arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string // takes the notifications
	plugin  sdk.Plugin
	notices chan base.WebhookRequest
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	b.sim = sim.New(sim.Config{BaseURL: b.url, User: "API_user", Password: "very-secret", Customer: "247260", Terminal: "17728908", RetryEvery: time.Hour})
	srv.Config.Handler = b.sim.Handler()
	srv.Start()
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b.notices <- base.WebhookRequest{Method: r.Method, Query: r.URL.RawQuery, Headers: r.Header, ReceivedAt: time.Now()}
	}))
	b.shop = shop.URL
	t.Cleanup(func() { b.sim.Close(); srv.Close(); shop.Close() })
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url + "/api", "customer_id": "247260", "terminal_id": "17728908",
		"api_user": "API_user", "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values, Secrets: map[string]base.Secret{"api_password": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

const total = 258801

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE"}
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com", IP: "192.0.2.1"}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zurueck", Cancel: "http://shop.test/kasse/zurueck?cancelled=1", Webhook: b.shop + "/webhooks/saferpay"}}
}

// authorize brings an attempt to the redirect.
func (b *bench) authorize(key string) payment.Redirect {
	b.t.Helper()
	o, err := b.plugin.Payment.Authorize(b.t.Context(), b.request(key))
	require.NoError(b.t, err)
	require.IsType(b.t, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

func (b *bench) act(id, action string) {
	b.t.Helper()
	_, err := b.sim.Act(id, action)
	require.NoError(b.t, err)
}

func (b *bench) rule(op string, e stage.Effect, times int) {
	b.t.Helper()
	require.NoError(b.t, b.sim.Stage().Add(stage.Rule{Op: op, Effect: e, Times: times}))
}

func (b *bench) completion(key, reference string) payment.CompleteRequest {
	return payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Complete(b.t.Context(), b.completion(key, reference))
	require.NoError(b.t, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.t.Helper()
	s, err := b.plugin.Payment.Status(b.t.Context(), payment.StatusRequest{Method: method, Reference: reference, Amount: eur(total)})
	require.NoError(b.t, err)
	return s
}

// reserved brings an attempt to an authorization and gives its reference.
func (b *bench) reserved(key string) string {
	b.t.Helper()
	r := b.authorize(key)
	b.act(r.Reference, "approve")
	require.IsType(b.t, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

func (b *bench) capture(key, reference string, minor int64) payment.Receipt {
	b.t.Helper()
	r, err := b.plugin.Payment.Capture(b.t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(minor), Final: true})
	require.NoError(b.t, err)
	return r
}

func (b *bench) count(what string) int { return b.sim.Stage().Counts()[what] }

// notice waits for the next notification.
func (b *bench) notice() base.WebhookRequest {
	b.t.Helper()
	select {
	case n := <-b.notices:
		return n
	case <-time.After(5 * time.Second):
		require.Fail(b.t, "no notification")
		return base.WebhookRequest{}
	}
}
