package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// field gives a field of a JSON answer.
func field(t *testing.T, body, name string) string {
	t.Helper()
	var fields map[string]any
	require.NoError(t, json.Unmarshal([]byte(body), &fields), body)
	text, ok := fields[name].(string)
	require.True(t, ok, "%s in %s", name, body)
	return text
}

// What a shop was told before a provider died holds after it, and a notice that nobody took then leaves again.
func TestProvidersKnowAfterTheirDeathWhatTheyDidBefore(t *testing.T) {
	var open atomic.Bool
	heard := make(chan string, 100)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !open.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		heard <- r.URL.Path
	}))
	defer shop.Close()
	ledger := filepath.Join(t.TempDir(), "books.jsonl")
	url, end := startWith(t, ledger)
	jsonBody := []string{"Content-Type", "application/json", "Accept", "application/json", "Authorization", "Basic Yzpz"}

	_, body := do(t, "POST", url+"/aiia/v2/payments/accept", `{"amount":12.5,"currency":"EUR","schemeId":"GermanSepaCreditTransfer",
		"reference":"100001","destinationId":"d","redirectUrl":"`+shop.URL+`/back"}`, jsonBody...)
	payment := field(t, body, "paymentId")
	do(t, "POST", url+"/_control/aiia/"+payment+"/approve", "")

	initialize := func(url, retry string) string {
		_, body := do(t, "POST", url+"/saferpay/api/Payment/v1/PaymentPage/Initialize", `{"RequestHeader":{"SpecVersion":"1.52","CustomerId":"1",
			"RequestId":"once","RetryIndicator":`+retry+`},"TerminalId":"12345678","Payment":{"Amount":{"Value":"1250","CurrencyCode":"EUR"},
			"OrderId":"100002","Description":"Bestellung"},"ReturnUrl":{"Url":"`+shop.URL+`/back"},
			"Notification":{"SuccessNotifyUrl":"`+shop.URL+`/saferpay","FailNotifyUrl":"`+shop.URL+`/fail"}}`, jsonBody...)
		return body
	}
	page := field(t, initialize(url, "0"), "Token")
	do(t, "POST", url+"/_control/saferpay/"+page+"/approve", "")

	_, body = do(t, "POST", url+"/paypal/v1/oauth2/token", "grant_type=client_credentials",
		"Content-Type", "application/x-www-form-urlencoded", "Authorization", "Basic Yzpz")
	bearer := []string{"Content-Type", "application/json", "Authorization", "Bearer " + field(t, body, "access_token"), "PayPal-Request-Id", "once"}
	do(t, "POST", url+"/paypal/v1/notifications/webhooks", `{"url":"`+shop.URL+`/paypal","event_types":[{"name":"PAYMENT.CAPTURE.COMPLETED"}]}`, bearer...)
	_, body = do(t, "POST", url+"/paypal/v2/checkout/orders", `{"intent":"CAPTURE","purchase_units":[{"invoice_id":"100003",
		"amount":{"currency_code":"EUR","value":"12.50"}}]}`, bearer...)
	order := field(t, body, "id")
	do(t, "POST", url+"/_control/paypal/"+order+"/approve", "")
	_, body = do(t, "POST", url+"/paypal/v2/checkout/orders/"+order+"/capture", "", bearer...)
	require.Equal(t, "COMPLETED", field(t, body, "status"))
	_, cert := do(t, "GET", url+"/paypal/v1/notifications/certs/CERT-simulator", "")

	end()
	open.Store(true)
	url, _ = startWith(t, ledger)

	_, body = do(t, "GET", url+"/aiia/v2/payments/accept/"+payment, "", jsonBody...)
	require.Equal(t, "Executed", field(t, body, "status"))
	require.Equal(t, page, field(t, initialize(url, "1"), "Token"), "the same answer to the same request")
	status, body := do(t, "POST", url+"/saferpay/api/Payment/v1/PaymentPage/Assert",
		`{"RequestHeader":{"SpecVersion":"1.52","CustomerId":"1","RequestId":"then","RetryIndicator":0},"Token":"`+page+`"}`, jsonBody...)
	require.Equal(t, http.StatusOK, status, body)
	require.Contains(t, body, `"AUTHORIZED"`)
	status, body = do(t, "POST", url+"/paypal/v2/checkout/orders/"+order+"/capture", "", bearer...)
	require.Equal(t, http.StatusOK, status, "replayed: %s", body)
	var state stage.View
	_, body = do(t, "GET", url+"/_control/paypal", "")
	require.NoError(t, json.Unmarshal([]byte(body), &state))
	require.Equal(t, 1, strings.Count(body, `"value":"12.50"},"invoice_id":"100003","final_capture"`), body)
	_, same := do(t, "GET", url+"/paypal/v1/notifications/certs/CERT-simulator", "")
	require.Equal(t, cert, same)

	want := map[string]bool{"/webhooks/aiia": true, "/saferpay": true, "/paypal": true}
	for len(want) > 0 {
		select {
		case path := <-heard:
			delete(want, path)
		case <-time.After(20 * time.Second):
			require.Empty(t, want, "no notice came")
		}
	}
}

func TestWithoutBooksProvidersForget(t *testing.T) {
	url, end := startWith(t, "")
	_, body := do(t, "POST", url+"/aiia/v2/payments/accept", `{"amount":12.5,"currency":"EUR","schemeId":"GermanSepaCreditTransfer",
		"reference":"1","destinationId":"d","redirectUrl":"http://shop.example/back"}`, "Content-Type", "application/json", "Authorization", "Basic Yzpz")
	payment := field(t, body, "paymentId")
	end()
	url, _ = startWith(t, "")
	status, _ := do(t, "GET", url+"/aiia/v2/payments/accept/"+payment, "", "Authorization", "Basic Yzpz")
	require.Equal(t, http.StatusNotFound, status)
}
