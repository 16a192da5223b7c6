package sim

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func start(t *testing.T) (s *Sim, address string) {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s = New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), Vendor: "1", User: "u", Password: "p", APIKey: "k"})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return s, srv.URL
}

func good() url.Values {
	return url.Values{"vendorid": {"1"}, "order_id": {"K1-1"}, "order_amount": {"1299,05"}, "successURL": {"http://shop.test/a?x=1"},
		"failureURL": {"http://shop.test/a"}, "cancelURL": {"http://shop.test/c"}, "notifyURL": {"http://127.0.0.1:1/n"}, "zip": {"20095"}, "firstName": {"Kim"}}
}

func read(t *testing.T, answer *http.Response, err error) (int, string) {
	t.Helper()
	require.NoError(t, err)
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(raw)
}

func TestWrongFormsAreRefused(t *testing.T) {
	_, address := start(t)
	for name, value := range map[string]string{"vendorid": "2", "order_id": "123456789012345678901", "order_amount": "1299.05", "successURL": "/a",
		"zip": "1", "country": "AT", "surprise": "1", "notifyURL": ""} {
		form := good()
		form.Set(name, value)
		answer, err := http.PostForm(address+"/web/ecommerce/gewuenschte-rate", form)
		status, page := read(t, answer, err)
		require.Equal(t, http.StatusBadRequest, status, name)
		require.Contains(t, page, "kann nicht gestellt werden")
	}
	small := good()
	small.Set("order_amount", "99,99")
	answer, err := http.PostForm(address+"/web/ecommerce/gewuenschte-rate", small)
	_, page := read(t, answer, err)
	require.Contains(t, page, "smallest credit")
}

func TestTheCustomerAppliesOnThePage(t *testing.T) {
	s, address := start(t)
	answer, err := http.PostForm(address+"/web/ecommerce/gewuenschte-rate", good())
	_, page := read(t, answer, err)
	for _, want := range []string{"1299,05 EUR", "K1-1", "Kim", "6 Monate zu 216,51 EUR", "12 Monate zu 108,26 EUR", "Simulator"} {
		require.Contains(t, page, want)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	apply := answer.Request.URL.String()
	answer, err = browser.PostForm(apply, url.Values{"decision": {"approve"}})
	require.NoError(t, err)
	back, err := url.Parse(answer.Header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "ACCEPTED", back.Query().Get("status"))
	require.Equal(t, "1", back.Query().Get("x"))
	require.Len(t, back.Query().Get("hash"), 64)
	require.Equal(t, 1, s.Stage().Counts()["authorization"])

	answer, err = http.PostForm(address+"/web/ecommerce/gewuenschte-rate", good())
	_, page = read(t, answer, err)
	require.Contains(t, page, "ist entschieden", "the same number again shows the same application")
	other := good()
	other.Set("order_amount", "500,00")
	answer, err = http.PostForm(address+"/web/ecommerce/gewuenschte-rate", other)
	status, _ := read(t, answer, err)
	require.Equal(t, http.StatusBadRequest, status, "one number, one application")
	_, err = s.Act("K1-1", "decline")
	require.Error(t, err, "decided is decided")
	_, err = s.Act("K9-1", "approve")
	require.Error(t, err)
}

func TestTheInterfaceNeedsATokenAKeyAndAVersion(t *testing.T) {
	_, address := start(t)
	login := func(password string) (int, string) {
		r, _ := http.NewRequest(http.MethodPost, address+"/common-services/cfg/token/1", strings.NewReader("username=u&password="+password))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Api-Key", "k")
		answer, err := http.DefaultClient.Do(r)
		return read(t, answer, err)
	}
	status, _ := login("wrong")
	require.Equal(t, http.StatusUnauthorized, status)
	_, body := login("p")
	bearer := strings.TrimSuffix(strings.TrimPrefix(body, `{"token":"`), "\"}\n")
	require.True(t, strings.HasPrefix(bearer, "Bearer "), body)
	ask := func(path, bearer, key string) int {
		r, _ := http.NewRequest(http.MethodGet, address+path, nil)
		r.Header.Set("Authorization", bearer)
		r.Header.Set("X-Api-Key", key)
		answer, err := http.DefaultClient.Do(r)
		status, _ := read(t, answer, err)
		return status
	}
	const path = "/ratanet-api/cfg/subscription/1/K1-1/partnerdata"
	require.Equal(t, http.StatusNotFound, ask(path+"?version=6.5", bearer, "k"))
	require.Equal(t, http.StatusBadRequest, ask(path, bearer, "k"))
	require.Equal(t, http.StatusUnauthorized, ask(path+"?version=6.5", bearer, "other"))
	require.Equal(t, http.StatusUnauthorized, ask(path+"?version=6.5", "", "k"))
	require.Equal(t, http.StatusForbidden, ask("/ratanet-api/cfg/subscription/2/K1-1/partnerdata?version=6.5", bearer, "k"))
}

func TestAFormThatIsLeftLyingExpires(t *testing.T) {
	s, address := start(t)
	answer, err := http.PostForm(address+"/web/ecommerce/gewuenschte-rate", good())
	read(t, answer, err)
	answer, err = http.PostForm(answer.Request.URL.String(), url.Values{"decision": {"expire"}})
	_, page := read(t, answer, err)
	require.Contains(t, page, "abgelaufen")
	require.Contains(t, page, "http://shop.test/c", "the way back to the shop")
	_, err = s.Act("K1-1", "approve")
	require.Error(t, err, "it is too late")
	answer, err = http.PostForm(address+"/web/ecommerce/gewuenschte-rate", good())
	_, page = read(t, answer, err)
	require.Contains(t, page, "verbindlich stellen", "a new form begins anew")
}
