package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/aiia/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Aiia; notifications arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		b.sim = sim.New(sim.Config{BaseURL: at.URL, ClientID: "client", Secret: "very-secret", Destination: "D1",
			WebhookSecret: "hook-secret", RetryEvery: time.Hour})
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "client_id": "client", "destination_id": "D1", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"client_secret": "very-secret", "webhook_secret": "hook-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := stagetest.Home()
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(129905), Billing: home, Delivery: home},
		URLs:     payment.URLs{Return: b.Shop + "/kasse/zahlung/1", Cancel: b.Shop + "/kasse/zahlung/1?cancelled=1", Webhook: b.Shop + "/webhooks/aiia"}}
}

// authorize brings an attempt to the redirect.
func (b *bench) authorize(key string) payment.Redirect {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), b.request(key))
	require.NoError(b.T, err)
	require.IsType(b.T, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference,
		OrderNumber: "K" + key, Attempt: 1, Amount: eur(129905)})
	require.NoError(b.T, err)
	return o
}
