package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/mondu/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Mondu; webhooks arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string // takes the webhooks
	plugin  sdk.Plugin
	notices chan base.WebhookRequest
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	b.sim = sim.New(sim.Config{BaseURL: b.url, Token: "very-secret", Secret: "hook-secret", RetryEvery: time.Hour})
	srv.Config.Handler = b.sim.Handler()
	srv.Start()
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.notices <- base.WebhookRequest{Method: r.Method, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
	}))
	b.shop = shop.URL
	t.Cleanup(func() { b.sim.Close(); srv.Close(); shop.Close() })
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url + "/api/v1", "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values, Secrets: map[string]base.Secret{"api_token": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

const total = 258801

func (b *bench) request(key string) payment.AuthorizeRequest {
	office := &base.Address{Company: "Käufer GmbH", FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE", Phone: "+49401234"}
	return payment.AuthorizeRequest{Method: payLater, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: office, Delivery: office,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerBusiness, Email: "kim@example.com", VATID: "DE123456789"},
			Lines: []payment.Line{
				{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 2, UnitPrice: eur(124900), Total: eur(249800), TaxRate: 1900, Tax: eur(39884)},
				{Kind: payment.LineDigital, SKU: "NB-1", Name: "Garantie", Quantity: 2, UnitPrice: eur(5000), Total: eur(10000), TaxRate: 1900, Tax: eur(1597)},
				{Kind: payment.LineShipping, Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
				{Kind: payment.LineDiscount, Quantity: 1, UnitPrice: eur(-1498), Total: eur(-1498)},
			}},
		URLs: payment.URLs{Return: "http://shop.test/zurueck", Cancel: "http://shop.test/zurueck?cancelled=1", Webhook: b.shop}}
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
	return payment.CompleteRequest{Method: payLater, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Complete(b.t.Context(), b.completion(key, reference))
	require.NoError(b.t, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.t.Helper()
	s, err := b.plugin.Payment.Status(b.t.Context(), payment.StatusRequest{Method: payLater, Reference: reference, Amount: eur(total)})
	require.NoError(b.t, err)
	return s
}

// confirmed brings an attempt to a confirmed order and gives its uuid.
func (b *bench) confirmed(key string) string {
	b.t.Helper()
	r := b.authorize(key)
	b.act(r.Reference, "approve")
	require.IsType(b.t, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

func (b *bench) count(what string) int { return b.sim.Stage().Counts()[what] }

// notice waits for the next webhook of a topic.
func (b *bench) notice(topic string) base.WebhookRequest {
	b.t.Helper()
	timeout := time.After(5 * time.Second)
	for {
		select {
		case n := <-b.notices:
			if strings.Contains(string(n.Body), `"topic":"`+topic+`"`) {
				return n
			}
		case <-timeout:
			require.Fail(b.t, "no webhook "+topic)
		}
	}
}
