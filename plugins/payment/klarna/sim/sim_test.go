package sim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
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
	s := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), Username: "user", Password: "secret", RetryEvery: 5 * time.Millisecond})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &bench{t: t, sim: s, url: srv.URL}
}

func (b *bench) call(method, path, body, key string) (int, http.Header, map[string]any) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	require.NoError(b.t, err)
	req.SetBasicAuth("user", "secret")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Klarna-Idempotency-Key", key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	out := map[string]any{}
	_ = json.Unmarshal(raw, &out)
	return res.StatusCode, res.Header, out
}

const (
	lines   = `"order_lines":[{"type":"physical","name":"Notebook","quantity":2,"unit_price":5950,"tax_rate":1900,"total_amount":11900,"total_tax_amount":1900}]`
	basket  = `"purchase_country":"DE","purchase_currency":"EUR","locale":"de-DE","order_amount":11900,"order_tax_amount":1900,` + lines
	billing = `{"given_name":"Kim","family_name":"Käufer","email":"kim@example.com","street_address":"Am Markt 1","postal_code":"20095","city":"Hamburg","country":"DE"}`
)

// session opens a session and gives its id and client token.
func (b *bench) session() (id, client string) {
	b.t.Helper()
	status, _, out := b.call("POST", "/payments/v1/sessions", "{"+basket+"}", "")
	require.Equal(b.t, http.StatusOK, status, "%v", out)
	return out["session_id"].(string), out["client_token"].(string)
}

func (b *bench) approve(id string) string {
	b.t.Helper()
	out, err := b.sim.Act(id, "approve")
	require.NoError(b.t, err)
	return out.(map[string]string)["authorization_token"]
}

func (b *bench) order(urls string) string {
	b.t.Helper()
	id, _ := b.session()
	status, _, out := b.call("POST", "/payments/v1/authorizations/"+b.approve(id)+"/order", `{"merchant_reference1":"K1","merchant_urls":{`+urls+`},`+basket+"}", "")
	require.Equal(b.t, http.StatusOK, status, "%v", out)
	return out["order_id"].(string)
}

func TestSessionsAreValidatedStrictly(t *testing.T) {
	b := start(t)
	for what, body := range map[string]string{
		"unknown field":          `{"surprise":1,` + basket + `}`,
		"no lines":               `{"purchase_country":"DE","purchase_currency":"EUR","order_amount":1}`,
		"no amount":              `{"purchase_country":"DE","purchase_currency":"EUR",` + lines + `}`,
		"another sum":            strings.Replace(`{`+basket+`}`, `"order_amount":11900`, `"order_amount":11901`, 1),
		"another tax sum":        strings.Replace(`{`+basket+`}`, `"order_tax_amount":1900`, `"order_tax_amount":1901`, 1),
		"line is no multiple":    strings.Replace(`{`+basket+`}`, `"unit_price":5950`, `"unit_price":5951`, 1),
		"line tax out of bounds": strings.Replace(`{`+basket+`}`, `"total_tax_amount":1900`, `"total_tax_amount":1890`, 1),
		"line without a name":    strings.Replace(`{`+basket+`}`, `"name":"Notebook",`, ``, 1),
		"line of no type":        strings.Replace(`{`+basket+`}`, `"physical"`, `"goods"`, 1),
		"foreign locale":         strings.Replace(`{`+basket+`}`, `de-DE`, `sv-SE`, 1),
		"no country":             strings.Replace(`{`+basket+`}`, `"DE"`, `"Germany"`, 1),
		"personal data":          `{"billing_address":` + billing + `,` + basket + `}`,
		"text for a number":      strings.Replace(`{`+basket+`}`, `"order_amount":11900`, `"order_amount":"119.00"`, 1),
		"relative address":       `{"merchant_urls":{"push":"/push"},` + basket + `}`,
	} {
		status, _, out := b.call("POST", "/payments/v1/sessions", body, "")
		require.Equal(t, http.StatusBadRequest, status, what)
		require.NotEmpty(t, out["correlation_id"], what)
	}
	req, _ := http.NewRequest(http.MethodPost, b.url+"/payments/v1/sessions", strings.NewReader("{"+basket+"}"))
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, res.StatusCode)
}

func TestAnUpdateEndsWhatTheCustomerAgreedTo(t *testing.T) {
	b := start(t)
	id, _ := b.session()
	token := b.approve(id)
	status, _, _ := b.call("POST", "/payments/v1/sessions/"+id, `{"locale":"en-DE"}`, "")
	require.Equal(t, http.StatusNoContent, status)
	status, _, out := b.call("POST", "/payments/v1/authorizations/"+token+"/order", "{"+basket+"}", "")
	require.Equal(t, http.StatusNotFound, status, "%v", out)
	_, _, read := b.call("GET", "/payments/v1/sessions/"+id, "", "")
	require.Equal(t, "incomplete", read["status"])
	require.Equal(t, float64(11900), read["order_amount"], "what was not sent stays")
}

func TestAnOrderMustBeTheSessions(t *testing.T) {
	b := start(t)
	id, _ := b.session()
	token := b.approve(id)
	dearer := `{"purchase_country":"DE","purchase_currency":"EUR","order_amount":23800,"order_lines":[{"name":"Notebook","quantity":1,"unit_price":23800,"total_amount":23800}]}`
	status, _, out := b.call("POST", "/payments/v1/authorizations/"+token+"/order", dearer, "")
	require.Equal(t, http.StatusConflict, status, "%v", out)

	var wait sync.WaitGroup
	ids := make(chan any, 8)
	for range 8 {
		wait.Go(func() {
			_, _, out := b.call("POST", "/payments/v1/authorizations/"+token+"/order", "{"+basket+"}", "key")
			ids <- out["order_id"]
		})
	}
	wait.Wait()
	first := <-ids
	require.NotEmpty(t, first)
	for range 7 {
		require.Equal(t, first, <-ids)
	}
	status, _, _ = b.call("POST", "/payments/v1/authorizations/"+token+"/order", "{"+basket+"}", "another")
	require.Equal(t, http.StatusNotFound, status, "a token is good for one order")
	require.Equal(t, 1, b.sim.stage.Counts()["authorization"])
	_, err := b.sim.Act(id, "approve")
	require.Error(t, err)
}

func TestManagement(t *testing.T) {
	b := start(t)
	id := b.order("")
	at := "/ordermanagement/v1/orders/" + id
	status, header, _ := b.call("POST", at+"/captures", `{"captured_amount":5000,"reference":"c1"}`, "c1")
	require.Equal(t, http.StatusCreated, status)
	require.Contains(t, header.Get("Location"), header.Get("Capture-Id"))
	_, again, _ := b.call("POST", at+"/captures", `{"captured_amount":9999}`, "c1")
	require.Equal(t, header.Get("Capture-Id"), again.Get("Capture-Id"), "only the key counts")
	status, _, out := b.call("POST", at+"/captures", `{"captured_amount":6901}`, "c2")
	require.Equal(t, http.StatusForbidden, status)
	require.Equal(t, "CAPTURE_NOT_ALLOWED", out["error_code"])
	status, _, out = b.call("POST", at+"/cancel", "", "x")
	require.Equal(t, http.StatusForbidden, status)
	require.Equal(t, "CANCEL_NOT_ALLOWED", out["error_code"])
	status, _, _ = b.call("POST", at+"/refunds", `{"refunded_amount":5001}`, "r1")
	require.Equal(t, http.StatusForbidden, status)
	status, header, _ = b.call("POST", at+"/refunds", `{"refunded_amount":5000}`, "r1")
	require.Equal(t, http.StatusCreated, status)
	status, _, _ = b.call("GET", at+"/refunds/"+header.Get("Refund-Id"), "", "")
	require.Equal(t, http.StatusOK, status)
	status, _, _ = b.call("POST", at+"/release-remaining-authorization", "", "y")
	require.Equal(t, http.StatusNoContent, status)
	_, _, read := b.call("GET", at, "", "")
	require.Equal(t, "CAPTURED", read["status"])
	require.Equal(t, float64(5000), read["captured_amount"])
	status, _, out = b.call("GET", "/ordermanagement/v1/orders/none", "", "")
	require.Equal(t, http.StatusNotFound, status)
	require.Equal(t, "NO_SUCH_ORDER", out["error_code"])
}

func TestTheMerchantIsToldUntilItAnswers(t *testing.T) {
	b := start(t)
	calls := make(chan string, 10)
	n := 0
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if n++; n == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		calls <- r.URL.RawQuery + " " + string(body)
	}))
	t.Cleanup(shop.Close)
	next := func() string {
		select {
		case c := <-calls:
			return c
		case <-time.After(5 * time.Second):
			require.Fail(t, "no call came")
			return ""
		}
	}
	urls := `"push":"` + shop.URL + `/?o={order.id}","notification":"` + shop.URL + `/","confirmation":"` + shop.URL + `/back?o={order.id}"`
	require.NoError(t, b.sim.stage.Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.BeforeReturn}))
	id := b.order(urls)
	require.Equal(t, "o="+id+" ", next())
	require.Equal(t, "o="+id+" ", next(), "the first answer was no success")

	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(b.url + "/payments/redirect/" + id)
	require.NoError(t, err)
	require.Equal(t, shop.URL+"/back?o="+id, res.Header.Get("Location"))

	session, _ := b.session()
	out, err := b.sim.Act(session, "review")
	require.NoError(t, err)
	_, _, placed := b.call("POST", "/payments/v1/authorizations/"+out.(map[string]string)["authorization_token"]+"/order", `{"merchant_urls":{"notification":"`+shop.URL+`/"},`+basket+"}", "")
	require.Equal(t, "PENDING", placed["fraud_status"])
	require.NoError(t, b.sim.stage.Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Hold}))
	_, err = b.sim.Act(placed["order_id"].(string), "accept")
	require.NoError(t, err)
	_, err = b.sim.Act("webhooks", "release")
	require.NoError(t, err)
	require.Equal(t, ` {"event_type":"FRAUD_RISK_ACCEPTED","order_id":"`+placed["order_id"].(string)+`"}`, next())
}

// The script runs in node with just enough of a document, against the simulator: what a shop's page would see.
func TestTheScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	b := start(t)
	_, client := b.session()
	_, later := b.session()
	out, err := exec.Command(node, "testdata/script.mjs", b.url, client, later).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, 3, b.sim.stage.Counts()["decision"])
}

func TestASessionThatTheCustomerLetRunOutTakesNoOther(t *testing.T) {
	b := start(t)
	id, client := b.session()
	say := func(decision string) map[string]any {
		body := `{"client_token":"` + client + `","category":"pay_later","decision":"` + decision + `","data":{"billing_address":` + billing + `}}`
		status, _, out := b.call("POST", "/kp/browser/authorize", body, "")
		require.Equal(t, http.StatusOK, status)
		return out
	}
	require.Equal(t, true, say("cancel")["show_form"])
	require.Equal(t, false, say("expire")["show_form"])
	require.Equal(t, false, say("approve")["approved"])
	status, _, _ := b.call("GET", "/payments/v1/sessions/"+id, "", "")
	require.Equal(t, http.StatusNotFound, status)
}
