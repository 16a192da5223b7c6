package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type bench struct {
	t   *testing.T
	sim *Sim
	url string
	key *rsa.PrivateKey
}

func start(t *testing.T) *bench {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	srv := httptest.NewUnstartedServer(nil)
	s, err := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), PublicKey: &key.PublicKey, RetryEvery: 5 * time.Millisecond})
	require.NoError(t, err)
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &bench{t, s, srv.URL, key}
}

func (b *bench) sign(algorithm, text string, salt int) string {
	digest := sha256.Sum256([]byte(algorithm + "\n" + hexHash([]byte(text))))
	raw, err := rsa.SignPSS(rand.Reader, b.key, crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: salt})
	require.NoError(b.t, err)
	return base64.StdEncoding.EncodeToString(raw)
}

// call sends a signed request; spoil changes it after signing.
func (b *bench) call(method, path, body, key string, spoil func(*http.Request)) (int, map[string]any) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	require.NoError(b.t, err)
	headers := map[string]string{"accept": "application/json", "content-type": "application/json", "x-amz-pay-region": "eu",
		"x-amz-pay-host": "127.0.0.1", "x-amz-pay-date": stamp(time.Now())}
	if key != "" {
		headers["x-amz-pay-idempotency-key"] = key
	}
	var names []string
	for name, value := range headers {
		names = append(names, name)
		req.Header.Set(name, value)
	}
	slices.Sort(names)
	text := method + "\n" + path + "\n\n"
	for _, name := range names {
		text += name + ":" + headers[name] + "\n"
	}
	text += "\n" + strings.Join(names, ";") + "\n" + hexHash([]byte(body))
	const algorithm = "AMZN-PAY-RSASSA-PSS-V2"
	req.Header.Set("Authorization", algorithm+" PublicKeyId=SANDBOX-X, SignedHeaders="+strings.Join(names, ";")+", Signature="+b.sign(algorithm, text, 32))
	if spoil != nil {
		spoil(req)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	out := map[string]any{}
	_ = json.NewDecoder(res.Body).Decode(&out)
	return res.StatusCode, out
}

const express = `{"webCheckoutDetails":{"checkoutReviewReturnUrl":"http://shop.test/review?x=1","checkoutCancelUrl":"http://shop.test/cancel"},` +
	`"storeId":"amzn1.application-oa2-client.x","scopes":["billingAddress"]}`

func (b *bench) button(payload string, changes ...string) *http.Response {
	b.t.Helper()
	q := url.Values{"payloadJSON": {payload}, "algorithm": {"AMZN-PAY-RSASSA-PSS-V2"}, "signature": {b.sign("AMZN-PAY-RSASSA-PSS-V2", payload, 32)},
		"ledgerCurrency": {"EUR"}, "productType": {"PayAndShip"}, "checkoutLanguage": {"de_DE"}, "merchantId": {"M"}}
	for i := 0; i+1 < len(changes); i += 2 {
		q.Set(changes[i], changes[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(b.url + "/checkout?" + q.Encode())
	require.NoError(b.t, err)
	return res
}

func (b *bench) open() string {
	b.t.Helper()
	res := b.button(express)
	require.Equal(b.t, http.StatusSeeOther, res.StatusCode)
	return strings.TrimPrefix(res.Header.Get("Location"), b.url+"/checkout/")
}

// decide clicks on the buyer's page and gives where it leads.
func (b *bench) decide(id, decision string) string {
	b.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(b.url+"/checkout/"+id, url.Values{"decision": {decision}, "place": {"1"}})
	require.NoError(b.t, err)
	require.Equal(b.t, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}

const details = `{"webCheckoutDetails":{"checkoutResultReturnUrl":"http://shop.test/result"},"paymentDetails":{"paymentIntent":"Authorize",` +
	`"canHandlePendingAuthorization":false,"chargeAmount":{"amount":"12.34","currencyCode":"EUR"}},"merchantMetadata":{"merchantReferenceId":"K1"}}`

func TestAnExpressCheckoutOnThePages(t *testing.T) {
	b := start(t)
	id := b.open()
	status, s := b.call("GET", "/v2/checkoutSessions/"+id, "", "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Nil(t, s["buyer"])
	require.Equal(t, "http://shop.test/review?amazonCheckoutSessionId="+id+"&x=1", b.decide(id, "continue"))

	status, s = b.call("PATCH", "/v2/checkoutSessions/"+id, details, "", nil)
	require.Equal(t, http.StatusOK, status, "%v", s)
	require.Empty(t, s["constraints"])
	require.Equal(t, "Käufer & Söhne GmbH", s["shippingAddress"].(map[string]any)["addressLine1"])
	page, err := http.Get(s["webCheckoutDetails"].(map[string]any)["amazonPayRedirectUrl"].(string))
	require.NoError(t, err)
	html, _ := io.ReadAll(page.Body)
	require.Contains(t, string(html), "12,34 EUR")

	amount := `{"chargeAmount":{"amount":"12.34","currencyCode":"EUR"}}`
	status, s = b.call("POST", "/v2/checkoutSessions/"+id+"/complete", amount, "", nil)
	require.Equal(t, http.StatusUnprocessableEntity, status, "the buyer has not confirmed")
	require.Equal(t, "InvalidCheckoutSessionStatus", s["reasonCode"])
	require.Equal(t, "http://shop.test/result?amazonCheckoutSessionId="+id, b.decide(id, "approve"))
	status, s = b.call("POST", "/v2/checkoutSessions/"+id+"/complete", strings.Replace(amount, "12.34", "12.35", 1), "", nil)
	require.Equal(t, http.StatusConflict, status)
	require.Equal(t, "AmountMismatch", s["reasonCode"])
	status, s = b.call("POST", "/v2/checkoutSessions/"+id+"/complete", amount, "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Nil(t, s["merchantMetadata"], "a completed session names little more than its charge")

	charge := s["chargeId"].(string)
	take := `{"captureAmount":{"amount":"12.34","currencyCode":"EUR"}}`
	status, s = b.call("POST", "/v2/charges/"+charge+"/capture", take, "", nil)
	require.Equal(t, http.StatusBadRequest, status)
	require.Equal(t, "MissingHeader", s["reasonCode"])
	for range 2 {
		status, s = b.call("POST", "/v2/charges/"+charge+"/capture", take, "key1", nil)
		require.Equal(t, http.StatusOK, status, "%v", s)
	}
	status, s = b.call("POST", "/v2/charges/"+charge+"/capture", strings.Replace(take, "12.34", "1", 1), "key1", nil)
	require.Equal(t, http.StatusBadRequest, status)
	require.Equal(t, "DuplicateIdempotencyKey", s["reasonCode"])
	status, s = b.call("POST", "/v2/charges/"+charge+"/capture", take, "key2", nil)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Equal(t, "InvalidChargeStatus", s["reasonCode"])
	require.Equal(t, 1, b.sim.stage.Counts()["charge"])
}

func TestRequestsThatAreNotSignedRightlyAreRefused(t *testing.T) {
	b := start(t)
	path := "/v2/checkoutSessions/" + b.open()
	for reason, spoil := range map[string]func(*http.Request){
		"MissingHeader":           func(r *http.Request) { r.Header.Del("Authorization") },
		"InvalidHeaderValue":      func(r *http.Request) { r.Header.Set("X-Amz-Pay-Region", "na") },
		"InvalidRequestSignature": func(r *http.Request) { r.Header.Set("X-Amz-Pay-Date", stamp(time.Now().Add(time.Second))) },
	} {
		_, s := b.call("GET", path, "", "", spoil)
		require.Equal(t, reason, s["reasonCode"])
	}
	_, s := b.call("GET", path, "", "", func(r *http.Request) { r.Header.Set("X-Amz-Pay-Idempotency-Key", "not signed") })
	require.Equal(t, "InvalidRequestSignature", s["reasonCode"])
	_, s = b.call("GET", path, "", "", func(r *http.Request) {
		r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "PSS-V2", "PSS", 1))
	})
	require.Equal(t, "InvalidRequestSignature", s["reasonCode"], "the first version has another salt")
	_, s = b.call("GET", "/live"+path, "", "", nil)
	require.Equal(t, "InvalidRequest", s["reasonCode"], "the key names its environment itself")
}

func TestStrictBodies(t *testing.T) {
	b := start(t)
	id := b.open()
	for body, reason := range map[string]string{
		`{"chargeAmount":1}`: "UnrecognizedField", `{`: "InvalidRequestFormat", `{} {}`: "InvalidRequestFormat",
		strings.Replace(details, "Authorize", "Take", 1):                  "InvalidParameterValue",
		strings.Replace(details, "EUR", "USD", 1):                         "CurrencyMismatch",
		strings.Replace(details, "12.34", "12.345", 1):                    "InvalidParameterValue",
		strings.Replace(details, "12.34", "150000.01", 1):                 "TransactionAmountExceeded",
		strings.Replace(details, "http://shop.test/result", "/result", 1): "InvalidParameterValue",
	} {
		status, s := b.call("PATCH", "/v2/checkoutSessions/"+id, body, "", nil)
		require.Equal(t, http.StatusBadRequest, status, body)
		require.Equal(t, reason, s["reasonCode"], body)
	}
}

func TestButtonsThatCannotBeTrustedOpenNothing(t *testing.T) {
	b := start(t)
	require.Equal(t, http.StatusForbidden, b.button(express, "payloadJSON", express+" ").StatusCode)
	require.Equal(t, http.StatusBadRequest, b.button(express, "ledgerCurrency", "USD").StatusCode)
	require.Equal(t, http.StatusBadRequest, b.button(`{"storeId":"x"}`).StatusCode)
	require.Equal(t, http.StatusBadRequest, b.button(strings.Replace(express, "scopes", "scope", 1)).StatusCode)
	require.Empty(t, b.sim.sessions)
}

func TestTheScriptLeadsHere(t *testing.T) {
	b := start(t)
	res, err := http.Get(b.url + "/checkout.js")
	require.NoError(t, err)
	source, _ := io.ReadAll(res.Body)
	require.Contains(t, string(source), "var base = '"+b.url+"'")
	require.Contains(t, res.Header.Get("Content-Type"), "javascript")
}

func TestNotificationsComeUntilTheyAreAnswered(t *testing.T) {
	b := start(t)
	got := make(chan string, 20)
	answers := make(chan int, 20)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + " " + string(raw)
		w.WriteHeader(<-answers)
	}))
	t.Cleanup(shop.Close)
	answers <- http.StatusInternalServerError
	answers <- http.StatusOK
	id := b.open()
	b.decide(id, "continue")
	b.call("PATCH", "/v2/checkoutSessions/"+id, strings.Replace(details, "http://shop.test", shop.URL, 1), "", nil)
	b.decide(id, "approve")
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.BeforeReturn}))
	b.call("POST", "/v2/checkoutSessions/"+id+"/complete", `{"chargeAmount":{"amount":"12.34","currencyCode":"EUR"}}`, "", nil)
	require.NotEmpty(t, got, "delivered before the call was answered; on a busy machine it may have come again")
	first := <-got
	require.True(t, strings.HasPrefix(first, "/webhooks/amazonpay {"), first)
	select {
	case again := <-got:
		require.Equal(t, first, again)
	case <-time.After(5 * time.Second):
		require.Fail(t, "not repeated")
	}
}
