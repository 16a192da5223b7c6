package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/applepay/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Apple and Saferpay.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		var err error
		b.sim, err = sim.New(sim.Config{BaseURL: at.URL, User: "API_1", Password: "very-secret"})
		require.NoError(t, err)
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"merchant_identifier": "merchant.dev.kontor", "gateway_url": b.URL, "script_url": b.URL + "/apple-pay.js",
		"api_url": b.URL + "/api", "customer_id": "123123", "terminal_id": "12341234", "user": "API_1", "timeout": "2s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"password": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) start(cents int64, data map[string]string) (payment.Session, error) {
	return b.plugin.Payment.Start(b.T.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", ClientData: data,
		Purchase: payment.Purchase{Amount: eur(cents)}, URLs: payment.URLs{Return: "https://shop.test/kasse/zurueck"}})
}

// sheet does what the script does when the customer agrees, and gives the payment object.
func (b *bench) sheet(cents int64, card string) string {
	b.T.Helper()
	s, err := b.start(cents, map[string]string{"validation_url": b.URL + "/paymentservices/paymentSession"})
	require.NoError(b.T, err)
	var session struct {
		ID string `json:"merchantSessionIdentifier"`
	}
	require.NoError(b.T, json.Unmarshal([]byte(s.ClientData["merchant_session"]), &session))
	body, err := json.Marshal(map[string]any{"merchantSessionIdentifier": session.ID, "version": 3, "card": card,
		"request": json.RawMessage(s.ClientData["payment_request"])})
	require.NoError(b.T, err)
	res, err := http.Post(b.URL+"/sheet", "application/json", bytes.NewReader(body))
	require.NoError(b.T, err)
	token, err := io.ReadAll(res.Body)
	require.NoError(b.T, err)
	require.Equal(b.T, http.StatusOK, res.StatusCode, string(token))
	return `{"token":` + string(token) + `,"billingContact":{"givenName":"Kim","administrativeArea":"HH"}}`
}

func (b *bench) request(key, sheet string) payment.AuthorizeRequest {
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key, ClientData: map[string]string{paymentKey: sheet},
		Purchase: payment.Purchase{OrderNumber: key, Attempt: 1, Amount: eur(258801), Locale: "de-DE", Customer: payment.Customer{IP: "192.0.2.7"}},
		URLs:     payment.URLs{Return: "https://shop.test/kasse/zurueck", Cancel: "https://shop.test/kasse/zurueck?cancelled=1"}}
}

func (b *bench) authorize(r payment.AuthorizeRequest) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), r)
	require.NoError(b.T, err)
	return o
}

// held brings an attempt to an authorization and gives its reference.
func (b *bench) held(key string) string {
	b.T.Helper()
	o := b.authorize(b.request(key, b.sheet(258801, "approve")))
	require.IsType(b.T, payment.Authorized{}, o)
	return o.(payment.Authorized).Reference
}

func (b *bench) status(key, reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: method, IdempotencyKey: key, Reference: reference,
		OrderNumber: key, Attempt: 1, Amount: eur(258801)})
	require.NoError(b.T, err)
	return s
}

func (b *bench) capture(key, reference string, cents int64, final bool) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Capture(b.T.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents), Final: final})
	require.NoError(b.T, err)
	return r
}

func (b *bench) refund(key, reference string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: method, IdempotencyKey: key, Reference: reference, Amount: eur(cents)})
	require.NoError(b.T, err)
	return r
}

func (b *bench) void(key, reference string) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Void(b.T.Context(), payment.VoidRequest{Method: method, IdempotencyKey: key, Reference: reference})
	require.NoError(b.T, err)
	return r
}
