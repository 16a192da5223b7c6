package sim

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type bench struct {
	t     *testing.T
	sim   *Sim
	url   string
	token string
}

func start(t *testing.T) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s, err := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), RetryEvery: 5 * time.Millisecond})
	require.NoError(t, err)
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	b := &bench{t: t, sim: s, url: srv.URL}
	req, _ := http.NewRequest(http.MethodPost, b.url+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
	req.SetBasicAuth("client", "secret")
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	var got struct {
		AccessToken string `json:"access_token"`
	}
	require.NoError(t, json.NewDecoder(res.Body).Decode(&got))
	b.token = got.AccessToken
	return b
}

func (b *bench) call(method, path, body, requestID string) (int, map[string]any) {
	b.t.Helper()
	status, out, err := b.try(method, path, body, requestID)
	require.NoError(b.t, err)
	return status, out
}

func (b *bench) try(method, path, body, requestID string) (int, map[string]any, error) {
	req, _ := http.NewRequest(method, b.url+path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+b.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Prefer", "return=representation")
	req.Header.Set("PayPal-Request-Id", requestID)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	out := map[string]any{}
	_ = json.Unmarshal(raw, &out)
	return res.StatusCode, out, err
}

func orderBody(intent, invoice string) string {
	return `{"intent":"` + intent + `","purchase_units":[{"invoice_id":"` + invoice + `","amount":{"currency_code":"EUR","value":"1303.99",
	"breakdown":{"item_total":{"currency_code":"EUR","value":"1299.00"},"shipping":{"currency_code":"EUR","value":"4.99"}}},
	"items":[{"name":"Notebook","quantity":"1","unit_amount":{"currency_code":"EUR","value":"1299.00"}}]}],
	"payment_source":{"paypal":{"experience_context":{"return_url":"http://shop.test/back?x=1","cancel_url":"http://shop.test/cancel","brand_name":"Kontor","locale":"de-DE","user_action":"PAY_NOW"}}}}`
}

func (b *bench) order(intent, invoice string) string {
	b.t.Helper()
	status, o := b.call("POST", "/v2/checkout/orders", orderBody(intent, invoice), "create-"+invoice)
	require.Equal(b.t, http.StatusCreated, status, "%v", o)
	require.Equal(b.t, "PAYER_ACTION_REQUIRED", o["status"])
	return o["id"].(string)
}

func (b *bench) decide(id, decision string) string {
	b.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(b.url+"/checkoutnow", url.Values{"token": {id}, "decision": {decision}})
	require.NoError(b.t, err)
	require.Equal(b.t, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}

func issue(out map[string]any) string {
	details, _ := out["details"].([]any)
	if len(details) == 0 {
		return ""
	}
	return details[0].(map[string]any)["issue"].(string)
}

func TestApprovedOrderIsCapturedOnceHoweverOftenItIsAsked(t *testing.T) {
	b := start(t)
	id := b.order("CAPTURE", "K1")
	status, again := b.call("POST", "/v2/checkout/orders", orderBody("CAPTURE", "K1"), "create-K1")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, id, again["id"])

	status, out := b.call("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "c1")
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Equal(t, "ORDER_NOT_APPROVED", issue(out))

	back, err := url.Parse(b.decide(id, "approve"))
	require.NoError(t, err)
	require.Equal(t, "1", back.Query().Get("x"))
	require.Equal(t, id, back.Query().Get("token"))
	require.NotEmpty(t, back.Query().Get("PayerID"))

	var wait sync.WaitGroup
	statuses := make(chan int, 8)
	for i := range 8 {
		wait.Go(func() {
			status, _, _ := b.try("POST", "/v2/checkout/orders/"+id+"/capture", "{}", []string{"c1", "c2"}[i%2])
			statuses <- status
		})
	}
	wait.Wait()
	close(statuses)
	counts := map[int]int{}
	for s := range statuses {
		counts[s]++
	}
	require.Equal(t, 1, counts[http.StatusCreated])
	require.Equal(t, 3, counts[http.StatusOK], "replays of the winning request id")
	require.Equal(t, 4, counts[http.StatusUnprocessableEntity], "another request id is refused")
	require.Equal(t, 1, b.sim.stage.Counts()["charge"])
}

func TestPayerMayCancelDeclineOrRunOutOfTime(t *testing.T) {
	b := start(t)
	cancelled := b.order("CAPTURE", "K1")
	require.Equal(t, "http://shop.test/cancel?token="+cancelled, b.decide(cancelled, "cancel"))
	_, out := b.call("POST", "/v2/checkout/orders/"+cancelled+"/capture", "", "c")
	require.Equal(t, "ORDER_NOT_APPROVED", issue(out))

	declined := b.order("CAPTURE", "K2")
	b.decide(declined, "decline")
	_, out = b.call("POST", "/v2/checkout/orders/"+declined+"/capture", "", "c")
	require.Equal(t, "INSTRUMENT_DECLINED", issue(out))

	expired := b.order("CAPTURE", "K3")
	b.decide(expired, "expire")
	status, out := b.call("GET", "/v2/checkout/orders/"+expired, "", "")
	require.Equal(t, http.StatusNotFound, status)
	require.Equal(t, "INVALID_RESOURCE_ID", issue(out))
	require.Zero(t, b.sim.stage.Counts()["charge"])
}

func TestLostReplyStillCharges(t *testing.T) {
	b := start(t)
	id := b.order("CAPTURE", "K1")
	b.decide(id, "approve")
	require.NoError(t, b.sim.stage.Add(stage.Rule{Op: "capture", Effect: stage.DropReply}))
	_, _, err := b.try("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "c1")
	require.Error(t, err)
	status, o := b.call("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "c1")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "COMPLETED", o["status"])
	require.Equal(t, 1, b.sim.stage.Counts()["charge"])
}

// What is left of an authorization can be given up, unless a capture was the last one.
func TestTheRestOfAnAuthorizationCanBeVoided(t *testing.T) {
	b := start(t)
	id := b.order("AUTHORIZE", "K1")
	b.decide(id, "approve")
	_, o := b.call("POST", "/v2/checkout/orders/"+id+"/authorize", "{}", "a")
	auth := dig(o, "purchase_units", 0, "payments", "authorizations", 0, "id").(string)
	part := `{"amount":{"currency_code":"EUR","value":"300.00"}}`
	status, _ := b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", part, "k1")
	require.Equal(t, http.StatusCreated, status)
	status, _ = b.call("POST", "/v2/payments/authorizations/"+auth+"/void", "", "v")
	require.Equal(t, http.StatusOK, status)
	_, out := b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", part, "k2")
	require.Equal(t, "AUTHORIZATION_VOIDED", issue(out))
}

func TestAuthorizationCaptureVoidRefund(t *testing.T) {
	b := start(t)
	id := b.order("AUTHORIZE", "K1")
	_, out := b.call("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "x")
	require.Equal(t, "ACTION_DOES_NOT_MATCH_INTENT", issue(out))
	b.decide(id, "approve")
	_, o := b.call("POST", "/v2/checkout/orders/"+id+"/authorize", "{}", "a")
	auth := dig(o, "purchase_units", 0, "payments", "authorizations", 0, "id").(string)

	part := `{"amount":{"currency_code":"EUR","value":"300.00"}}`
	status, c := b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", part, "k1")
	require.Equal(t, http.StatusCreated, status)
	status, same := b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", part, "k1")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, c["id"], same["id"])
	_, out = b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", `{"amount":{"currency_code":"EUR","value":"1300.00"}}`, "k2")
	require.Equal(t, "MAX_CAPTURE_AMOUNT_EXCEEDED", issue(out))
	last := strings.Replace(part, "}}", `},"final_capture":true}`, 1)
	status, _ = b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", last, "k3")
	require.Equal(t, http.StatusCreated, status)
	_, out = b.call("POST", "/v2/payments/authorizations/"+auth+"/void", "", "v")
	require.Equal(t, "PREVIOUSLY_CAPTURED", issue(out))

	capture := c["id"].(string)
	_, out = b.call("POST", "/v2/payments/captures/"+capture+"/refund", `{"amount":{"currency_code":"EUR","value":"300.01"}}`, "r0")
	require.Equal(t, "REFUND_AMOUNT_EXCEEDED", issue(out))
	_, r1 := b.call("POST", "/v2/payments/captures/"+capture+"/refund", `{"amount":{"currency_code":"EUR","value":"100.00"}}`, "r1")
	_, r1again := b.call("POST", "/v2/payments/captures/"+capture+"/refund", `{"amount":{"currency_code":"EUR","value":"100.00"}}`, "r1")
	require.Equal(t, r1["id"], r1again["id"])
	_, rest := b.call("POST", "/v2/payments/captures/"+capture+"/refund", "", "r2")
	require.Equal(t, "200.00", dig(rest, "amount", "value"))
	_, out = b.call("POST", "/v2/payments/captures/"+capture+"/refund", "", "r3")
	require.Equal(t, "CAPTURE_FULLY_REFUNDED", issue(out))

	other := b.order("AUTHORIZE", "K2")
	b.decide(other, "approve")
	_, o = b.call("POST", "/v2/checkout/orders/"+other+"/authorize", "{}", "a")
	auth = dig(o, "purchase_units", 0, "payments", "authorizations", 0, "id").(string)
	status, _ = b.call("POST", "/v2/payments/authorizations/"+auth+"/void", "", "v")
	require.Equal(t, http.StatusOK, status)
	_, out = b.call("POST", "/v2/payments/authorizations/"+auth+"/capture", "", "k9")
	require.Equal(t, "AUTHORIZATION_VOIDED", issue(out))
}

func TestWrongRequestsGetTheDocumentedErrors(t *testing.T) {
	b := start(t)
	good := orderBody("CAPTURE", "K1")
	for what, c := range map[string]struct {
		old, new, issue string
		status          int
	}{
		"no intent":        {`"intent":"CAPTURE",`, ``, "MISSING_REQUIRED_PARAMETER", 400},
		"wrong intent":     {`"CAPTURE"`, `"capture"`, "INVALID_PARAMETER_VALUE", 400},
		"comma in amount":  {`"1303.99"`, `"1303,99"`, "INVALID_PARAMETER_SYNTAX", 400},
		"number as amount": {`"1303.99"`, `1303.99`, "INVALID_PARAMETER_SYNTAX", 400},
		"relative return":  {`http://shop.test/back?x=1`, `/back`, "INVALID_PARAMETER_SYNTAX", 400},
		"locale":           {`de-DE`, `de_DE`, "INVALID_PARAMETER_SYNTAX", 400},
		"quantity":         {`"quantity":"1"`, `"quantity":"0"`, "INVALID_PARAMETER_SYNTAX", 400},
		"unknown field":    {`"items"`, `"itemz"`, "NOT_SUPPORTED", 400},
		"broken":           {`{"intent"`, `{intent`, "MALFORMED_REQUEST_JSON", 400},
		"sum":              {`"4.99"`, `"5.99"`, "AMOUNT_MISMATCH", 422},
		"items":            {`"quantity":"1"`, `"quantity":"2"`, "ITEM_TOTAL_MISMATCH", 422},
		"precision":        {`"1303.99"`, `"1303.991"`, "DECIMAL_PRECISION", 422},
		"zero":             {`"1303.99"`, `"0.00"`, "CANNOT_BE_ZERO_OR_NEGATIVE", 422},
		"two currencies":   {`"EUR","value":"4.99"`, `"USD","value":"4.99"`, "MULTI_CURRENCY_ORDER", 422},
	} {
		require.Contains(t, good, c.old, what)
		status, out := b.call("POST", "/v2/checkout/orders", strings.Replace(good, c.old, c.new, 1), "r")
		require.Equal(t, c.status, status, what)
		require.Equal(t, c.issue, issue(out), what)
		require.NotEmpty(t, out["debug_id"], what)
	}
	status, out := b.call("POST", "/v2/checkout/orders", good, "")
	require.Equal(t, http.StatusBadRequest, status)
	require.Equal(t, "PAYPAL_REQUEST_ID_REQUIRED", issue(out))
	b.token = "nonsense"
	status, out = b.call("POST", "/v2/checkout/orders", good, "r")
	require.Equal(t, http.StatusUnauthorized, status)
	require.Equal(t, "AUTHENTICATION_FAILURE", out["name"])
}

func TestAnApprovedOrderIsChangedByTheRules(t *testing.T) {
	b := start(t)
	body := strings.Replace(orderBody("CAPTURE", ""), `"user_action":"PAY_NOW"`, `"user_action":"CONTINUE","shipping_preference":"GET_FROM_FILE"`, 1)
	_, o := b.call("POST", "/v2/checkout/orders", strings.Replace(body, `"invoice_id":"",`, "", 1), "express")
	id := o["id"].(string)
	path := "/v2/checkout/orders/" + id
	change := func(op, field, value string) (int, string) {
		status, out := b.call("PATCH", path, `[{"op":"`+op+`","path":"/purchase_units/@reference_id=='default'/`+field+`"`+value+`}]`, "")
		return status, issue(out)
	}
	status, word := change("add", "invoice_id", `,"value":"K1"`)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Equal(t, "NOT_PATCHABLE", word, "only created and approved orders change")

	b.decide(id, "packstation")
	_, o = b.call("GET", path, "", "")
	require.Equal(t, "Packstation 145", dig(o, "purchase_units", 0, "shipping", "address", "address_line_1"))
	require.Equal(t, "kaeufer@example.com", dig(o, "payment_source", "paypal", "email_address"))
	for _, c := range []struct {
		op, field, value, issue string
		status                  int
	}{
		{"replace", "invoice_id", `,"value":"K1"`, "INVALID_PATCH_OPERATION", 400},
		{"add", "invoice_id", `,"value":"K1"`, "", 204},
		{"add", "invoice_id", `,"value":"K1"`, "INVALID_PATCH_OPERATION", 400},
		{"replace", "invoice_id", ``, "PATCH_VALUE_REQUIRED", 422},
		{"replace", "amount", `,"value":{"currency_code":"EUR","value":"1.00"}`, "ITEM_TOTAL_REQUIRED", 422},
		{"replace", "amount", `,"value":{"currency_code":"EUR","total":"1.00"}`, "INVALID_PARAMETER_SYNTAX", 400},
		{"remove", "amount", ``, "INVALID_PATCH_OPERATION", 400},
		{"replace", "payee", `,"value":{}`, "FIELD_NOT_PATCHABLE", 400},
		{"set", "items", `,"value":[]`, "INVALID_PARAMETER_VALUE", 400},
		{"replace", "shipping/address", `,"value":{"country_code":"DE"}`, "POSTAL_CODE_REQUIRED", 422},
		{"replace", "shipping/name", `,"value":{"full_name":"Ada Neu"}`, "", 204},
	} {
		status, word := change(c.op, c.field, c.value)
		require.Equal(t, c.status, status, "%s %s", c.op, c.field)
		require.Equal(t, c.issue, word, "%s %s", c.op, c.field)
	}
	_, out := b.call("PATCH", path, `[{"op":"remove","path":"/purchase_units/0/items"}]`, "")
	require.Equal(t, "INVALID_JSON_POINTER_FORMAT", issue(out))
	_, o = b.call("GET", path, "", "")
	require.Equal(t, "Ada Neu", dig(o, "purchase_units", 0, "shipping", "name", "full_name"))
	require.Equal(t, "1303.99", dig(o, "purchase_units", 0, "amount", "value"), "refused changes changed nothing")
	b.call("POST", path+"/capture", "{}", "c")
	_, word = change("remove", "items", "")
	require.Equal(t, "ORDER_ALREADY_COMPLETED", word)
}

func TestPayerPageShowsTheOrder(t *testing.T) {
	b := start(t)
	id := b.order("CAPTURE", "K77")
	res, err := http.Get(b.url + "/checkoutnow?token=" + id)
	require.NoError(t, err)
	raw, _ := io.ReadAll(res.Body)
	for _, want := range []string{"1.303,99 EUR", "Kontor", "K77", "Jetzt bezahlen", "Notebook", `lang="de"`} {
		require.Contains(t, string(raw), want)
	}
	b.decide(id, "expire")
	res, err = http.Get(b.url + "/checkoutnow?token=" + id)
	require.NoError(t, err)
	raw, _ = io.ReadAll(res.Body)
	require.Equal(t, http.StatusNotFound, res.StatusCode)
	require.Contains(t, string(raw), "abgelaufen")
}

func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	return v
}

func compact(raw []byte) string {
	var b bytes.Buffer
	_ = json.Compact(&b, raw)
	return b.String()
}
