package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// sent is one request of the plugin as PayPal sees it. Ids in the path are "{id}".
type sent struct {
	Call string          `json:"call"` // "POST /v2/checkout/orders"
	Body json.RawMessage `json:"body"`

	header http.Header
}

// recorder keeps what passes on the way to the simulator.
type recorder struct {
	http.Handler
	mu   sync.Mutex
	sent []sent
}

var resourceID = regexp.MustCompile(`/(orders|authorizations|captures)/[^/]+`)

func (r *recorder) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	q.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) > 0 && q.Header.Get("Content-Type") == "application/json" {
		r.mu.Lock()
		r.sent = append(r.sent, sent{q.Method + " " + resourceID.ReplaceAllString(q.URL.Path, "/$1/{id}"), body, q.Header.Clone()})
		r.mu.Unlock()
	}
	r.Handler.ServeHTTP(w, q)
}

// everyRequest drives the plugin through all that it can say to PayPal, in the order of testdata/requests.json.
func everyRequest(t *testing.T) []sent {
	t.Helper()
	b := start(t)
	r := b.authorize("1") // registers the webhook first
	b.Act(r.Reference, "approve")
	b.complete("1", r.Reference)
	_, err := b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r1", Reference: r.Reference,
		Amount: eur(100000), Reason: "Zurückgeschickt"})
	require.NoError(t, err)

	session := b.express("e1")
	b.pay(b.inSession("2", session))

	b.plugin = sdktest.Target{New: newPlugin, Config: b.config("intent", "authorize", "webhook_id", "WH-1")}.Start(t)
	r = b.authorize("3")
	b.Act(r.Reference, "approve")
	b.complete("3", r.Reference)
	_, err = b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c3", Reference: r.Reference,
		Amount: eur(258801), Final: true})
	require.NoError(t, err)
	r = b.authorize("4")
	b.Act(r.Reference, "approve")
	b.complete("4", r.Reference)
	_, err = b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v4", Reference: r.Reference})
	require.NoError(t, err)
	b.sent.mu.Lock()
	defer b.sent.mu.Unlock()
	for i := range b.sent.sent { // the shop's address is another one in each run
		b.sent.sent[i].Body = bytes.ReplaceAll(b.sent.sent[i].Body, []byte(b.Shop), []byte("https://shop.example/webhooks"))
	}
	return b.sent.sent
}

// What the plugin says to PayPal is written down, so that a change of it is seen: testdata/requests.json fits PayPal's
// published documents, which TestRequestsFitPayPalsDocuments holds where they are at hand.
func TestRequestsAreAsWrittenDown(t *testing.T) {
	const path = "testdata/requests.json"
	got := everyRequest(t)
	if os.Getenv("KONTOR_UPDATE") != "" {
		out, err := json.MarshalIndent(got, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(out, '\n'), 0o644))
	}
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	var want []sent
	require.NoError(t, json.Unmarshal(raw, &want))
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i].Call, got[i].Call)
		require.JSONEq(t, string(want[i].Body), string(got[i].Body), want[i].Call)
		moves := strings.HasSuffix(got[i].Call, "/orders") || strings.HasSuffix(got[i].Call, "ture") || strings.HasSuffix(got[i].Call, "ize") ||
			strings.HasSuffix(got[i].Call, "/refund")
		require.Equal(t, moves, got[i].header.Get("PayPal-Request-Id") != "", "%s: the key of whatever moves money", got[i].Call)
	}
}

// envDocuments names the folder with PayPal's OpenAPI documents: "openapi" of github.com/paypal/paypal-rest-api-specifications.
const envDocuments = "KONTOR_PAYPAL_OPENAPI"

func TestRequestsFitPayPalsDocuments(t *testing.T) {
	folder := os.Getenv(envDocuments)
	if folder == "" {
		t.Skipf("%s does not name the folder with checkout_orders_v2.json, payments_payment_v2.json and notifications_webhooks_v1.json", envDocuments)
	}
	var docs []*document
	for _, name := range []string{"checkout_orders_v2", "payments_payment_v2", "notifications_webhooks_v1"} {
		docs = append(docs, readDocument(t, folder+"/"+name+".json"))
	}
	for _, s := range append(everyRequest(t), verification(t)) {
		doc, schema := find(docs, s.Call)
		require.NotNil(t, doc, "%s is in none of the documents", s.Call)
		require.NotNil(t, schema, "%s has no body", s.Call)
		require.Empty(t, doc.check(schema, decode(t, s.Body), ""), "%s %s", s.Call, s.Body)
		if strings.HasPrefix(s.Call, "PATCH ") {
			checkPatches(t, doc, s.Body)
		}
	}
	// The checker itself: what it must not let pass.
	doc, schema := find(docs, "POST /v2/checkout/orders")
	for _, wrong := range []string{`{}`, `{"intent":"BUY","purchase_units":[{"amount":{"currency_code":"EUR","value":"1.00"}}]}`,
		`{"intent":"CAPTURE","purchase_units":[]}`, `{"intent":"CAPTURE","purchase_units":[{"amount":{"currency_code":"EURO","value":"1.00"}}]}`,
		`{"intent":"CAPTURE","purchase_units":[{"amount":{"currency_code":"EUR","value":"1,00"}}]}`,
		`{"intent":"CAPTURE","purchase_units":[{"amount":{"currency_code":"EUR","value":"1.00"}}],"surprise":1}`} {
		require.NotEmpty(t, doc.check(schema, decode(t, []byte(wrong)), ""), wrong)
	}
}

// verification is the question whether a webhook is genuine, which PayPal is asked when its certificate cannot be had.
func verification(t *testing.T) sent {
	t.Helper()
	b := start(t)
	b.Rule("certificate", stage.Status, -1)
	b.Act(b.authorize("1").Reference, "approve")
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), b.notice("CHECKOUT.ORDER.APPROVED"))
	require.NoError(t, err)
	last := b.sent.sent[len(b.sent.sent)-1]
	require.Equal(t, "POST /v1/notifications/verify-webhook-signature", last.Call)
	return last
}

// checkPatches holds each value of a JSON Patch against the schema of the attribute that it changes.
func checkPatches(t *testing.T, doc *document, body []byte) {
	t.Helper()
	var changes []patch
	require.NoError(t, json.Unmarshal(body, &changes))
	for _, c := range changes {
		_, attribute, ok := strings.Cut(c.Path, "'/")
		require.True(t, ok, c.Path)
		schema := map[string]any{"$ref": "#/components/schemas/purchase_unit_request"}
		value := c.Value
		steps := strings.Split(attribute, "/")
		for i := range steps { // wrapped again, it is a part of a purchase unit
			value = map[string]any{steps[len(steps)-1-i]: value}
		}
		value.(map[string]any)["amount"] = firstOf(value.(map[string]any)["amount"], map[string]any{"currency_code": "EUR", "value": "1.00"})
		require.Empty(t, doc.check(schema, value, ""), c.Path)
	}
}

func firstOf(a, b any) any {
	if a != nil {
		return a
	}
	return b
}

func decode(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// The shop has a word of its own for an authorization that ended before the goods left, and tells operators what to do then.
func TestACaptureThatComesTooLateIsExpired(t *testing.T) {
	for issue, code := range map[string]string{"AUTHORIZATION_EXPIRED": payment.CodeExpired, "AUTHORIZATION_VOIDED": "authorization_voided"} {
		r, err := receipt(transaction{}, base.ProviderFault("http_422", &provider.StatusError{Response: provider.Response{
			Status: http.StatusUnprocessableEntity, Body: []byte(`{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"` + issue + `"}]}`)}}))
		require.NoError(t, err)
		require.Equal(t, payment.Receipt{State: payment.ReceiptDeclined, Code: code}, r)
	}
}
