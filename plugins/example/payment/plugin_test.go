package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/example/payment/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func request(key string) payment.AuthorizeRequest {
	return payment.AuthorizeRequest{
		Method: method, IdempotencyKey: key, Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(12345)},
		URLs: payment.URLs{Return: "https://shop.example/zurueck", Cancel: "https://shop.example/abbruch"},
	}
}

// target is the plugin with a simulated Muster behind a proxy that the checks can spoil.
func target(t *testing.T) (sdktest.Target, *sim.Sim) {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	address := "http://" + srv.Listener.Addr().String()
	world := sdktest.NewWorld(t, address)
	world.Control, world.Wait = address+"/_control/muster", 2*time.Second
	s := sim.New(sim.Config{BaseURL: world.Proxy.URL + "/muster", APIKey: "key-of-the-api", WebhookKey: "key-of-the-webhooks"})
	mux := http.NewServeMux()
	mux.Handle("/muster/", http.StripPrefix("/muster", s.Handler()))
	mux.Handle("/_control/muster/", http.StripPrefix("/_control/muster", stage.Control(s)))
	srv.Config.Handler = mux
	srv.Start()
	t.Cleanup(func() { srv.Close(); s.Close() })
	return sdktest.Target{
		New: newPlugin, World: world,
		Config: base.Config{
			Values:  map[string]string{"api_url": world.Proxy.URL + "/muster", "timeout": "2s"},
			Secrets: map[string]base.Secret{"api_key": "key-of-the-api", "webhook_key": "key-of-the-webhooks"},
		},
		Payment: &sdktest.Payment{
			Authorize: []payment.AuthorizeRequest{request("1")},
			Scripts:   map[string]sdktest.Script{method: {Approve: "approve", Decline: "decline", Webhooks: true}},
		},
	}, s
}

func TestConformance(t *testing.T) {
	plugin, _ := target(t)
	sdktest.Run(t, plugin)
}

func TestACustomerWhoGaveUpCannotPayAnyMore(t *testing.T) {
	target, provider := target(t)
	p := target.Start(t).Payment
	o, err := p.Authorize(t.Context(), request("1"))
	require.NoError(t, err)
	id := o.(payment.Redirect).Reference
	o, err = p.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "1", Reference: id, Amount: eur(12345), Cancelled: true})
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: id}, o)
	_, err = provider.Act(id, "approve")
	require.Error(t, err, "the page that is still open is of no use")
}

func TestSenselessSettingsAreNamed(t *testing.T) {
	target, _ := target(t)
	target.Config.Values["timeout"] = "1ms"
	p, _, closing, err := target.Open(t.Context())
	require.NoError(t, err)
	defer closing()
	require.Equal(t, []base.FieldError{{Name: "timeout", Code: "invalid"}}, base.AsError(p.Base.Configure(t.Context(), target.Config)).Fields)
}

// Whatever is signed is read without harm.
func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"id":"1","type":"captured","payment":"p-1","order":"K1","amount":12345,"currency":"EUR","at":"2026-01-02T03:04:05Z"}`))
	f.Add([]byte(`{"id":7}`))
	f.Add([]byte(`[]`))
	p := newPlugin()
	require.NoError(f, p.Base.Configure(f.Context(), base.Config{
		Values:  map[string]string{"api_url": "http://127.0.0.1:1", "timeout": "2s"},
		Secrets: map[string]base.Secret{"api_key": "key-of-the-api", "webhook_key": "key-of-the-webhooks"},
	}))
	f.Fuzz(func(t *testing.T, body []byte) {
		mac := hmac.New(sha256.New, []byte("key-of-the-webhooks"))
		mac.Write(body)
		signed := http.Header{"Muster-Signature": {hex.EncodeToString(mac.Sum(nil))}}
		answer, err := p.Payment.HandleWebhook(t.Context(), base.WebhookRequest{Body: body, Headers: signed})
		if err != nil {
			require.Equal(t, base.FaultCaller, base.AsError(err).Fault)
		}
		for _, one := range answer.Events {
			require.NotEmpty(t, one.ID)
			require.NotEqual(t, payment.EventUnspecified, one.Kind)
		}
	})
}
