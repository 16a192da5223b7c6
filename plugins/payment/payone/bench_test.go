package main

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/payone/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// The test cards that the tests use.
const (
	goodCard   = "4111111111111111"
	secureCard = "4012001037141112"
	lostCard   = "4000000000000119"
)

const total = 258801

// bench is a plugin, served over gRPC, that talks HTTP to a simulated PAYONE; notifications arrive in notices.
type bench struct {
	t       *testing.T
	sim     *sim.Sim
	url     string
	shop    string
	plugin  sdk.Plugin
	ahead   atomic.Int64 // how far the plugin's clock is ahead, in nanoseconds
	notices chan base.WebhookRequest
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{t: t, notices: make(chan base.WebhookRequest, 50)}
	srv := httptest.NewUnstartedServer(nil)
	b.url = "http://" + srv.Listener.Addr().String()
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.notices <- base.WebhookRequest{Method: r.Method, Path: r.URL.Path, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
		_, _ = io.WriteString(w, "TSOK")
	}))
	b.shop = shop.URL
	b.sim = sim.New(sim.Config{BaseURL: b.url, Merchant: "54321", Account: "12345", Portal: "1234567", Key: "very-secret",
		NotifyURL: shop.URL, RetryEvery: time.Hour})
	srv.Config.Handler = b.sim.Handler()
	srv.Start()
	t.Cleanup(func() { b.sim.Close(); srv.Close(); shop.Close() })
	b.restart(changes...)
	return b
}

// restart gives the bench a fresh process of the plugin, which knows nothing of what was before.
func (b *bench) restart(changes ...string) {
	b.t.Helper()
	fresh := func() sdk.Plugin {
		made := newPlugin()
		made.Payment.(*plugin).now = func() time.Time { return time.Now().Add(time.Duration(b.ahead.Load())) }
		return made
	}
	b.plugin = sdktest.Target{New: fresh, Config: b.config(changes...)}.Start(b.t)
}

func (b *bench) config(changes ...string) base.Config {
	values := map[string]string{"api_url": b.url + "/post-gateway/", "gateway_url": b.url + "/client-api/", "mode": "test",
		"merchant_id": "54321", "account_id": "12345", "portal_id": "1234567", "timeout": "1s"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values, Secrets: map[string]base.Secret{"portal_key": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

// check does what a browser does: it opens the form, and sends the card to the gateway in a multipart form.
func (b *bench) check(number, kind, expiry, cvc string) map[string]string {
	b.t.Helper()
	session, err := b.plugin.Payment.Start(b.t.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", Purchase: payment.Purchase{Locale: "de-DE"}})
	require.NoError(b.t, err)
	var hidden, fields map[string]string
	require.NoError(b.t, json.Unmarshal([]byte(session.ClientData["hidden_fields"]), &hidden))
	require.NoError(b.t, json.Unmarshal([]byte(session.ClientData["fields"]), &fields))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range hidden {
		require.NoError(b.t, form.WriteField(field, value))
	}
	for name, value := range map[string]string{"pan": number, "type": kind, "expiry": expiry, "cvc2": cvc, "holder": "Kim Käufer"} {
		require.NoError(b.t, form.WriteField(fields[name], value))
	}
	require.NoError(b.t, form.Close())
	res, err := http.Post(session.ClientData["gateway"], form.FormDataContentType(), &body)
	require.NoError(b.t, err)
	defer res.Body.Close()
	require.Equal(b.t, http.StatusOK, res.StatusCode)
	require.Equal(b.t, "*", res.Header.Get("Access-Control-Allow-Origin"))
	var answer map[string]string
	require.NoError(b.t, json.NewDecoder(res.Body).Decode(&answer))
	return answer
}

// checked gives the client data of a card, as the browser sends it to the shop.
func (b *bench) checked(number string) map[string]string {
	b.t.Helper()
	answer := b.check(number, "V", "3912", "123")
	require.Equal(b.t, "VALID", answer["status"], answer)
	delete(answer, "status")
	answer["cardholder"] = "Kim Käufer"
	return answer
}

func (b *bench) request(key, number string) payment.AuthorizeRequest {
	b.t.Helper()
	home := &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE"}
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key, ClientData: b.checked(number),
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zahlung/1", Cancel: "http://shop.test/kasse/zahlung/1?cancelled=1", Webhook: b.shop}}
}

func (b *bench) authorize(r payment.AuthorizeRequest) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Authorize(b.t.Context(), r)
	require.NoError(b.t, err)
	return o
}

// reserved brings an attempt to an authorization and gives its reference.
func (b *bench) reserved(key string) string {
	b.t.Helper()
	o := b.authorize(b.request(key, goodCard))
	require.IsType(b.t, payment.Authorized{}, o)
	return o.(payment.Authorized).Reference
}

// completion is the customer's return by the address to which the provider sent the browser.
func (b *bench) completion(key, reference, address string) payment.CompleteRequest {
	b.t.Helper()
	u, err := url.Parse(address)
	require.NoError(b.t, err)
	r := payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)}
	for name, values := range u.Query() {
		if r.Params == nil {
			r.Params = map[string]string{}
		}
		r.Params[name] = values[0]
	}
	r.Cancelled = r.Params["cancelled"] == "1"
	return r
}

func (b *bench) complete(r payment.CompleteRequest) payment.Outcome {
	b.t.Helper()
	o, err := b.plugin.Payment.Complete(b.t.Context(), r)
	require.NoError(b.t, err)
	return o
}

// act lets the simulator do something and gives where the browser goes then.
func (b *bench) act(id, action string) string {
	b.t.Helper()
	got, err := b.sim.Act(id, action)
	require.NoError(b.t, err)
	return got.(map[string]string)["redirect"]
}

func (b *bench) rule(op string, e stage.Effect, times int) {
	b.t.Helper()
	require.NoError(b.t, b.sim.Stage().Add(stage.Rule{Op: op, Effect: e, Times: times}))
}

func (b *bench) status(key, reference string) payment.State {
	b.t.Helper()
	s, err := b.plugin.Payment.Status(b.t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)})
	require.NoError(b.t, err)
	return s
}

func (b *bench) count(what string) int { return b.sim.Stage().Counts()[what] }

// notice waits for the next notification of an action.
func (b *bench) notice(action string) base.WebhookRequest {
	b.t.Helper()
	timeout := time.After(5 * time.Second)
	for {
		select {
		case n := <-b.notices:
			if form, err := url.ParseQuery(string(n.Body)); err == nil && form.Get("txaction") == action {
				return n
			}
		case <-timeout:
			require.Fail(b.t, "no notification "+action)
			return base.WebhookRequest{}
		}
	}
}

func (b *bench) handle(n base.WebhookRequest) payment.Event {
	b.t.Helper()
	a, err := b.plugin.Payment.HandleWebhook(b.t.Context(), n)
	require.NoError(b.t, err)
	require.Equal(b.t, "TSOK", string(a.Reply.Body))
	require.Equal(b.t, http.StatusOK, a.Reply.Status)
	require.Len(b.t, a.Events, 1)
	return a.Events[0]
}
