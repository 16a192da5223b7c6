package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

func partnerSites(t *testing.T) *site.Sites {
	sites, err := site.New(site.Settings{Name: "Grafikwerk", Hosts: "grafik.example", Category: "grafikkarten", Accent: "#0b6e4f"})
	require.NoError(t, err)
	return sites
}

func callAt(s *Server, method, host, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestPageOfThePartnerIsAnotherPage(t *testing.T) {
	s, rendered := origin(t, func(h http.Header, r *http.Request) {
		h.Set("Cache-Control", "s-maxage=60")
		h.Set("X-Saw", r.Header.Get(siteHeader))
	})
	s.deps.Sites = partnerSites(t)
	ask := func(host string, header ...string) (string, string) {
		w := callAt(s, http.MethodGet, host, "/produkt/karte-1", header...)
		return w.Body.String(), w.Header().Get("X-Saw")
	}
	body, saw := ask("shop.example")
	require.Equal(t, []string{"page 1", ""}, []string{body, saw})
	body, saw = ask("grafik.example:8080")
	require.Equal(t, []string{"page 2", site.Partner}, []string{body, saw})
	body, _ = ask("grafik.example")
	require.Equal(t, "page 2", body)
	body, saw = ask("shop.example", siteHeader, site.Partner)
	require.Equal(t, []string{"page 1", ""}, []string{body, saw}, "a visitor cannot choose")
	require.EqualValues(t, 2, rendered.Load())
}

func TestSiteIsToldByHostAndByKey(t *testing.T) {
	s := New(Deps{Sites: partnerSites(t), PublicURL: &url.URL{Scheme: "https", Host: "shop.example"}})
	partner := `{"whiteLabel":true,"name":"Grafikwerk","category":"grafikkarten","accent":"#0b6e4f","origin":"https://grafik.example","chat":false,"withdrawalDays":14,"deliveryCountries":27}`
	own := `{"whiteLabel":false,"name":"","category":"","accent":"","origin":"https://shop.example","chat":false,"withdrawalDays":14,"deliveryCountries":27}`
	require.JSONEq(t, partner, callAt(s, http.MethodGet, "grafik.example", "/api/site").Body.String())
	require.JSONEq(t, partner, callAt(s, http.MethodGet, "127.0.0.1:8080", "/api/site", siteHeader, site.Partner).Body.String())
	require.JSONEq(t, own, callAt(s, http.MethodGet, "shop.example", "/api/site").Body.String())
	require.JSONEq(t, own, callAt(New(Deps{PublicURL: s.deps.PublicURL}), http.MethodGet, "shop.example", "/api/site").Body.String())
}

func TestHotlineIsToldWhereThereIsOne(t *testing.T) {
	require.NotContains(t, callAt(New(Deps{}), http.MethodGet, "shop.example", "/api/site").Body.String(), "hotline")
	require.Contains(t, callAt(New(Deps{Hotline: "+49 40 1234567"}), http.MethodGet, "shop.example", "/api/site").Body.String(), `"hotline":"+49 40 1234567"`)
}

// A longer period than the law's is told as it is, and the law's where nobody set one.
func TestPeriodToWithdrawIsTold(t *testing.T) {
	for days, told := range map[int]string{0: `"withdrawalDays":14`, 30: `"withdrawalDays":30`} {
		require.Contains(t, callAt(New(Deps{Withdrawal: withdrawal.Policy{Days: days}}), http.MethodGet, "shop.example", "/api/site").Body.String(), told)
	}
}

func TestNobodyLogsInAtThePartner(t *testing.T) {
	s := New(Deps{Sites: partnerSites(t)})
	for path, body := range map[string]string{
		"/auth/login":      `{"email": "kim@example.org", "password": "Geheim-123"}`,
		"/account/convert": `{"order": "7d1f8a3e-0c3b-4f0e-9a53-0d6d0a1c8f11", "password": "Geheim-123"}`,
		"/auth/register":   `{"email": "kim@example.org", "password": "Geheim-123", "firstName": "Kim", "lastName": "Muster"}`,
	} {
		r := httptest.NewRequest(http.MethodPost, "http://grafik.example"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, http.StatusForbidden, w.Code, w.Body.String())
		require.Contains(t, w.Body.String(), "white_label_guests_only")
	}
}

func TestThirdPartiesAreLetInAndAskedAbout(t *testing.T) {
	s, _ := origin(t, func(h http.Header, _ *http.Request) {
		h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self'")
	})
	require.JSONEq(t, `{"services":[]}`, callAt(s, http.MethodGet, "shop.example", "/api/tracking/services").Body.String())
	require.Equal(t, "default-src 'self'; script-src 'self'", visitPage(s, "/").Header().Get("Content-Security-Policy"))
	var err error
	s.deps.PayLater, err = site.NewThirdParty(site.PayLaterService, "https://offers.example/consent.js", "Später")
	require.NoError(t, err)
	s.deps.Ratings, err = site.NewThirdParty(site.RatingsService, "https://ratings.example/badge.js", "Sterne")
	require.NoError(t, err)
	policy := visitPage(s, "/").Header().Get("Content-Security-Policy")
	require.Equal(t, "default-src 'self'; script-src 'self' https://offers.example https://ratings.example", policy)
	var shop SiteView
	require.NoError(t, json.Unmarshal(callAt(s, http.MethodGet, "shop.example", "/api/site").Body.Bytes(), &shop))
	require.Equal(t, &ThirdPartyView{Script: "https://offers.example/consent.js", Service: "pay-later"}, shop.PayLater)
	require.Equal(t, &ThirdPartyView{Script: "https://ratings.example/badge.js", Service: "ratings"}, shop.Ratings)
	var asked ConsentServices
	require.NoError(t, json.Unmarshal(callAt(s, http.MethodGet, "shop.example", "/api/tracking/services").Body.Bytes(), &asked))
	require.Len(t, asked.Services, 2)
	for i, expected := range []string{"pay-later Später", "ratings Sterne"} {
		require.Equal(t, expected, asked.Services[i].ServiceName+" "+asked.Services[i].Title)
		require.NotEmpty(t, asked.Services[i].Purpose)
	}
	require.NotEqual(t, asked.Services[0].Purpose, asked.Services[1].Purpose)
}

func TestChatIsLetInAndTellsItsHours(t *testing.T) {
	s, _ := origin(t, func(h http.Header, _ *http.Request) {
		h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self'; connect-src 'self'")
	})
	require.Equal(t, http.StatusNotFound, callAt(s, http.MethodGet, "shop.example", "/api/chat").Code)
	var err error
	s.deps.Chat, err = chat.New("https://chat.example/widget.js", "mon-sun 00:00-24:00")
	require.NoError(t, err)
	require.Equal(t, "default-src 'self'; script-src 'self' https://chat.example; connect-src 'self' https://chat.example wss://chat.example",
		visitPage(s, "/").Header().Get("Content-Security-Policy"))
	require.JSONEq(t, `{"id":1,"script":"https://chat.example/widget.js","open":true,"timeZone":"Europe/Berlin",
		"hours":[{"days":[1,2,3,4,5,6,0],"opens":"00:00","closes":"24:00"}]}`,
		callAt(s, http.MethodGet, "shop.example", "/api/chat").Body.String())
}
