package sim

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type server struct {
	t   *testing.T
	sim *Sim
	url string
}

func serve(t *testing.T, notify string) *server {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), Merchant: "54321", Account: "12345", Portal: "1234567", Key: "secret",
		NotifyURL: notify, RetryEvery: time.Millisecond})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &server{t: t, sim: s, url: srv.URL}
}

// checkForm is signed with the hash that the reference notes computed by hand for the key "secret".
func checkForm() url.Values {
	return url.Values{"aid": {"12345"}, "encoding": {"UTF-8"}, "mid": {"54321"}, "mode": {"test"}, "portalid": {"1234567"},
		"request": {"creditcardcheck"}, "responsetype": {"JSON"}, "storecarddata": {"yes"}, "language": {"de"},
		"hash":    {"b342122ae5e710209a2c0f41d09c03511960d306bb917cdfbf18b217b2967ad5f906906515da122dd051462389ab138f"},
		"cardpan": {"4111111111111111"}, "cardtype": {"V"}, "cardexpiredate": {"3912"}, "cardcvc2": {"123"}}
}

func (s *server) pseudo() string {
	s.t.Helper()
	answer := s.sim.check(checkForm())
	require.Equal(s.t, "VALID", answer["status"], answer)
	return answer["pseudocardpan"]
}

func (s *server) post(form url.Values) map[string]string {
	s.t.Helper()
	res, err := http.PostForm(s.url+"/post-gateway/", form)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	out := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		require.True(s.t, ok, line)
		out[key] = value
	}
	return out
}

// form of a server call; changes come in pairs, and an empty value takes a field away.
func (s *server) form(request string, changes ...string) url.Values {
	form := url.Values{"mid": {"54321"}, "portalid": {"1234567"}, "key": {s.sim.keyHash()}, "mode": {"test"}, "encoding": {"UTF-8"},
		"api_version": {"3.11"}, "request": {request}, "currency": {"EUR"}}
	if request == "preauthorization" {
		maps.Copy(form, url.Values{"aid": {"12345"}, "clearingtype": {"cc"}, "reference": {"K1-1"}, "amount": {"1000"}, "lastname": {"Käufer"}, "country": {"DE"},
			"successurl": {"https://shop.test/ok"}, "errorurl": {"https://shop.test/error"}, "backurl": {"https://shop.test/back"}})
	}
	for i := 0; i+1 < len(changes); i += 2 {
		if form.Set(changes[i], changes[i+1]); changes[i+1] == "" {
			form.Del(changes[i])
		}
	}
	return form
}

func TestCardChecksAreSigned(t *testing.T) {
	s := serve(t, "http://shop.test")
	require.Equal(t, "VALID", s.sim.check(checkForm())["status"])
	for field, value := range map[string]string{"hash": strings.Repeat("0", 96), "aid": "12346", "mode": "live", "storecarddata": "no", "portalid": "1",
		"request": "refund", "responsetype": "XML", "colour": "red"} {
		form := checkForm()
		form.Set(field, value)
		require.Equal(t, "ERROR", s.sim.check(form)["status"], field)
	}
	expired := checkForm()
	expired.Set("cardexpiredate", time.Now().AddDate(0, -1, 0).Format("0601"))
	require.Equal(t, "INVALID", s.sim.check(expired)["status"])
	now := checkForm()
	now.Set("cardexpiredate", time.Now().Format("0601"))
	require.Equal(t, "VALID", s.sim.check(now)["status"], "good until the end of the month")
}

func TestBrowsersMayCall(t *testing.T) {
	s := serve(t, "http://shop.test")
	req, err := http.NewRequest(http.MethodOptions, s.url+"/client-api/", nil)
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusNoContent, res.StatusCode)
	require.Equal(t, "*", res.Header.Get("Access-Control-Allow-Origin"))
	for _, call := range []func() (*http.Response, error){
		func() (*http.Response, error) { return http.PostForm(s.url+"/client-api/", checkForm()) },
		func() (*http.Response, error) { return http.Get(s.url + "/client-api/?" + checkForm().Encode()) },
	} {
		res, err := call()
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Contains(t, string(body), `"status":"VALID"`)
	}
}

func TestServerCallsAreHeldAgainstTheDocumentation(t *testing.T) {
	s := serve(t, "http://127.0.0.1:1")
	pseudo := s.pseudo()
	for _, field := range []string{"mid", "key", "mode", "api_version", "aid", "clearingtype", "reference", "amount", "currency", "pseudocardpan", "lastname",
		"country", "successurl", "backurl"} {
		form := s.form("preauthorization", "pseudocardpan", pseudo)
		form.Del(field)
		require.Equal(t, "ERROR", s.post(form)["status"], "without "+field)
	}
	for field, value := range map[string]string{"amount": "10.00", "currency": "euro", "clearingtype": "elv", "country": "Germany", "aid": "99999",
		"reference": strings.Repeat("x", 21), "successurl": "/ok", "cardpan": "4111111111111111", "key": "secret", "pseudocardpan": "9410010000999999999"} {
		require.Equal(t, "ERROR", s.post(s.form("preauthorization", "pseudocardpan", pseudo, field, value))["status"], field)
	}
	require.Equal(t, "ERROR", s.post(s.form("dance"))["status"])
	require.Equal(t, "APPROVED", s.post(s.form("preauthorization", "pseudocardpan", pseudo))["status"])
	require.Equal(t, "911", s.post(s.form("preauthorization", "pseudocardpan", pseudo))["errorcode"])
}

func TestSequenceNumbersAreTakenOnceAndInOrder(t *testing.T) {
	s := serve(t, "http://127.0.0.1:1")
	txid := s.post(s.form("preauthorization", "pseudocardpan", s.pseudo()))["txid"]
	capture := func(n, amount, mode string) string {
		return s.post(s.form("capture", "txid", txid, "sequencenumber", n, "amount", amount, "capturemode", mode))["errorcode"]
	}
	refund := func(n, amount string) string {
		return s.post(s.form("refund", "txid", txid, "sequencenumber", n, "amount", amount))["errorcode"]
	}
	require.Equal(t, "907", capture("2", "400", "notcompleted"))
	require.Empty(t, capture("1", "400", "notcompleted"))
	require.Equal(t, "907", capture("1", "400", "notcompleted"))
	require.Equal(t, "912", capture("2", "601", "completed"))
	require.Equal(t, "923", refund("2", "-401"))
	require.Equal(t, "1000", refund("2", "400"), "a refund is negative")
	require.Empty(t, refund("2", "-400"))
	require.Empty(t, capture("3", "0", "completed"))
	require.Equal(t, "912", capture("4", "1", "completed"), "what is ended is ended")
	require.Equal(t, 1, s.sim.Stage().Counts()["charge"])
}

func TestNotificationsComeUntilTheAnswerIsTSOK(t *testing.T) {
	var calls atomic.Int32
	done := make(chan string, 1)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) < 3 {
			_, _ = io.WriteString(w, "OK") // 200, and yet not what was asked for
			return
		}
		_, _ = io.WriteString(w, "TSOK")
		done <- r.FormValue("key")
	}))
	defer shop.Close()
	s := serve(t, shop.URL)
	s.post(s.form("preauthorization", "pseudocardpan", s.pseudo()))
	select {
	case key := <-done:
		require.Equal(t, s.sim.keyHash(), key)
	case <-time.After(5 * time.Second):
		require.Fail(t, "not repeated")
	}
	s.sim.Close()
	require.EqualValues(t, 3, calls.Load())
}

func TestThePageListsTheTestCards(t *testing.T) {
	s := serve(t, "http://shop.test")
	res, err := http.Get(s.url + "/")
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	for _, c := range cards {
		require.Contains(t, string(body), c.Number)
		require.True(t, luhn(c.Number), c.Number)
	}
	require.True(t, luhn(s.pseudo()), "as real ones do")
	for pseudo := range known {
		require.True(t, luhn(pseudo), pseudo)
	}
}
