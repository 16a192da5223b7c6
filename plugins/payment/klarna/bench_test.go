package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/klarna/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Klarna; pushes and notifications arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		b.sim = sim.New(sim.Config{BaseURL: at.URL, Username: "K1_user", Password: "very-secret", RetryEvery: time.Hour})
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "username": "K1_user", "timeout": "1s", "return_via_klarna": "false"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"password": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

const total = 258801

func purchase(number string) payment.Purchase {
	home := stagetest.Home()
	home.Phone = "+49401234"
	return payment.Purchase{OrderNumber: number, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
		DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"},
		Lines: []payment.Line{
			{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 2, UnitPrice: eur(129900), Total: eur(259800), TaxRate: 1900, Tax: eur(41481)},
			{Kind: payment.LineShipping, Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
			{Kind: payment.LineDiscount, Quantity: 1, UnitPrice: eur(-1498), Total: eur(-1498)},
		}}
}

func (b *bench) opening(key string) payment.StartRequest {
	return payment.StartRequest{Method: payLater, IdempotencyKey: key, Purchase: purchase(""), URLs: payment.URLs{Webhook: b.Shop}}
}

func (b *bench) open(key string) payment.Session {
	b.T.Helper()
	s, err := b.plugin.Payment.Start(b.T.Context(), b.opening(key))
	require.NoError(b.T, err)
	return s
}

// browser does a step of Klarna's script and gives what its callback would get.
func (b *bench) browser(step string, body map[string]any) map[string]any {
	b.T.Helper()
	raw, err := json.Marshal(body)
	require.NoError(b.T, err)
	res, err := http.Post(b.URL+"/kp/browser/"+step, "text/plain", strings.NewReader(string(raw)))
	require.NoError(b.T, err)
	defer res.Body.Close()
	require.Equal(b.T, http.StatusOK, res.StatusCode)
	require.Equal(b.T, "*", res.Header.Get("Access-Control-Allow-Origin"))
	out := map[string]any{}
	require.NoError(b.T, json.NewDecoder(res.Body).Decode(&out))
	return out
}

// agree is the customer's decision in the widget, with the data that the plugin gave for it. It gives the token.
func (b *bench) agree(s payment.Session, decision string) string {
	b.T.Helper()
	out := b.browser("authorize", map[string]any{"client_token": s.ClientToken, "category": s.ClientData["category"],
		"decision": decision, "data": json.RawMessage(s.ClientData["authorize_data"])})
	require.Equal(b.T, true, out["approved"], "%v", out)
	return out["authorization_token"].(string)
}

// request opens a session, lets the customer decide, and gives the request that follows.
func (b *bench) request(key, decision string) payment.AuthorizeRequest {
	b.T.Helper()
	s := b.open(key)
	return payment.AuthorizeRequest{Method: payLater, IdempotencyKey: key, Purchase: purchase("K" + key), SessionID: s.ID,
		URLs:       payment.URLs{Return: "http://shop.test/zurueck", Cancel: "http://shop.test/zurueck?cancelled=1", Webhook: b.Shop},
		ClientData: map[string]string{tokenField: b.agree(s, decision)}}
}

func (b *bench) authorize(r payment.AuthorizeRequest) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), r)
	require.NoError(b.T, err)
	return o
}

// placed brings an attempt to an authorized order and gives its id.
func (b *bench) placed(key string) string {
	b.T.Helper()
	o := b.authorize(b.request(key, "approve"))
	require.IsType(b.T, payment.Authorized{}, o)
	return o.(payment.Authorized).Reference
}

func (b *bench) status(reference, key string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: payLater, Reference: reference, IdempotencyKey: key, OrderNumber: "K" + key})
	require.NoError(b.T, err)
	return s
}
