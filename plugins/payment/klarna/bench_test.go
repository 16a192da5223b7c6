package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
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
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Klarna; pushes and notifications arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string // takes the webhooks
	plugin  sdk.Plugin
	notices chan base.WebhookRequest
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	b.sim = sim.New(sim.Config{BaseURL: b.url, Username: "K1_user", Password: "very-secret", RetryEvery: time.Hour})
	srv.Config.Handler = b.sim.Handler()
	srv.Start()
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.notices <- base.WebhookRequest{Method: r.Method, Query: r.URL.RawQuery, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
	}))
	b.shop = shop.URL
	t.Cleanup(func() { b.sim.Close(); srv.Close(); shop.Close() })
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url, "username": "K1_user", "timeout": "1s", "return_via_klarna": "false"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values, Secrets: map[string]base.Secret{"password": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

const total = 258801

func purchase(number string) payment.Purchase {
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE", Phone: "+49401234"}
	return payment.Purchase{OrderNumber: number, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
		DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"},
		Lines: []payment.Line{
			{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 2, UnitPrice: eur(129900), Total: eur(259800), TaxRate: 1900, Tax: eur(41481)},
			{Kind: payment.LineShipping, Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
			{Kind: payment.LineDiscount, Quantity: 1, UnitPrice: eur(-1498), Total: eur(-1498)},
		}}
}

func (b *bench) opening(key string) payment.StartRequest {
	return payment.StartRequest{Method: payLater, IdempotencyKey: key, Purchase: purchase(""), URLs: payment.URLs{Webhook: b.shop}}
}

func (b *bench) open(key string) payment.Session {
	b.t.Helper()
	s, err := b.plugin.Payment.Start(b.t.Context(), b.opening(key))
	require.NoError(b.t, err)
	return s
}

// browser does a step of Klarna's script and gives what its callback would get.
func (b *bench) browser(step string, body map[string]any) map[string]any {
	b.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(b.t, err)
	res, err := http.Post(b.url+"/kp/browser/"+step, "text/plain", strings.NewReader(string(raw)))
	require.NoError(b.t, err)
	defer res.Body.Close()
	require.Equal(b.t, http.StatusOK, res.StatusCode)
	require.Equal(b.t, "*", res.Header.Get("Access-Control-Allow-Origin"))
	out := map[string]any{}
	require.NoError(b.t, json.NewDecoder(res.Body).Decode(&out))
	return out
}

// agree is the customer's decision in the widget, with the data that the plugin gave for it. It gives the token.
func (b *bench) agree(s payment.Session, decision string) string {
	b.t.Helper()
	out := b.browser("authorize", map[string]any{"client_token": s.ClientToken, "category": s.ClientData["category"],
		"decision": decision, "data": json.RawMessage(s.ClientData["authorize_data"])})
	require.Equal(b.t, true, out["approved"], "%v", out)
	return out["authorization_token"].(string)
}

// request opens a session, lets the customer decide, and gives the request that follows.
func (b *bench) request(key, decision string) payment.AuthorizeRequest {
	b.t.Helper()
	s := b.open(key)
	return payment.AuthorizeRequest{Method: payLater, IdempotencyKey: key, Purchase: purchase("K" + key), SessionID: s.ID,
		URLs:       payment.URLs{Return: "http://shop.test/zurueck", Cancel: "http://shop.test/zurueck?cancelled=1", Webhook: b.shop},
		ClientData: map[string]string{tokenField: b.agree(s, decision)}}
}

func (b *bench) authorize(r payment.AuthorizeRequest) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Authorize(b.t.Context(), r)
	require.NoError(b.t, err)
	return o
}

// placed brings an attempt to an authorized order and gives its id.
func (b *bench) placed(key string) string {
	b.t.Helper()
	o := b.authorize(b.request(key, "approve"))
	require.IsType(b.t, payment.Authorized{}, o)
	return o.(payment.Authorized).Reference
}

func (b *bench) status(reference, key string) payment.State {
	b.t.Helper()
	s, err := b.plugin.Payment.Status(b.t.Context(), payment.StatusRequest{Method: payLater, Reference: reference, IdempotencyKey: key, OrderNumber: "K" + key})
	require.NoError(b.t, err)
	return s
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

func (b *bench) count(what string) int { return b.sim.Stage().Counts()[what] }

// notice waits for the next push or notification.
func (b *bench) notice() base.WebhookRequest {
	b.t.Helper()
	select {
	case n := <-b.notices:
		return n
	case <-time.After(5 * time.Second):
		require.Fail(b.t, "no webhook came")
		return base.WebhookRequest{}
	}
}
