package sim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const good = `{"orderId":"K1-1","amountCents":129905,"currency":"EUR","goods":"1 x Notebook","customer":{"firstName":"Kim","lastName":"K","email":"k@example.com",` +
	`"street":"Am Markt","houseNumber":"1","zip":"20095","city":"Hamburg","country":"DE"},"returnUrl":"http://shop.test/back","cancelUrl":"http://shop.test/cancel",` +
	`"notifyUrl":"http://127.0.0.1:1/n"}`

type bench struct {
	t   *testing.T
	sim *Sim
	url string
}

func start(t *testing.T) *bench {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), Shop: "shop", Password: "secret"})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &bench{t, s, srv.URL}
}

func (b *bench) call(verb, path, body string) (int, map[string]any) {
	b.t.Helper()
	r, _ := http.NewRequest(verb, b.url+path, strings.NewReader(body))
	r.SetBasicAuth("shop", "secret")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(b.t, err)
	defer answer.Body.Close()
	out := map[string]any{}
	_ = json.NewDecoder(answer.Body).Decode(&out)
	return answer.StatusCode, out
}

func TestWrongApplicationsAreRefused(t *testing.T) {
	b := start(t)
	for old, changed := range map[string]string{`"K1-1"`: `"K 1"`, `"EUR"`: `"USD"`, `"1 x Notebook"`: `""`, `"k@example.com"`: `""`, `"20095"`: `"1"`,
		`"http://shop.test/back"`: `"/back"`, `"goods"`: `"things"`, `129905`: `"129905"`} {
		require.Contains(t, good, old)
		status, _ := b.call(http.MethodPost, "/applications", strings.Replace(good, old, changed, 1))
		require.Equal(t, http.StatusBadRequest, status, changed)
	}
	for old, changed := range map[string]string{`129905`: `9899`, `"DE"`: `"AT"`} {
		status, _ := b.call(http.MethodPost, "/applications", strings.Replace(good, old, changed, 1))
		require.Equal(t, http.StatusUnprocessableEntity, status, changed)
	}
	answer, err := http.Post(b.url+"/applications", "application/json", strings.NewReader(good))
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, answer.StatusCode)
	status, _ := b.call(http.MethodGet, "/applications/none", "")
	require.Equal(t, http.StatusNotFound, status)
}

func TestOneNumberIsOneApplication(t *testing.T) {
	b := start(t)
	status, first := b.call(http.MethodPost, "/applications", good)
	require.Equal(t, http.StatusCreated, status)
	status, again := b.call(http.MethodPost, "/applications", good)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, first, again)
	status, _ = b.call(http.MethodPost, "/applications", strings.Replace(good, "129905", "129906", 1))
	require.Equal(t, http.StatusConflict, status)

	status, _ = b.call(http.MethodPost, "/applications/K1-1/delivery", "{}")
	require.Equal(t, http.StatusConflict, status, "nothing is signed")
	_, err := b.sim.Act("K1-1", "sign")
	require.Error(t, err)
	_, err = b.sim.Act("K1-1", "approve")
	require.NoError(t, err)
	status, out := b.call(http.MethodPost, "/applications/K1-1/delivery", "{}")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "paid_out", out["status"])
	status, _ = b.call(http.MethodPost, "/applications/K1-1/revocation", "{}")
	require.Equal(t, http.StatusConflict, status)
	for body, want := range map[string]int{`{"refundId":"","amountCents":1}`: 400, `{"refundId":"x","amountCents":129906}`: 422} {
		status, _ = b.call(http.MethodPost, "/applications/K1-1/refunds", body)
		require.Equal(t, want, status, body)
	}
	for _, want := range []int{http.StatusCreated, http.StatusOK} {
		status, _ = b.call(http.MethodPost, "/applications/K1-1/refunds", `{"refundId":"a","amountCents":5}`)
		require.Equal(t, want, status)
	}
	status, _ = b.call(http.MethodPost, "/applications/K1-1/refunds", `{"refundId":"a","amountCents":6}`)
	require.Equal(t, http.StatusConflict, status)
}

func TestTheCustomerAppliesOnThePage(t *testing.T) {
	b := start(t)
	_, out := b.call(http.MethodPost, "/applications", good)
	page := func() string {
		answer, err := http.Get(out["redirectUrl"].(string))
		require.NoError(t, err)
		raw, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(raw)
	}
	for _, want := range []string{"1.299,05 EUR", "K1-1", "Kim K", "1 x Notebook", "72 Monate zu 18,05 EUR", "Simulator"} {
		require.Contains(t, page(), want)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.PostForm(out["redirectUrl"].(string), url.Values{"decision": {"cancel"}})
	require.NoError(t, err)
	require.Equal(t, "http://shop.test/cancel", answer.Header.Get("Location"))
	require.Contains(t, page(), "nicht mehr stellen")
	answer, err = http.Get(b.url + "/antrag/none")
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, answer.StatusCode)
}
