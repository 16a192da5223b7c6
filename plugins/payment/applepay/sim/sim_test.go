package sim

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type bench struct {
	t   *testing.T
	sim *Sim
	url string
}

func start(t *testing.T) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s, err := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), User: "API_1", Password: "secret"})
	require.NoError(t, err)
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(srv.Close)
	return &bench{t, s, srv.URL}
}

func (b *bench) post(path, body string, change func(*http.Request)) (int, map[string]any) {
	b.t.Helper()
	req, err := http.NewRequest(http.MethodPost, b.url+path, strings.NewReader(body))
	require.NoError(b.t, err)
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("Accept", "application/json")
	req.SetBasicAuth("API_1", "secret")
	if change != nil {
		change(req)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	out := map[string]any{}
	_ = json.Unmarshal(raw, &out)
	return res.StatusCode, out
}

const merchant = `{"merchantIdentifier":"merchant.test","displayName":"Kontor","initiative":"web","initiativeContext":"shop.test"}`

const sheet = `{"merchantSessionIdentifier":%q,"version":3,"card":"approve","request":{"countryCode":"DE","currencyCode":"EUR",` +
	`"supportedNetworks":["visa"],"merchantCapabilities":["supports3DS"],"total":{"label":"Kontor","amount":"12.34","type":"final"}}}`

func (b *bench) session() string {
	b.t.Helper()
	status, s := b.post("/paymentservices/paymentSession", merchant, nil)
	require.Equal(b.t, http.StatusOK, status)
	require.Greater(b.t, s["expiresAt"], float64(time.Now().UnixMilli()))
	return s["merchantSessionIdentifier"].(string)
}

// token gives one in base64, as Saferpay takes it.
func (b *bench) token() string {
	b.t.Helper()
	status, s := b.post("/sheet", fmt.Sprintf(sheet, b.session()), nil)
	require.Equal(b.t, http.StatusOK, status, "%v", s)
	raw, err := json.Marshal(s["paymentData"])
	require.NoError(b.t, err)
	return base64.StdEncoding.EncodeToString(raw)
}

const head = `{"RequestHeader":{"SpecVersion":"1.53","CustomerId":"123123","RequestId":"r1","RetryIndicator":1},`

func authorization(token, value string) string {
	return head + `"TerminalId":"12341234","Payment":{"Amount":{"Value":"` + value + `","CurrencyCode":"EUR"},"OrderId":"K1-1"},` +
		`"PaymentMeans":{"ApplePay":{"PaymentToken":"` + token + `"}},"Initiator":"PAYER"}`
}

const transactionPath = "/api/Payment/v1/Transaction/"

func TestATokenIsOpenedOnceForItsAmount(t *testing.T) {
	b := start(t)
	token := b.token()
	status, s := b.post(transactionPath+"AuthorizeDirect", authorization(token, "1235"), nil)
	require.Equal(t, http.StatusPaymentRequired, status)
	require.Equal(t, "AMOUNT_INVALID", s["ErrorName"])
	status, s = b.post(transactionPath+"AuthorizeDirect", authorization(token, "1234"), nil)
	require.Equal(t, http.StatusOK, status, "%v", s)
	require.Equal(t, "AUTHORIZED", s["Transaction"].(map[string]any)["Status"])
	_, s = b.post(transactionPath+"AuthorizeDirect", authorization(token, "1234"), nil)
	require.Equal(t, "PAYMENTMEANS_INVALID", s["ErrorName"], "used")

	raw, _ := base64.StdEncoding.DecodeString(b.token())
	var d paymentData
	require.NoError(t, json.Unmarshal(raw, &d))
	sealed, _ := base64.StdEncoding.DecodeString(d.Data)
	sealed[0] ^= 1
	d.Data = base64.StdEncoding.EncodeToString(sealed)
	changed, _ := json.Marshal(d)
	_, s = b.post(transactionPath+"AuthorizeDirect", authorization(base64.StdEncoding.EncodeToString(changed), "1234"), nil)
	require.Equal(t, "PAYMENTMEANS_INVALID", s["ErrorName"], "changed on the way")

	other := start(t)
	_, s = other.post(transactionPath+"AuthorizeDirect", authorization(b.token(), "1234"), nil)
	require.Equal(t, "PAYMENTMEANS_INVALID", s["ErrorName"], "for another processor")
	require.Equal(t, 1, b.sim.stage.Counts()["authorization"])
}

func TestStrictRequests(t *testing.T) {
	b := start(t)
	good := authorization(b.token(), "1234")
	for what, body := range map[string]string{
		"a field too much": strings.Replace(good, `"Initiator"`, `"X":1,"Initiator"`, 1), "a header too little": strings.Replace(good, `"RetryIndicator":1`, `"RetryIndicator":null`, 1),
		"a wrong terminal": strings.Replace(good, "12341234", "1", 1), "a wrong order": strings.Replace(good, "K1-1", "K 1", 1),
		"no integer": strings.Replace(good, "1234\"", "12.34\"", 2), "two documents": good + "{}", "a wrong version": strings.Replace(good, "1.53", "9.9", 1),
	} {
		status, s := b.post(transactionPath+"AuthorizeDirect", body, nil)
		require.Equal(t, http.StatusBadRequest, status, what)
		require.Equal(t, "VALIDATION_FAILED", s["ErrorName"], what)
	}
	for status, change := range map[int]func(*http.Request){
		http.StatusUnauthorized:         func(r *http.Request) { r.SetBasicAuth("API_1", "wrong") },
		http.StatusUnsupportedMediaType: func(r *http.Request) { r.Header.Set("Content-Type", "application/json") },
		http.StatusNotAcceptable:        func(r *http.Request) { r.Header.Set("Accept", "*/*") },
	} {
		got, _ := b.post(transactionPath+"AuthorizeDirect", good, change)
		require.Equal(t, status, got)
	}
	_, s := b.post(transactionPath+"Inquire", head+`"TransactionReference":{"TransactionId":"a","OrderId":"b"}}`, nil)
	require.Equal(t, "VALIDATION_FAILED", s["ErrorName"])
	_, s = b.post(transactionPath+"Inquire", head+`"TransactionReference":{"OrderId":"b"}}`, nil)
	require.Equal(t, "TRANSACTION_NOT_FOUND", s["ErrorName"])
}

func TestTheGatewayWantsToKnowTheMerchant(t *testing.T) {
	b := start(t)
	for _, body := range []string{`{}`, strings.Replace(merchant, "web", "app", 1), strings.Replace(merchant, "shop.test", "https://shop.test", 1),
		strings.Replace(merchant, "Kontor", strings.Repeat("x", 65), 1), strings.Replace(merchant, `"initiative"`, `"x":"","initiative"`, 1)} {
		status, _ := b.post("/paymentservices/paymentSession", body, nil)
		require.Equal(t, http.StatusBadRequest, status, body)
	}
	tls := httptest.NewTLSServer(b.sim.Handler())
	t.Cleanup(tls.Close)
	res, err := tls.Client().Post(tls.URL+"/paymentservices/paymentSession", "application/json", bytes.NewReader([]byte(merchant)))
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, res.StatusCode, "no certificate")
}

func TestASessionOpensOneSheet(t *testing.T) {
	b := start(t)
	id := b.session()
	for _, want := range []int{http.StatusOK, http.StatusConflict} {
		status, _ := b.post("/sheet", fmt.Sprintf(sheet, id), nil)
		require.Equal(t, want, status)
	}
	for _, body := range []string{strings.Replace(sheet, `"EUR"`, `"USD"`, 1), strings.Replace(sheet, "supports3DS", "supportsEMV", 1),
		strings.Replace(sheet, `"visa"`, `"amex"`, 1), strings.Replace(sheet, "12.34", "12,34", 1), strings.Replace(sheet, "approve", "gold", 1)} {
		status, _ := b.post("/sheet", fmt.Sprintf(body, b.session()), nil)
		require.Equal(t, http.StatusConflict, status, body)
	}
	res, err := http.Get(b.url + "/apple-pay.js")
	require.NoError(t, err)
	source, _ := io.ReadAll(res.Body)
	require.Contains(t, string(source), "var base = '"+b.url+"'")
}
