package main

import (
	"io"
	"net/http"
	"net/http/httptest"
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
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated PayPal; webhooks arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string // takes the webhooks
	plugin  sdk.Plugin
	notices chan base.WebhookRequest
	sent    *recorder // what the plugin said
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	s, err := sim.New(sim.Config{BaseURL: b.url, ClientID: "client", Secret: "very-secret", RetryEvery: time.Hour})
	require.NoError(t, err)
	b.sim = s
	b.sent = &recorder{Handler: s.Handler()}
	srv.Config.Handler = b.sent
	srv.Start()
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.notices <- base.WebhookRequest{Method: r.Method, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
	}))
	b.shop = shop.URL
	t.Cleanup(func() { s.Close(); srv.Close(); shop.Close() })
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url, "client_id": "client", "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values, Secrets: map[string]base.Secret{"client_secret": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE"}
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(258801), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"},
			Lines: []payment.Line{
				{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 2, UnitPrice: eur(129900), Total: eur(259800)},
				{Kind: payment.LineShipping, Name: "DHL", Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
				{Kind: payment.LineDiscount, Name: "Gutschein", Quantity: 1, UnitPrice: eur(-1498), Total: eur(-1498)},
			}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zurueck", Cancel: "http://shop.test/kasse/zurueck?cancelled=1", Webhook: b.shop}}
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
	return payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(258801)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Complete(b.t.Context(), b.completion(key, reference))
	require.NoError(b.t, err)
	return o
}

// paid brings an attempt to a capture and gives the order's id.
func (b *bench) paid(key string) string {
	b.t.Helper()
	r := b.authorize(key)
	b.act(r.Reference, "approve")
	require.IsType(b.t, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

func (b *bench) count(what string) int { return b.sim.Stage().Counts()[what] }

// notice waits for the next webhook of a type.
func (b *bench) notice(eventType string) base.WebhookRequest {
	b.t.Helper()
	timeout := time.After(5 * time.Second)
	for {
		select {
		case n := <-b.notices:
			if strings.Contains(string(n.Body), `"event_type":"`+eventType+`"`) {
				return n
			}
		case <-timeout:
			require.Fail(b.t, "no webhook "+eventType)
		}
	}
}
