package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
)

func (s *shop) letter(path, body string) (a httpapi.NewsletterAnswer) {
	s.Helper()
	s.post("/api/newsletter/"+path, body, &a)
	return a
}

// mailToken waits for nothing: the one subscription is asked as the workflow would, then the template's token read.
func (s *shop) mailToken(template string) (token string) {
	s.Helper()
	var id string
	require.NoError(s, s.pool.QueryRow(s.Context(), `select id::text from newsletter_subscription`).Scan(&id))
	_, err := newsletter.NewService(postgres.NewNewsletters(s.pool), clock.System{}).Ask(s.Context(), id)
	require.NoError(s, err)
	require.NoError(s, s.pool.QueryRow(s.Context(), `
		select split_part(payload->'data'->>'path', 'token=', 2) from outbox where payload->>'template' = $1 order by seq desc limit 1`, template).Scan(&token))
	return token
}

func TestNewsletterCalls(t *testing.T) {
	s := newShop(t)
	require.Equal(t, "email_no_at", s.letter("subscribe", "email=kim&type=footer").Error)
	first := s.letter("subscribe", "email=kim%40example.org&type=footer")
	require.Empty(t, first.Error)
	require.NotZero(t, first.BlockedUntil)
	again := s.letter("subscribe", "email=other%40example.org&type=footer")
	require.Equal(t, "newsletter_blocked", again.Error)
	require.Equal(t, first.BlockedUntil, again.BlockedUntil)

	require.Equal(t, "wrong_link", s.letter("confirm", `{"token":"guessed"}`).Error)
	token := s.mailToken("newsletter_confirm")
	require.Empty(t, s.letter("confirm", `{"token":"`+token+`"}`).Error)

	known := s.letter("unsubscribe/request", "email=kim%40example.org")
	require.Equal(t, known, s.letter("unsubscribe/request", "email=nobody%40example.org"), "the answer tells nothing")
	require.Equal(t, "missing", s.letter("unsubscribe/request", "email=").Error)

	leave := s.mailToken("newsletter_farewell")
	w := s.do(http.MethodPost, "/api/newsletter/unsubscribe/one-click?token=guessed", "List-Unsubscribe=One-Click", nil)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	s.cookies = map[string]*http.Cookie{} // a mail program has none
	opened := s.do(http.MethodGet, "/api/newsletter/unsubscribe/one-click?token="+leave, "", nil)
	require.Equal(t, http.StatusSeeOther, opened.Code)
	require.Equal(t, "/newsletter/abmelden?token="+leave, opened.Header().Get("Location"), "a program that knows no button leads to the page")
	s.post("/api/newsletter/unsubscribe/one-click?token="+leave, "List-Unsubscribe=One-Click", nil)
	require.Empty(t, s.letter("unsubscribe", `{"token":"`+leave+`"}`).Error, "twice is once")
	require.Equal(t, "wrong_link", s.letter("confirm", `{"token":"`+token+`"}`).Error)
}

// A mail provider presses the button for all its customers from one address.
func TestOneClickIsNotCountedByAddress(t *testing.T) {
	s := newShop(t)
	s.Server = httpapi.New(httpapi.Deps{
		Newsletter: newsletter.NewService(postgres.NewNewsletters(s.pool), clock.System{}), Limits: httpapi.Limits{Form: 1},
	})
	for range 3 {
		w := s.do(http.MethodPost, "/api/newsletter/unsubscribe/one-click?token=guessed", "List-Unsubscribe=One-Click", nil)
		require.Equal(t, http.StatusUnprocessableEntity, w.Code, w.Body)
	}
	guess := func() int {
		return s.do(http.MethodPost, "/api/newsletter/unsubscribe", `{"token":"guessed"}`, nil).Code
	}
	require.Equal(t, []int{http.StatusOK, http.StatusTooManyRequests}, []int{guess(), guess()})
}

// The token in the address proves who asks; no cookie is read.
func TestOneClickMayComeFromTheMailProvidersPage(t *testing.T) {
	s := newShop(t)
	pressed := func(path, body string) int {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://mail.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, http.StatusUnprocessableEntity, pressed("/api/newsletter/unsubscribe/one-click?token=guessed", "List-Unsubscribe=One-Click"))
	require.Equal(t, http.StatusForbidden, pressed("/api/newsletter/unsubscribe", "token=guessed"))
}

func TestPagesAndAds(t *testing.T) {
	s := newShop(t)
	_, err := s.contents.Import(t.Context(), []content.Item{
		{Name: "pages/infocenter/section/imprint.de", Kind: content.PageKind, Page: &content.Page{
			Key: "infocenter/section/imprint", Lang: catalog.German, Title: "Impressum",
			Blocks: []content.Block{{Kind: "paragraph", Spans: []content.Span{{Text: "Wir"}}}},
		}},
		{Name: "ads", Kind: content.AdKind, Ads: []content.Ad{{ID: "a", Target: "top", Title: catalog.Text{DE: "Hin", EN: "Go"}}}},
	}, false, false)
	require.NoError(t, err)
	var page httpapi.ContentPage
	s.get("/api/pineberry/infocenter_section_imprint", &page)
	require.Equal(t, "Impressum", page.Title)
	require.Equal(t, "Wir", page.Content[0].Spans[0].Text)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/pineberry/unknown", "", nil).Code)

	var ads httpapi.Ads
	s.get("/api/banana-handler/get-multiple?targets=top,side&is-mobile=false&categories=notebooks&key-values=%7B%22a%22%3A%22b%22%7D", &ads)
	require.Empty(t, ads.Error)
	require.False(t, ads.RotationIsActive)
	require.Len(t, ads.Templates, 1)
	require.Equal(t, "Hin", ads.Templates["top"].Title)
	require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodGet, "/api/banana-handler/get-multiple?targets=a&key-values=x", "", nil).Code)
	places := "top" + strings.Repeat(",x", 19)
	s.get("/api/banana-handler/get-multiple?targets="+places, nil)
	require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodGet, "/api/banana-handler/get-multiple?targets="+places+",y", "", nil).Code)
}

func TestAnAdIsOfItsPageAndDevice(t *testing.T) {
	s := newShop(t)
	both := catalog.Text{DE: "A", EN: "A"}
	_, err := s.contents.Import(t.Context(), []content.Item{{Name: "ads", Kind: content.AdKind, Ads: []content.Ad{
		{ID: "phone", Target: "phone", Device: "mobile", Title: both, CTA: both, URL: "/"},
		{ID: "page", Target: "page", Categories: []string{"notebooks"}, Title: both, CTA: both, URL: "/"},
		{ID: "old", Target: "preview", Title: both, CTA: both, URL: "/"},
		{ID: "new", Target: "preview", LineItem: "7", Creative: "c", Title: both, CTA: both, URL: "/", From: time.Now().AddDate(0, 0, 1)},
	}}}, false, false)
	require.NoError(t, err)
	for query, want := range map[string]string{
		"phone": "", "phone&is-mobile=0": "", "phone&is-mobile=false": "", "phone&is-mobile=1": "phone", "phone&is-mobile=true": "phone",
		"page": "", "Page&categories=PC/Notebooks": "page", "preview": "old", "preview&adn-lp-li=7&adn-lp-c=c": "new", //nolint:misspell // the spec's name
	} {
		var ads httpapi.Ads
		s.get("/api/banana-handler/get-multiple?targets="+query, &ads)
		target, _, _ := strings.Cut(strings.ToLower(query), "&")
		require.Equal(t, want, ads.Templates[target].ID, query)
	}
}

func TestSearchEnginesFindTheWay(t *testing.T) {
	s := newShop(t)
	_, err := s.contents.Import(t.Context(), []content.Item{pageItem("infocenter/section/imprint"), pageItem("kasse/payment-b2b")}, false, false)
	require.NoError(t, err)
	robots := s.do(http.MethodGet, "/robots.txt", "", nil)
	require.Contains(t, robots.Body.String(), "Sitemap: https://shop.example/sitemap.xml")
	require.Contains(t, robots.Body.String(), "Disallow: /kasse")
	sitemap := s.do(http.MethodGet, "/sitemap.xml", "", nil)
	require.Contains(t, sitemap.Header().Get("Content-Type"), "xml")
	require.Contains(t, sitemap.Body.String(), "<loc>https://shop.example/produkt/"+s.available(1)[0].Slug+"</loc><lastmod>2")
	require.Contains(t, sitemap.Body.String(), "<loc>https://shop.example/</loc>")
	require.Contains(t, sitemap.Body.String(), "<loc>https://shop.example/infocenter/section/imprint</loc>")
	require.Contains(t, sitemap.Body.String(), "<loc>https://shop.example/studentenprogramm</loc>")
	require.NotContains(t, sitemap.Body.String(), "payment-b2b", "what editors write for the checkout is no page")
	again := s.do(http.MethodGet, "/sitemap.xml", "", nil)
	require.Equal(t, sitemap.Body.String(), again.Body.String())
	for _, name := range []string{"Content-Type", "Cache-Control", "Vary"} {
		require.Equal(t, sitemap.Header()[name], again.Header()[name], name)
	}
	s.pool.Close()
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/sitemap.xml?part=7", "", nil).Code, "nobody reads the catalogue for a part that is none")
}

func TestAPartOfTheCheckoutIsNoPage(t *testing.T) {
	s := newShop(t)
	_, err := s.contents.Import(t.Context(), []content.Item{pageItem("kasse/payment-b2b")}, false, false)
	require.NoError(t, err)
	var shown httpapi.ContentPage
	s.get("/api/pineberry/kasse_payment-b2b", &shown)
	require.Equal(t, "kasse/payment-b2b", shown.Title)
	var unwritten httpapi.ContentPage
	s.get("/api/pineberry/kasse_payment", &unwritten)
	require.Equal(t, httpapi.ContentPage{Key: "kasse/payment", Content: []content.Block{}}, unwritten, "nobody has to write for the checkout")
}

// pageItem is a German page with its key as title.
func pageItem(key string) content.Item {
	return content.Item{Name: content.PageName(key, catalog.German), Kind: content.PageKind, Page: &content.Page{
		Key: key, Lang: catalog.German, Title: key, Blocks: []content.Block{{Kind: "paragraph", Spans: []content.Span{{Text: "Wir"}}}},
	}}
}

func TestConsentServicesAndTheirEvents(t *testing.T) {
	s := newShop(t)
	var services httpapi.ConsentServices
	s.get("/api/tracking/services", &services)
	require.Len(t, services.Services, 2, "what plugins share is asked once")
	require.Equal(t, "Messung", services.Services[0].Title)
	s.post("/api/tracking/add", `{"eventType":"addToCart","services":["ads","event-analytics","nobody's"],"productIds":[1]}`, nil)
	s.post("/api/tracking/nbb.scrolling", `{"scrollings":[]}`, nil)
	rows, err := s.pool.Query(t.Context(), `select payload->>'eventType', payload->>'service' from outbox where topic = 'tracking.event' order by 1, 2`)
	require.NoError(t, err)
	var got []string
	for rows.Next() {
		var kind, service string
		require.NoError(t, rows.Scan(&kind, &service))
		got = append(got, kind+" "+service)
	}
	require.Equal(t, []string{"addToCart ads", "addToCart event-analytics", "nbb.scrolling event-analytics"}, got)
}

// A text that a browser cut within a character is stored all the same: an event that fails is sent again before all others.
func TestAnEventWithHalfACharacterIsTaken(t *testing.T) {
	s := newShop(t)
	s.post("/api/tracking/add", `{"eventType":"cto_interaction","services":["ads"],"clickElementName":"Stift \ud83d","productIds":[12345678901234567]}`, nil)
	var name, id string
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select payload->'fields'->>'clickElementName', payload->'fields'->'productIds'->>0 from outbox where topic = 'tracking.event'`).Scan(&name, &id))
	require.Equal(t, []string{"Stift \ufffd", "12345678901234567"}, []string{name, id})
}

func TestEventsThatWaitAreTakenBackWithTheConsent(t *testing.T) {
	s := newShop(t)
	for _, visitor := range []string{"one", "two"} {
		s.post("/api/tracking/add", `{"eventType":"addToCart","services":["ads","event-analytics"],"tid":"`+visitor+`"}`, nil)
	}
	s.post("/api/tracking/withdraw", `{"tid":"one","services":["ads"]}`, nil)
	var left []string
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select array_agg(payload->>'tid' || ' ' || (payload->>'service') order by 1) from outbox where topic = 'tracking.event'`).Scan(&left))
	require.ElementsMatch(t, []string{"one event-analytics", "two ads", "two event-analytics"}, left)
	long := `{"eventType":"addToCart","tid":"` + strings.Repeat("x", 4000) + `"}`
	require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodPost, "/api/tracking/add", long, nil).Code)
}
