package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/payment/amazonpay/sim"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

// bench is a plugin, served over gRPC, that talks HTTP to a simulated Amazon; notifications arrive in notices.
type bench struct {
	*stagetest.Bench
	sim    *sim.Sim
	key    string // the merchant's, PEM
	plugin sdk.Plugin
}

func start(t *testing.T, changes ...string) *bench {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	b := &bench{key: string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))}
	b.Bench = stagetest.New(t, func(at *stagetest.Bench) stage.Provider {
		b.sim, err = sim.New(sim.Config{BaseURL: at.URL, MerchantID: "MERCHANT", PublicKey: &key.PublicKey, RetryEvery: time.Hour})
		require.NoError(t, err)
		return b.sim
	})
	b.plugin = sdktest.Target{New: newPlugin, Config: b.config(changes...)}.Start(t)
	return b
}

func (b *bench) config(changes ...string) base.Config {
	values := stagetest.Changed(map[string]string{"api_url": b.URL, "script_url": b.URL + "/checkout.js", "merchant_id": "MERCHANT",
		"store_id": "amzn1.application-oa2-client.test", "public_key_id": "SANDBOX-TESTKEY", "timeout": "2s"}, changes...)
	return base.Config{Values: values, Secrets: map[string]base.Secret{"private_key": base.Secret(b.key)}}
}

// bound is the checkout that a session is opened for.
const bound = "8c6f2bd2-6d5c-4e2b-9d4f-0f4f0f3a1c11"

func eur(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }

func (b *bench) urls() payment.URLs {
	return payment.URLs{Return: b.Shop + "/kasse/zurueck?a=1", Cancel: b.Shop + "/kasse/zurueck?cancelled=1", Webhook: b.Shop + "/webhooks/amazonpay"}
}

func (b *bench) purchase(order string) payment.Purchase {
	home := stagetest.Home()
	return payment.Purchase{CheckoutID: bound, OrderNumber: order, Attempt: 1, Amount: eur(258801), Locale: "de-DE", Billing: home, Delivery: home,
		DeliveryKind: base.DeliveryHome, Customer: payment.Customer{Type: base.CustomerPrivate, Email: "kim@example.com"}}
}

func (b *bench) request(key, session string) payment.AuthorizeRequest {
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: key, Purchase: b.purchase(key), URLs: b.urls(), SessionID: session}
}

// click does what the button's script does, and gives the session's id.
func (b *bench) click(data map[string]string) string {
	b.T.Helper()
	query := url.Values{"payloadJSON": {data["payload_json"]}, "signature": {data["signature"]}, "algorithm": {data["algorithm"]},
		"publicKeyId": {data["public_key_id"]}, "merchantId": {data["merchant_id"]}, "ledgerCurrency": {data["ledger_currency"]},
		"checkoutLanguage": {data["checkout_language"]}, "productType": {data["product_type"]}, "sandbox": {data["sandbox"]}}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(b.URL + "/checkout?" + query.Encode())
	require.NoError(b.T, err)
	body, _ := io.ReadAll(res.Body)
	require.Equal(b.T, http.StatusSeeOther, res.StatusCode, string(body))
	return strings.TrimPrefix(res.Header.Get("Location"), b.URL+"/checkout/")
}

// express opens a session from the cart; the buyer has chosen and is back.
func (b *bench) express() string {
	b.T.Helper()
	s, err := b.plugin.Payment.Start(b.T.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", Express: true,
		Purchase: payment.Purchase{CheckoutID: bound, Amount: eur(258801), Locale: "de-DE"}, URLs: b.urls()})
	require.NoError(b.T, err)
	id := b.click(s.ClientData)
	b.act(id, "continue")
	return id
}

// checkout opens a session with the checkout's button; the buyer has not decided.
func (b *bench) checkout(order string) string {
	b.T.Helper()
	s, err := b.plugin.Payment.Start(b.T.Context(), payment.StartRequest{Method: method, IdempotencyKey: "s", Purchase: b.purchase(order), URLs: b.urls()})
	require.NoError(b.T, err)
	return b.click(s.ClientData)
}

func (b *bench) authorize(key, session string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), b.request(key, session))
	require.NoError(b.T, err)
	return o
}

// redirected brings an attempt of an express checkout to Amazon's page.
func (b *bench) redirected(key, session string) payment.Redirect {
	b.T.Helper()
	o := b.authorize(key, session)
	require.IsType(b.T, payment.Redirect{}, o)
	return o.(payment.Redirect)
}

func (b *bench) act(id, action string) map[string]string {
	b.T.Helper()
	out, _ := b.Act(id, action).(map[string]string)
	return out
}

func (b *bench) completion(key, reference string) payment.CompleteRequest {
	return payment.CompleteRequest{Method: method, IdempotencyKey: key, Reference: reference, OrderNumber: key, Attempt: 1, Amount: eur(258801)}
}

func (b *bench) complete(key, reference string) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Complete(b.T.Context(), b.completion(key, reference))
	require.NoError(b.T, err)
	return o
}

// paid brings an attempt of an express checkout to a charge and gives its reference.
func (b *bench) paid(key string) string {
	b.T.Helper()
	session := b.express()
	r := b.redirected(key, session)
	b.act(session, "approve")
	require.IsType(b.T, payment.Authorized{}, b.complete(key, r.Reference))
	return r.Reference
}

func (b *bench) state(reference string) payment.State {
	b.T.Helper()
	s, err := b.plugin.Payment.Status(b.T.Context(), payment.StatusRequest{Method: method, Reference: reference})
	require.NoError(b.T, err)
	return s
}

// notice waits for the next notification about a kind of object.
func (b *bench) notice(objectType string) base.WebhookRequest {
	b.T.Helper()
	return b.NoticeOf(objectType, func(n base.WebhookRequest) bool {
		return strings.Contains(string(n.Body), `\"ObjectType\":\"`+objectType+`\"`)
	})
}
