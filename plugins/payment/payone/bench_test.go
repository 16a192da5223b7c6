package main

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
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
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
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
	*stagetest.Bench
	sim    *sim.Sim
	plugin sdk.Plugin
	ahead  atomic.Int64 // how far the plugin's clock is ahead, in nanoseconds
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	b := &bench{}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		at.Reply = "TSOK"
		b.sim = sim.New(sim.Config{BaseURL: at.URL, Merchant: "54321", Account: "12345", Portal: "1234567", Key: "very-secret",
			NotifyURL: at.Shop, RetryEvery: time.Hour})
		return b.sim
	})
	b.restart(changes...)
	return b
}

// restart gives the bench a fresh process of the plugin, which knows nothing of what was before.
func (b *bench) restart(changes ...string) { b.plugin = b.process(changes...) }

// process starts one more process of the plugin.
func (b *bench) process(changes ...string) sdk.Plugin {
	b.T.Helper()
	fresh := func() sdk.Plugin {
		made := newPlugin()
		made.Payment.(*plugin).now = func() time.Time { return time.Now().Add(time.Duration(b.ahead.Load())) }
		return made
	}
	return sdktest.Target{New: fresh, Config: b.config(changes...)}.Start(b.T)
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL + "/post-gateway/", "gateway_url": b.URL + "/client-api/", "mode": "test",
		"merchant_id": "54321", "account_id": "12345", "portal_id": "1234567", "timeout": "1s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"portal_key": "very-secret"}}
}

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

// check does what a browser does: it opens the form, and sends the card to the gateway in a multipart form.
func (b *bench) check(number, kind, expiry, cvc string) map[string]string {
	b.T.Helper()
	session, err := b.plugin.Payment.Start(b.T.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", Purchase: payment.Purchase{Locale: "de-DE"}})
	require.NoError(b.T, err)
	var hidden, fields map[string]string
	require.NoError(b.T, json.Unmarshal([]byte(session.ClientData["hidden_fields"]), &hidden))
	require.NoError(b.T, json.Unmarshal([]byte(session.ClientData["fields"]), &fields))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range hidden {
		require.NoError(b.T, form.WriteField(field, value))
	}
	for name, value := range map[string]string{"pan": number, "type": kind, "expiry": expiry, "cvc2": cvc, "holder": "Kim Käufer"} {
		require.NoError(b.T, form.WriteField(fields[name], value))
	}
	require.NoError(b.T, form.Close())
	res, err := http.Post(session.ClientData["gateway"], form.FormDataContentType(), &body)
	require.NoError(b.T, err)
	defer res.Body.Close()
	require.Equal(b.T, http.StatusOK, res.StatusCode)
	require.Equal(b.T, "*", res.Header.Get("Access-Control-Allow-Origin"))
	var answer map[string]string
	require.NoError(b.T, json.NewDecoder(res.Body).Decode(&answer))
	return answer
}

// checked gives the client data of a card, as the browser sends it to the shop.
func (b *bench) checked(number string) map[string]string {
	b.T.Helper()
	answer := b.check(number, "V", "3912", "123")
	require.Equal(b.T, "VALID", answer["status"], answer)
	delete(answer, "status")
	answer["cardholder"] = "Kim Käufer"
	return answer
}

func (b *bench) request(key, number string) payment.AuthorizeRequest {
	b.T.Helper()
	home := stagetest.Home()
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key, ClientData: b.checked(number),
		Purchase: payment.Purchase{OrderNumber: "K" + key, Attempt: 1, Amount: eur(total), Locale: "de-DE", Billing: home, Delivery: home,
			DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"}},
		URLs: payment.URLs{Return: "http://shop.test/kasse/zahlung/1", Cancel: "http://shop.test/kasse/zahlung/1?cancelled=1", Webhook: b.Shop}}
}

func (b *bench) authorize(r payment.AuthorizeRequest) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), r)
	require.NoError(b.T, err)
	return o
}

// reserved brings an attempt to an authorization and gives its reference.
func (b *bench) reserved(key string) string {
	b.T.Helper()
	o := b.authorize(b.request(key, goodCard))
	require.IsType(b.T, payment.Authorized{}, o)
	return o.(payment.Authorized).Reference
}

// completion is the customer's return by the address to which the provider sent the browser.
func (b *bench) completion(key, reference, address string) payment.CompleteRequest {
	b.T.Helper()
	u, err := url.Parse(address)
	require.NoError(b.T, err)
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
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), r)
	require.NoError(b.T, err)
	return o
}

// act lets the simulator do something and gives where the browser goes then.
func (b *bench) act(id, action string) string {
	b.T.Helper()
	return b.Act(id, action).(map[string]string)["redirect"]
}

func (b *bench) status(key, reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: "K" + key, Attempt: 1, Amount: eur(total)})
	require.NoError(b.T, err)
	return s
}

// notice waits for the next notification of an action.
func (b *bench) notice(action string) base.WebhookRequest {
	b.T.Helper()
	return b.NoticeOf(action, func(n base.WebhookRequest) bool {
		form, err := url.ParseQuery(string(n.Body))
		return err == nil && form.Get("txaction") == action
	})
}

func (b *bench) handle(n base.WebhookRequest) payment.Event {
	b.T.Helper()
	a, err := b.plugin.Payment.HandleWebhook(b.T.Context(), n)
	require.NoError(b.T, err)
	require.Equal(b.T, "TSOK", string(a.Reply.Body))
	require.Equal(b.T, http.StatusOK, a.Reply.Status)
	require.Len(b.T, a.Events, 1)
	return a.Events[0]
}
