package sim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
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
}

func start(t *testing.T) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), Token: "token", Secret: "secret", RetryEvery: 5 * time.Millisecond})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &bench{t: t, sim: s, url: srv.URL}
}

func (b *bench) call(method, path, body string) (int, map[string]any) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.url+"/api/v1"+path, strings.NewReader(body))
	require.NoError(b.t, err)
	req.Header.Set("Api-Token", "token")
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	out := map[string]any{}
	require.NoError(b.t, json.Unmarshal(raw, &out), string(raw))
	return res.StatusCode, out
}

const body = `{"source":"hosted","state_flow":"authorization_flow","payment_method":"invoice","currency":"EUR","gross_amount_cents":12399,"net_term":30,
	"external_reference_id":"K1-1","success_url":"http://shop.test/back?x=1","cancel_url":"http://shop.test/cancel","declined_url":"http://shop.test/declined","language":"de",
	"buyer":{"email":"kim@example.com","first_name":"Kim","last_name":"Käufer","company_name":"Käufer GmbH"},
	"billing_address":{"country_code":"DE","city":"Hamburg","zip_code":"20095","address_line1":"Am Markt 1"},
	"shipping_address":{"country_code":"DE","city":"Hamburg","zip_code":"20095","address_line1":"Am Markt 1"},
	"lines":[{"tax_cents":1900,"shipping_price_cents":499,"buyer_fee_cents":100,"discount_cents":100,"line_items":[{"external_reference_id":"1","title":"Notebook",
	"quantity":3,"net_price_per_item_cents":3333,"net_price_cents":10000,"tax_cents":1900,"item_type":"PHYSICAL"}]}]}`

func (b *bench) order(changes ...string) string {
	b.t.Helper()
	status, out := b.call("POST", "/orders", strings.NewReplacer(changes...).Replace(body))
	require.Equal(b.t, http.StatusCreated, status, "%v", out)
	return out["order"].(map[string]any)["uuid"].(string)
}

func (b *bench) state(uuid string) string {
	b.t.Helper()
	_, out := b.call("GET", "/orders/"+uuid, "")
	return out["order"].(map[string]any)["state"].(string)
}

func (b *bench) decide(uuid, decision, months string) string {
	b.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(b.url+"/checkout/"+uuid, url.Values{"decision": {decision}, "months": {months}})
	require.NoError(b.t, err)
	require.Equal(b.t, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}

func TestOrdersAreValidatedStrictly(t *testing.T) {
	b := start(t)
	for field, change := range map[string][2]string{
		"body":                                 {`"source"`, `"sauce"`},
		"currency":                             {"EUR", "XYZ"},
		"payment_method":                       {`"invoice"`, `"cash"`},
		"language":                             {`"de"`, `"xx"`},
		"state_flow":                           {"authorization_flow", "flow"},
		"external_reference_id":                {"K1-1", ""},
		"gross_amount_cents":                   {"12399", "12398"},
		"net_term":                             {`"net_term":30`, `"net_term":31`},
		"success_url":                          {"http://shop.test/back?x=1", "/back"},
		"buyer.email":                          {"kim@example.com", ""},
		"billing_address.city":                 {"Hamburg", ""},
		"lines.0.tax_cents":                    {`"tax_cents":1900,"shipping`, `"tax_cents":1901,"shipping`},
		"lines.0.line_items.0.net_price_cents": {"3333", "3330"},
		"lines.0.line_items.0.item_type":       {"PHYSICAL", "GOODS"},
		"lines.0":                              {`"discount_cents":100`, `"discount_cents":-100`},
	} {
		status, out := b.call("POST", "/orders", strings.Replace(body, change[0], change[1], 1))
		require.Equal(t, http.StatusUnprocessableEntity, status, field)
		require.Equal(t, field, out["errors"].([]any)[0].(map[string]any)["name"], "%v", out)
	}
	req, _ := http.NewRequest(http.MethodPost, b.url+"/api/v1/orders", strings.NewReader(body))
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, res.StatusCode)
}

func TestTheHostedCheckoutLeadsBackToTheShop(t *testing.T) {
	b := start(t)
	for decision, want := range map[string][2]string{
		"approve": {"authorized", "http://shop.test/back?order_uuid=%&x=1"}, "review": {"authorized", "http://shop.test/back?order_uuid=%&x=1"},
		"decline": {"declined", "http://shop.test/declined?order_uuid=%"}, "cancel": {"created", "http://shop.test/cancel?order_uuid=%"},
		"expire": {"canceled", "http://shop.test/cancel?order_uuid=%"},
	} {
		uuid := b.order()
		require.Equal(t, strings.Replace(want[1], "%", uuid, 1), b.decide(uuid, decision, ""), decision)
		require.Equal(t, want[0], b.state(uuid), decision)
	}
	uuid := b.order(`"invoice"`, `"installment"`, `"net_term":30,`, "")
	res, err := http.Get(b.url + "/checkout/" + uuid)
	require.NoError(t, err)
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	for _, text := range []string{"Ratenkauf für Käufer GmbH", "123,99 €", "12 Monate zu je 10,34 €"} {
		require.Contains(t, string(page), text)
	}
	b.decide(uuid, "approve", "12")
	_, out := b.call("GET", "/orders/"+uuid, "")
	require.Equal(t, float64(12), out["order"].(map[string]any)["number_of_installments"])
	require.Equal(t, b.url+"/checkout/"+uuid, b.decide(uuid, "decline", ""), "decided is decided")
	require.Equal(t, "authorized", b.state(uuid))
}

func TestAnOrderIsConfirmedInvoicedAndCredited(t *testing.T) {
	b := start(t)
	uuid := b.order()
	confirm := `{"external_reference_id":"K1"}`
	status, _ := b.call("POST", "/orders/"+uuid+"/confirm", confirm)
	require.Equal(t, http.StatusUnprocessableEntity, status, "not authorized by the buyer yet")
	b.decide(uuid, "approve", "")
	invoice := `{"external_reference_id":"R1","invoice_url":"https://not.available","gross_amount_cents":12000}`
	status, _ = b.call("POST", "/orders/"+uuid+"/invoices", invoice)
	require.Equal(t, http.StatusUnprocessableEntity, status, "not confirmed yet")
	status, out := b.call("POST", "/orders/"+uuid+"/confirm", confirm)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "confirmed", out["order"].(map[string]any)["state"])
	status, _ = b.call("POST", "/orders/"+uuid+"/confirm", confirm)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Equal(t, 1, b.sim.stage.Counts()["authorization"])

	status, out = b.call("POST", "/orders/"+uuid+"/invoices", invoice)
	require.Equal(t, http.StatusCreated, status)
	id := out["invoice"].(map[string]any)["uuid"].(string)
	require.Equal(t, "partially_shipped", b.state(uuid))
	status, _ = b.call("POST", "/orders/"+uuid+"/invoices", invoice)
	require.Equal(t, http.StatusUnprocessableEntity, status, "more than the order")
	status, _ = b.call("POST", "/orders/"+uuid+"/cancel", "{}")
	require.Equal(t, http.StatusUnprocessableEntity, status)
	b.call("POST", "/orders/"+uuid+"/invoices", strings.NewReplacer("R1", "R2", "12000", "399").Replace(invoice))
	require.Equal(t, "shipped", b.state(uuid))

	note := `{"external_reference_id":"G1","gross_amount_cents":12000,"tax_cents":1000,"notes":"Retoure"}`
	status, _ = b.call("POST", "/invoices/"+id+"/credit_notes", note)
	require.Equal(t, http.StatusCreated, status)
	status, _ = b.call("POST", "/invoices/"+id+"/credit_notes", note)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	status, _ = b.call("POST", "/orders/"+uuid+"/invoices/"+id+"/cancel", "{}")
	require.Equal(t, http.StatusUnprocessableEntity, status)
	_, out = b.call("GET", "/orders/"+uuid+"/invoices", "")
	require.Len(t, out["invoices"], 2)
	status, _ = b.call("GET", "/orders/none", "")
	require.Equal(t, http.StatusNotFound, status)
}

func TestAnOrderIsAdjusted(t *testing.T) {
	b := start(t)
	_, out := b.call("POST", "/orders", body)
	id := out["order"].(map[string]any)["uuid"].(string)
	adjust := func(cents int) (int, string) {
		n := strconv.Itoa(cents)
		status, _ := b.call("POST", "/orders/"+id+"/adjust", `{"currency":"EUR","external_reference_id":"K1","amount":{"net_price_cents":`+n+`,"tax_cents":0,"gross_amount_cents":`+n+`},
			"lines":[{"line_items":[{"external_reference_id":"1","title":"x","quantity":1,"net_price_per_item_cents":`+n+`,"net_price_cents":`+n+`,"item_type":"PHYSICAL"}]}]}`)
		_, out := b.call("GET", "/orders/"+id, "")
		return status, out["order"].(map[string]any)["state"].(string)
	}
	step := func(cents, wantStatus int, wantState string) {
		t.Helper()
		status, state := adjust(cents)
		require.Equal(t, wantStatus, status)
		require.Equal(t, wantState, state)
	}
	step(5000, 422, "created")
	_, err := b.sim.Act(id, "approve")
	require.NoError(t, err)
	b.call("POST", "/orders/"+id+"/confirm", `{"external_reference_id":"K1"}`)
	step(13000, 200, "confirmed")
	b.call("POST", "/orders/"+id+"/invoices", `{"external_reference_id":"R1","invoice_url":"http://shop.test/r1","gross_amount_cents":5000}`)
	step(13001, 422, "partially_shipped")
	step(4999, 422, "partially_shipped")
	step(6000, 200, "partially_shipped")
	step(5000, 200, "shipped")
	step(5000, 422, "shipped")
}

func TestWebhooksAreSignedAndRepeated(t *testing.T) {
	b := start(t)
	got := make(chan http.Header, 10)
	bodies := make(chan string, 10)
	n := 0
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if n++; n == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		got <- r.Header
		bodies <- string(raw)
	}))
	t.Cleanup(shop.Close)
	status, _ := b.call("POST", "/webhooks", `{"topic":"order","address":"`+shop.URL+`"}`)
	require.Equal(t, http.StatusCreated, status)
	status, _ = b.call("POST", "/webhooks", `{"topic":"order","address":"`+shop.URL+`"}`)
	require.Equal(t, http.StatusUnprocessableEntity, status, "once is enough")
	_, keys := b.call("GET", "/webhooks/keys", "")
	next := func() (string, bool) {
		select {
		case h := <-got:
			text := <-bodies
			mac := hmac.New(sha256.New, []byte(keys["webhook_secret"].(string)))
			mac.Write([]byte(text))
			return text, h.Get("X-Mondu-Signature") == hex.EncodeToString(mac.Sum(nil))
		case <-time.After(5 * time.Second):
			require.Fail(t, "no webhook came")
			return "", false
		}
	}
	uuid := b.order()
	b.decide(uuid, "approve", "")
	for range 2 { // the first answer was no success
		text, genuine := next()
		require.True(t, genuine)
		require.Contains(t, text, `"topic":"order/authorized"`)
		require.Contains(t, text, uuid)
	}

	require.NoError(t, b.sim.stage.Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Forge}))
	b.call("POST", "/orders/"+uuid+"/cancel", "{}")
	_, genuine := next()
	require.False(t, genuine)

	require.NoError(t, b.sim.stage.Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Hold}))
	uuid = b.order("K1-1", "K2-1")
	_, err := b.sim.Act("K2", "review")
	require.NoError(t, err)
	b.call("POST", "/orders/"+uuid+"/confirm", `{"external_reference_id":"K2"}`)
	text, _ := next()
	require.Contains(t, text, `"topic":"order/pending"`)
	_, err = b.sim.Act("webhooks", "release")
	require.NoError(t, err)
	text, _ = next()
	require.Contains(t, text, `"topic":"order/authorized"`, "out of order")
	_, err = b.sim.Act(uuid, "accept")
	require.NoError(t, err)
	text, _ = next()
	require.Contains(t, text, `"iban":"DE89370400440532013000"`)
}
