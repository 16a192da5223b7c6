package main

import (
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
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Mondu; webhooks arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		b.sim = sim.New(sim.Config{BaseURL: at.URL, Token: "very-secret", Secret: "hook-secret", RetryEvery: time.Hour})
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL + "/api/v1", "timeout": "1s"}, changes...)
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
		URLs: payment.URLs{Return: "http://shop.test/zurueck", Cancel: "http://shop.test/zurueck?cancelled=1", Webhook: b.Shop}}
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
	return payment.CompleteRequest{Method: payLater, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), b.completion(key, reference))
	require.NoError(b.T, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: payLater, Reference: reference, Amount: eur(total)})
	require.NoError(b.T, err)
	return s
}

// confirmed brings an attempt to a confirmed order and gives its uuid.
func (b *bench) confirmed(key string) string {
	b.T.Helper()
	r := b.authorize(key)
	b.Act(r.Reference, "approve")
	require.IsType(b.T, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

// state reads an order as Mondu has it.
func (b *bench) state(id string) order {
	b.T.Helper()
	a := &account{api: newAPI(settings{apiURL: b.URL + "/api/v1", token: "very-secret", timeout: time.Second})}
	o, err := a.read(b.T.Context(), id)
	require.NoError(b.T, err)
	return o
}

// notice waits for the next webhook of a topic.
func (b *bench) notice(topic string) base.WebhookRequest {
	b.T.Helper()
	return b.NoticeOf(topic, func(n base.WebhookRequest) bool {
		return strings.Contains(string(n.Body), `"topic":"`+topic+`"`)
	})
}
