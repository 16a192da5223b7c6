package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/santander/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated bank; notifications arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		b.sim = sim.New(sim.Config{BaseURL: at.URL, Shop: "4711", Password: "very-secret", NotifyKey: "notify-secret", RetryEvery: time.Hour})
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "shop_id": "4711", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"password": "very-secret", "notify_key": "notify-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg",
		Country: "DE", Phone: "+4940123"}
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(129905), Billing: home, Delivery: home,
			Lines:    []payment.Line{{Kind: payment.LinePhysical, Name: "Notebook", Quantity: 1}},
			Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"}},
		URLs: payment.URLs{Return: b.Shop + "/kasse/zahlung/1", Cancel: b.Shop + "/kasse/zahlung/1?cancelled=1", Webhook: b.Shop + "/webhooks/santander"}}
}

// authorize brings an attempt to the redirect.
func (b *bench) authorize(key string) payment.Redirect {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), b.request(key))
	require.NoError(b.T, err)
	require.IsType(b.T, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

// after brings an attempt to what an action of the customer leads to, and gives its reference.
func (b *bench) after(key, action string) string {
	b.T.Helper()
	id := b.authorize(key).Reference
	b.Act(id, action)
	return id
}

func (b *bench) complete(reference string, turnedBack bool) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: reference, Reference: reference,
		Amount: eur(129905), Cancelled: turnedBack})
	require.NoError(b.T, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: method, Reference: reference, Amount: eur(129905)})
	require.NoError(b.T, err)
	return s
}

func (b *bench) capture(key, reference string, cents int64) (payment.Receipt, error) {
	return b.plugin.Payment.Capture(b.T.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents), Final: true})
}

func (b *bench) refund(key, reference string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents)})
	require.NoError(b.T, err)
	return r
}

func (b *bench) void(reference string) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Void(b.T.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v" + reference, Reference: reference})
	require.NoError(b.T, err)
	return r
}
