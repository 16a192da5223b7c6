package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func start(t *testing.T) string {
	t.Helper()
	url, _ := startWith(t, "")
	return url
}

// startWith starts a simulator with books at a path, and gives what ends it.
func startWith(t *testing.T, ledger string) (url string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- run(ctx, "127.0.0.1:0", "", ledger, false, 0, func(url string) { ready <- url }) }()
	end = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	t.Cleanup(end)
	select {
	case url = <-ready:
		return url, end
	case err := <-ended:
		require.NoError(t, err)
		return "", end
	}
}

func do(t *testing.T, method, url, body string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(raw)
}

// A shop whose public address leads elsewhere from here, as https://localhost does from a container, hears of its payments all the same.
func TestNoticesTakeTheDetour(t *testing.T) {
	heard := make(chan *http.Request, 1)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { heard <- r }))
	defer shop.Close()
	to, err := url.Parse(shop.URL)
	require.NoError(t, err)
	answer, err := (&http.Client{Transport: detour{to}}).Post("https://localhost/webhooks/paypal?proof=1", "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	_ = answer.Body.Close()
	r := <-heard
	require.Equal(t, "POST localhost/webhooks/paypal?proof=1", r.Method+" "+r.Host+r.URL.String())
}

func TestEveryProviderIsMountedWithItsControls(t *testing.T) {
	url := start(t)
	for _, provider := range []string{
		"aiia",
		"consors",
		"amazonpay",
		"applepay",
		"klarna",
		"mondu",
		"paypal",
		"payone",
		"saferpay",
		"santander",
		"dhl",
		"hermes",
		"ups",
		"collector",
		"ga4",
		"matomo",
		"retarget",
	} {
		status, body := do(t, "GET", url+"/_control/"+provider, "")
		require.Equal(t, http.StatusOK, status, provider)
		var v stage.View
		require.NoError(t, json.Unmarshal([]byte(body), &v))
		require.NotNil(t, v.State)
	}
	status, _ := do(t, "POST", url+"/paypal/v2/checkout/orders", "{}")
	require.Equal(t, http.StatusUnauthorized, status)
	status, _ = do(t, "GET", url+"/dhl/parcel/de/shipping/v2/", "")
	require.Equal(t, http.StatusOK, status)
	status, _ = do(t, "GET", url+"/_health", "")
	require.Equal(t, http.StatusNoContent, status)
}

func TestTroubleIsMadeOnAProvidersPage(t *testing.T) {
	url := start(t)
	_, page := do(t, "GET", url+"/payone/", "")
	require.Contains(t, page, `action="/_trouble/payone"`)
	for _, trouble := range []string{"late_webhook", "lost_reply"} {
		status, _ := do(t, "POST", url+"/_trouble/payone", "trouble="+trouble, "Content-Type", "application/x-www-form-urlencoded", "Referer", url+"/payone/")
		require.Equal(t, http.StatusOK, status, "back on the page")
	}
	_, body := do(t, "GET", url+"/_control/payone", "")
	var v stage.View
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []stage.Effect{stage.Delay, stage.DropReply}, []stage.Effect{v.Rules[0].Effect, v.Rules[1].Effect})
	status, _ := do(t, "POST", url+"/_trouble/payone", "trouble=other", "Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, http.StatusBadRequest, status)
}

func TestRulesSetOverHTTPApplyAndShowOnThePage(t *testing.T) {
	url := start(t)
	status, _ := do(t, "POST", url+"/_control/paypal", `{"op":"token","effect":"status","status":502}`)
	require.Equal(t, http.StatusOK, status)
	_, page := do(t, "GET", url+"/", "")
	require.Contains(t, page, "Regel: token status")
	status, _ = do(t, "POST", url+"/paypal/v1/oauth2/token", "grant_type=client_credentials", "Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, http.StatusBadGateway, status)
	_, page = do(t, "GET", url+"/", "")
	require.Contains(t, page, "token: 1")
	require.NotContains(t, page, "Regel:")

	status, _ = do(t, "POST", url+"/_control/paypal", `{"op":"token","effect":"explode"}`)
	require.Equal(t, http.StatusBadRequest, status)
	status, _ = do(t, "POST", url+"/_control/dhl/none/deliver", "")
	require.Equal(t, http.StatusConflict, status)
	status, _ = do(t, "DELETE", url+"/_control/paypal/", "")
	require.Equal(t, http.StatusNoContent, status)
	_, body := do(t, "GET", url+"/_control/paypal", "")
	require.Contains(t, body, `"counts":{}`)
}
