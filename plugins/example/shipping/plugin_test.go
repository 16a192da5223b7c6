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

	"kontor.dev/kontor/plugins/example/shipping/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func home() *base.Address {
	return &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE"}
}

// target is the plugin with a simulated Muster behind a proxy that the checks can spoil.
func target(t *testing.T) sdktest.Target {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	address := "http://" + srv.Listener.Addr().String()
	world := sdktest.NewWorld(t, address)
	world.Control, world.Wait = address+"/_control/muster", 2*time.Second
	s := sim.New(sim.Config{APIKey: "key-of-the-api", WebhookKey: "key-of-the-webhooks", WebhookURL: world.Inbox.URL})
	mux := http.NewServeMux()
	mux.Handle("/muster/", http.StripPrefix("/muster", s.Handler()))
	mux.Handle("/_control/muster/", http.StripPrefix("/_control/muster", stage.Control(s)))
	srv.Config.Handler = mux
	srv.Start()
	t.Cleanup(func() { srv.Close(); s.Close() })
	parcels := []shipping.Parcel{{WeightGrams: 2000}, {WeightGrams: 500}}
	return sdktest.Target{
		New: newPlugin, World: world,
		Config: base.Config{
			Values:  map[string]string{"api_url": world.Proxy.URL + "/muster", "timeout": "2s"},
			Secrets: map[string]base.Secret{"api_key": "key-of-the-api", "webhook_key": "key-of-the-webhooks"},
		},
		Shipping: &sdktest.Shipping{
			Options:  shipping.OptionsRequest{Parcels: parcels, Address: home(), Locale: "de-DE"},
			Shipment: &shipping.ShipmentRequest{OptionID: standard, Recipient: home(), Parcels: parcels, ShipDate: time.Now()},
			Deliver:  "deliver", Webhooks: true,
		},
	}
}

func TestConformance(t *testing.T) { sdktest.Run(t, target(t)) }

func TestWhatIsNotCarriedHasNoOption(t *testing.T) {
	p := target(t).Start(t).Shipping
	for what, r := range map[string]shipping.OptionsRequest{
		"too heavy": {Parcels: []shipping.Parcel{{WeightGrams: maxGrams + 1}}, Address: home()},
		"abroad":    {Parcels: []shipping.Parcel{{WeightGrams: 1}}, Address: &base.Address{Country: "AT"}},
		"nothing":   {Address: home()},
	} {
		offer, err := p.Options(t.Context(), r)
		require.NoError(t, err, what)
		require.Empty(t, offer.Options, what)
	}
}

// Whatever is signed is read without harm.
func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"id":"1","parcel":"M1","state":"delivered","at":"2026-01-02T03:04:05Z","place":"Hamburg"}`))
	f.Add([]byte(`{"state":"delivered"}`))
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
		answer, err := p.Shipping.HandleWebhook(t.Context(), base.WebhookRequest{Body: body, Headers: signed})
		if err != nil {
			require.Equal(t, base.FaultCaller, base.AsError(err).Fault)
		}
		for _, one := range answer.Scans {
			require.NotEmpty(t, one.ID)
			require.NotEqual(t, shipping.ParcelUnspecified, one.State)
		}
	})
}
