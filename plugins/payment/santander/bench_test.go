package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/santander/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated bank; notifications arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string
	plugin  sdk.Plugin
	notices chan base.WebhookRequest
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.notices <- base.WebhookRequest{Method: r.Method, Query: r.URL.RawQuery, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
	}))
	b.shop = shop.URL
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	b.sim = sim.New(sim.Config{BaseURL: b.url, Shop: "4711", Password: "very-secret", NotifyKey: "notify-secret", RetryEvery: time.Hour})
	srv.Config.Handler = b.sim.Handler()
	srv.Start()
	t.Cleanup(func() { b.sim.Close(); srv.Close(); shop.Close() })
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url, "shop_id": "4711", "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
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
		URLs: payment.URLs{Return: b.shop + "/kasse/zahlung/1", Cancel: b.shop + "/kasse/zahlung/1?cancelled=1", Webhook: b.shop + "/webhooks/santander"}}
}

// authorize brings an attempt to the redirect.
func (b *bench) authorize(key string) payment.Redirect {
	b.t.Helper()
	o, err := b.plugin.Payment.Authorize(b.t.Context(), b.request(key))
	require.NoError(b.t, err)
	require.IsType(b.t, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

// after brings an attempt to what an action of the customer leads to, and gives its reference.
func (b *bench) after(key, action string) string {
	b.t.Helper()
	id := b.authorize(key).Reference
	b.act(id, action)
	return id
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

func (b *bench) complete(reference string, turnedBack bool) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Complete(b.t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: reference, Reference: reference,
		Amount: eur(129905), Cancelled: turnedBack})
	require.NoError(b.t, err)
	return o
}

func (b *bench) status(reference string) payment.State {
	b.t.Helper()
	s, err := b.plugin.Payment.Status(b.t.Context(), payment.StatusRequest{Method: method, Reference: reference, Amount: eur(129905)})
	require.NoError(b.t, err)
	return s
}

func (b *bench) capture(key, reference string, cents int64) (payment.Receipt, error) {
	return b.plugin.Payment.Capture(b.t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents), Final: true})
}

func (b *bench) refund(key, reference string, cents int64) payment.Receipt {
	b.t.Helper()
	r, err := b.plugin.Payment.Refund(b.t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents)})
	require.NoError(b.t, err)
	return r
}

func (b *bench) void(reference string) payment.Receipt {
	b.t.Helper()
	r, err := b.plugin.Payment.Void(b.t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v" + reference, Reference: reference})
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
		require.Fail(b.t, "no notification came")
		return base.WebhookRequest{}
	}
}
