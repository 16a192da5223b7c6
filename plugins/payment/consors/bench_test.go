package main

import (
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/consors/sim"
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
		b.sim = sim.New(sim.Config{BaseURL: at.URL, Vendor: "8403", User: "user", Password: "very-secret", APIKey: "api-secret",
			HashKey: "hash-secret", RetryEvery: time.Hour})
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "entry_url": b.URL + "/web/ecommerce/gewuenschte-rate", "vendor_id": "8403",
		"username": "user", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"password": "very-secret", "api_key": "api-secret", "hash_key": "hash-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) request(key string) payment.AuthorizeRequest {
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg",
		Country: "DE", Phone: "+4940123"}
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key,
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(129905), Billing: home, Delivery: home,
			Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"}},
		URLs: payment.URLs{Return: b.Shop + "/kasse/zahlung/1", Cancel: b.Shop + "/kasse/zahlung/1?cancelled=1", Webhook: b.Shop + "/webhooks/consors"}}
}

// apply posts the form as the customer's browser does, and gives the attempt's reference.
func (b *bench) apply(key string) string {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), b.request(key))
	require.NoError(b.T, err)
	require.IsType(b.T, payment.FormPost{}, o)
	form := o.(payment.FormPost)
	fields := url.Values{}
	for name, value := range form.Fields {
		fields.Set(name, value)
	}
	answer, err := http.PostForm(form.URL, fields)
	require.NoError(b.T, err)
	page, _ := io.ReadAll(answer.Body)
	require.Equal(b.T, http.StatusOK, answer.StatusCode, string(page))
	require.Contains(b.T, string(page), form.Fields["order_amount"])
	return form.Reference
}

// act does what customer or bank do, and gives the parameters with which the browser comes back.
func (b *bench) act(id, action string) map[string]string {
	b.T.Helper()
	u, err := url.Parse(b.Act(id, action).(map[string]string)["redirect"])
	require.NoError(b.T, err)
	params := map[string]string{}
	for name, values := range u.Query() {
		params[name] = values[0]
	}
	return params
}

func (b *bench) complete(reference string, params map[string]string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: reference, Reference: reference,
		Amount: eur(129905), Params: params, Cancelled: params["cancelled"] == "1"})
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
