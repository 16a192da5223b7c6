package sim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const good = `{"amount":1299.05,"currency":"EUR","schemeId":"GermanSepaCreditTransfer","reference":"K1-1","destinationId":"D1",` +
	`"redirectUrl":"http://shop.test/back?x=1","preselectedCountry":"DE"}`

type bench struct {
	t   *testing.T
	sim *Sim
	url string
}

func start(t *testing.T, cfg Config) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	cfg.BaseURL = "http://" + srv.Listener.Addr().String()
	cfg.Destination, cfg.RetryEvery = "D1", time.Millisecond
	s := New(cfg)
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &bench{t, s, srv.URL}
}

func (b *bench) call(method, path, body string) (int, map[string]any) {
	b.t.Helper()
	r, _ := http.NewRequest(method, b.url+path, strings.NewReader(body))
	r.SetBasicAuth("client", "secret")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(b.t, err)
	defer answer.Body.Close()
	out := map[string]any{}
	_ = json.NewDecoder(answer.Body).Decode(&out)
	return answer.StatusCode, out
}

func (b *bench) create() string {
	b.t.Helper()
	status, out := b.call("POST", "/v2/payments/accept", good)
	require.Equal(b.t, http.StatusOK, status, "%v", out)
	require.Equal(b.t, b.url+"/authorize/"+out["paymentId"].(string), out["authorizationUrl"])
	return out["paymentId"].(string)
}

func (b *bench) status(id string) any {
	_, out := b.call("GET", "/v2/payments/accept/"+id, "")
	return out["status"]
}

func TestWrongRequestsAreRefused(t *testing.T) {
	b := start(t, Config{})
	for old, changed := range map[string]string{`1299.05`: `"12,99"`, `"EUR"`: `"DKK"`, `German`: `Dutch`, `K1-1`: `Ä`, `"D1"`: `"D2"`,
		`http://shop.test/back?x=1`: `/back`, `"DE"`: `"AT"`, `"reference"`: `"note"`, `1299.05,`: `0,`} {
		require.Contains(t, good, old)
		status, out := b.call("POST", "/v2/payments/accept", strings.Replace(good, old, changed, 1))
		require.Equal(t, http.StatusBadRequest, status, changed)
		require.Equal(t, "InvalidRequest", out["code"], changed)
	}
	status, _ := b.call("GET", "/v2/payments/accept/none", "")
	require.Equal(t, http.StatusNotFound, status)
	answer, err := http.Get(b.url + "/v2/payments/accept/none")
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, answer.StatusCode)
}

func TestTheCustomerDecidesOnThePage(t *testing.T) {
	shop := make(chan *http.Request, 5)
	listener := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { shop <- r }))
	defer listener.Close()
	b := start(t, Config{WebhookURL: listener.URL})
	id := b.create()
	require.NotEqual(t, id, b.create(), "there is no idempotency key")
	require.Equal(t, "Initiated", b.status(id))
	answer, err := http.Get(b.url + "/authorize/" + id)
	require.NoError(t, err)
	page, _ := io.ReadAll(answer.Body)
	for _, want := range []string{"1.299,05 EUR", "K1-1", "Sparkasse", `lang="de"`} {
		require.Contains(t, string(page), want)
	}
	require.Equal(t, "AwaitingAuthorization", b.status(id))

	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err = browser.PostForm(b.url+"/authorize/"+id, url.Values{"decision": {"approve"}})
	require.NoError(t, err)
	back, err := url.Parse(answer.Header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, id, back.Query().Get("paymentId"))
	require.Equal(t, "1", back.Query().Get("x"))
	require.Equal(t, "Executed", b.status(id))
	require.Equal(t, 1, b.sim.Stage().Counts()["charge"])
	select {
	case r := <-shop:
		require.Len(t, r.Header.Get("X-Aiia-Signature"), 64)
		require.NotEmpty(t, r.Header.Get("X-Aiia-EventId"))
	case <-time.After(5 * time.Second):
		require.Fail(t, "no notification")
	}
	answer, err = browser.PostForm(b.url+"/authorize/"+id, url.Values{"decision": {"cancel"}})
	require.NoError(t, err)
	require.Contains(t, answer.Header.Get("Location"), "/authorize/", "decided is decided")
	_, err = b.sim.Act(id, "fail")
	require.Error(t, err)
}

func TestAPageThatNobodyOpensExpires(t *testing.T) {
	b := start(t, Config{LinkLife: time.Nanosecond})
	id := b.create()
	require.Equal(t, "Expired", b.status(id))
	_, err := b.sim.Act("K1-1", "approve")
	require.Error(t, err)
	answer, err := http.Get(b.url + "/authorize/" + id)
	require.NoError(t, err)
	page, _ := io.ReadAll(answer.Body)
	require.Contains(t, string(page), "nicht mehr möglich")
}
