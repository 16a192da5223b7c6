package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/saferpay/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Saferpay; notifications arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	return startAt(t, sim.Config{}, changes...)
}

// startAt is start with a Saferpay that does some things another way.
func startAt(t *testing.T, c sim.Config, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		c.BaseURL, c.User, c.Password, c.Customer, c.Terminal = at.URL, "API_user", "very-secret", "247260", "17728908"
		c.RetryEvery = time.Hour
		b.sim = sim.New(c)
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL + "/api", "customer_id": "247260", "terminal_id": "17728908",
		"api_user": "API_user", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"api_password": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

const total = 258801

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := stagetest.Home()
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com", IP: "192.0.2.1"}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zurueck", Cancel: "http://shop.test/kasse/zurueck?cancelled=1", Webhook: b.Shop + "/webhooks/saferpay"}}
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
	return payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), b.completion(key, reference))
	require.NoError(b.T, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: method, Reference: reference, Amount: eur(total)})
	require.NoError(b.T, err)
	return s
}

// reserved brings an attempt to an authorization and gives its reference.
func (b *bench) reserved(key string) string {
	b.T.Helper()
	r := b.authorize(key)
	b.Act(r.Reference, "approve")
	require.IsType(b.T, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

func (b *bench) capture(key, reference string, minor int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Capture(b.T.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(minor), Final: true})
	require.NoError(b.T, err)
	return r
}
