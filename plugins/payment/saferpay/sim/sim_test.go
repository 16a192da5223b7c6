package sim

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type server struct {
	t   *testing.T
	sim *Sim
	url string
	n   int
}

func serve(t *testing.T) *server {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s := New(Config{BaseURL: "http://" + srv.Listener.Addr().String(), User: "u", Password: "p"})
	srv.Config.Handler = s.Handler()
	srv.Start()
	t.Cleanup(func() { s.Close(); srv.Close() })
	return &server{t: t, sim: s, url: srv.URL}
}

func header(id string, retry int) string {
	return fmt.Sprintf(`"RequestHeader":{"SpecVersion":"1.52","CustomerId":"1","RequestId":"%s","RetryIndicator":%d}`, id, retry)
}

// send posts the fields under a fresh request header, or as they are when they bring one.
func (s *server) send(path, fields string, change ...func(*http.Request)) (int, map[string]any) {
	s.t.Helper()
	if !strings.Contains(fields, "RequestHeader") {
		s.n++
		fields = header(fmt.Sprintf("id-%d", s.n), 0) + fields
	}
	req, err := http.NewRequest(http.MethodPost, s.url+"/api/Payment/v1"+path, strings.NewReader("{"+fields+"}"))
	require.NoError(s.t, err)
	req.SetBasicAuth("u", "p")
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("Accept", "application/json")
	for _, f := range change {
		f(req)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	var out map[string]any
	require.NoError(s.t, json.Unmarshal(raw, &out), string(raw))
	return res.StatusCode, out
}

const page10 = `,"TerminalId":"12345678","Payment":{"Amount":{"Value":"1000","CurrencyCode":"EUR"},"OrderId":"K1-1"},"ReturnUrl":{"Url":"https://shop.test/back"}`

func TestRequestsAreHeldAgainstTheDocumentation(t *testing.T) {
	s := serve(t)
	status, a := s.send("/PaymentPage/Initialize", page10)
	require.Equal(t, http.StatusOK, status, a)
	require.Contains(t, a["RedirectUrl"], s.url+"/vt2/PaymentPage/")
	for what, change := range map[string][2]string{
		"TerminalId":              {`"12345678"`, `"1"`},
		"Payment.Amount.Value":    {`"1000"`, `"10.00"`},
		"a negative amount":       {`"1000"`, `"-1"`},
		"a number for a text":     {`"1000"`, `1000`},
		"CurrencyCode":            {`"EUR"`, `"XXX"`},
		"OrderId":                 {`"K1-1"`, `"K1/1"`},
		"ReturnUrl":               {`https://shop.test/back`, `/back`},
		"an unknown field":        {`,"ReturnUrl"`, `,"ReturnUrls":{},"ReturnUrl"`},
		"an unknown condition":    {`,"ReturnUrl"`, `,"Condition":"SOME","ReturnUrl"`},
		"an unknown method":       {`,"ReturnUrl"`, `,"PaymentMethods":["CASH"],"ReturnUrl"`},
		"an unknown wallet":       {`,"ReturnUrl"`, `,"Wallets":["PURSE"],"ReturnUrl"`},
		"a relative notification": {`,"ReturnUrl"`, `,"Notification":{"SuccessNotifyUrl":"/a","FailNotifyUrl":"https://shop.test/b"},"ReturnUrl"`},
		"an IPv6 address":         {`,"ReturnUrl"`, `,"Payer":{"IpAddress":"::1"},"ReturnUrl"`},
	} {
		require.Contains(t, page10, change[0], what)
		status, a := s.send("/PaymentPage/Initialize", strings.Replace(page10, change[0], change[1], 1))
		require.Equal(t, http.StatusBadRequest, status, what)
		require.Equal(t, "VALIDATION_FAILED", a["ErrorName"], what)
	}
}

func TestHeadersAndCredentials(t *testing.T) {
	s := serve(t)
	for status, change := range map[int]func(*http.Request){
		http.StatusUnauthorized:         func(r *http.Request) { r.SetBasicAuth("u", "x") },
		http.StatusUnsupportedMediaType: func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		http.StatusNotAcceptable:        func(r *http.Request) { r.Header.Set("Accept", "text/html") },
	} {
		got, _ := s.send("/PaymentPage/Initialize", page10, change)
		require.Equal(t, status, got)
	}
	for _, bad := range []string{
		`"RequestHeader":null`, header("", 0), header("a b", 0), header("x", 10),
		strings.Replace(header("x", 0), "1.52", "9.99", 1), strings.Replace(header("x", 0), `"1"`, `"abc"`, 1),
	} {
		got, _ := s.send("/PaymentPage/Initialize", bad+page10)
		require.Equal(t, http.StatusBadRequest, got, bad)
	}
}

func TestARequestIDIsAnsweredOnce(t *testing.T) {
	s := serve(t)
	_, first := s.send("/PaymentPage/Initialize", header("a", 0)+page10)
	_, again := s.send("/PaymentPage/Initialize", header("a", 1)+page10)
	require.Equal(t, first, again)
	status, _ := s.send("/PaymentPage/Initialize", header("a", 0)+page10)
	require.Equal(t, http.StatusBadRequest, status, "it says that it was never sent")
	status, _ = s.send("/PaymentPage/Initialize", header("a", 2)+strings.Replace(page10, "1000", "2000", 1))
	require.Equal(t, http.StatusBadRequest, status, "it is another request")
	status, _ = s.send("/PaymentPage/Initialize", header("b", 1)+page10)
	require.Equal(t, http.StatusOK, status, "the first try never arrived")
}

func TestMoneyMovesOnlyWhereItLies(t *testing.T) {
	s := serve(t)
	_, a := s.send("/PaymentPage/Initialize", page10)
	token := a["Token"].(string)
	refused := func(word, path, fields string) {
		t.Helper()
		status, a := s.send(path, fields)
		require.GreaterOrEqual(t, status, 400)
		require.Equal(t, word, a["ErrorName"], path)
	}
	byOrder := `,"TransactionReference":{"OrderId":"K1-1"}`
	refused("TRANSACTION_NOT_STARTED", "/PaymentPage/Assert", `,"Token":"`+token+`"`)
	refused("TOKEN_INVALID", "/PaymentPage/Assert", `,"Token":"other"`)
	refused("TRANSACTION_NOT_FOUND", "/Transaction/Capture", byOrder)
	_, err := s.sim.Act(token, "approve")
	require.NoError(t, err)
	_, err = s.sim.Act(token, "cancel")
	require.Error(t, err, "it is paid")

	refused("VALIDATION_FAILED", "/Transaction/Capture", `,"TransactionReference":{"OrderId":"K1-1","TransactionId":"x"}`)
	refused("AMOUNT_INVALID", "/Transaction/Capture", byOrder+`,"Amount":{"Value":"1001","CurrencyCode":"EUR"}`)
	refused("CURRENCY_INVALID", "/Transaction/Capture", byOrder+`,"Amount":{"Value":"1000","CurrencyCode":"CHF"}`)
	status, c := s.send("/Transaction/Capture", byOrder+`,"Amount":{"Value":"600","CurrencyCode":"EUR"}`)
	require.Equal(t, http.StatusOK, status)
	refused("TRANSACTION_ALREADY_CAPTURED", "/Transaction/Capture", byOrder)
	refused("TRANSACTION_ALREADY_CAPTURED", "/Transaction/Cancel", byOrder)

	refund := func(value string) string {
		return `,"Refund":{"RestrictRefundAmountToCapturedAmount":true,"Amount":{"Value":"` + value + `","CurrencyCode":"EUR"}},"CaptureReference":{"CaptureId":"` + c["CaptureId"].(string) + `"}`
	}
	refused("AMOUNT_INVALID", "/Transaction/Refund", refund("601"))
	status, back := s.send("/Transaction/Refund", refund("600"))
	require.Equal(t, http.StatusOK, status)
	refused("AMOUNT_INVALID", "/Transaction/Refund", refund("1"))
	status, over := s.send("/Transaction/Refund", strings.Replace(refund("1"), "true", "false", 1))
	require.Equal(t, http.StatusOK, status, "Saferpay holds it against the capture only when it is asked to")
	status, _ = s.send("/Transaction/Cancel", `,"TransactionReference":{"TransactionId":"`+over["Transaction"].(map[string]any)["Id"].(string)+`"}`)
	require.Equal(t, http.StatusOK, status)
	require.Zero(t, s.sim.Stage().Counts()["refunded"], "not before it is captured")
	id := back["Transaction"].(map[string]any)["Id"].(string)
	status, _ = s.send("/Transaction/Capture", `,"TransactionReference":{"TransactionId":"`+id+`"}`)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, 1, s.sim.Stage().Counts()["refunded"])
}

func TestThePageShowsWhatIsPaid(t *testing.T) {
	s := serve(t)
	_, a := s.send("/PaymentPage/Initialize", strings.Replace(page10, "1000", "129900", 1))
	res, err := http.Get(a["RedirectUrl"].(string))
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Contains(t, string(body), "1.299,00 EUR")
	res, err = http.Get(s.url + "/vt2/PaymentPage/unknown")
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusNotFound, res.StatusCode)
}
