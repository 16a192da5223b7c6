package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
)

// origin plays the storefront: it counts how often it renders.
func origin(t *testing.T, header func(http.Header, *http.Request)) (*Server, *atomic.Int64) {
	t.Helper()
	var rendered atomic.Int64
	storefront := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header(w.Header(), r)
		_, _ = fmt.Fprintf(w, "page %d", rendered.Add(1))
	}))
	t.Cleanup(storefront.Close)
	address, err := url.Parse(storefront.URL)
	require.NoError(t, err)
	return New(Deps{Storefront: address}), &rendered
}

func visitPage(s *Server, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestPagesForEveryoneAreRenderedOnceUntilDropped(t *testing.T) {
	s, rendered := origin(t, func(h http.Header, _ *http.Request) {
		h.Set("Cache-Control", "s-maxage=60, stale-while-revalidate=300")
	})
	require.Equal(t, "page 1", visitPage(s, "/kategorie/notebooks?sortListing=price_asc").Body.String())
	require.Equal(t, "page 1", visitPage(s, "/kategorie/notebooks?sortListing=price_asc").Body.String())
	require.Equal(t, "page 2", visitPage(s, "/kategorie/notebooks").Body.String(), "another query is another page")
	s.CatalogChanged()
	require.Equal(t, "page 3", visitPage(s, "/kategorie/notebooks").Body.String())
	require.EqualValues(t, 3, rendered.Load())
}

// An address has no capitals, but for what somebody searches for and the storefront's own files.
func TestAnAddressWithCapitalsLeadsToTheOneWithout(t *testing.T) {
	s, rendered := origin(t, func(http.Header, *http.Request) {})
	for path, to := range map[string]string{
		"/kategorie/Notebooks?sortListing=price_asc&p=A": "/kategorie/notebooks?sortListing=price_asc&p=A",
		"/EN/Kasse": "/en/kasse", "/Produkt/Ger%C3%A4t%20A": "/produkt/ger%C3%A4t%20a", "/x//Evil.example": "/x/Evil.example",
		"/Produkte/ThinkPad": "/produkte/thinkpad",
	} {
		w := visitPage(s, path)
		require.GreaterOrEqual(t, w.Code, 300, path)
		require.Less(t, w.Code, 400, path)
		require.Equal(t, to, w.Header().Get("Location"), path)
	}
	require.Zero(t, rendered.Load())
	for _, path := range []string{"/produkte/ThinkPad", "/en/produkte/ThinkPad", "/_next/static/Chunk.js", "/warenkorb?A=B"} {
		require.Equal(t, http.StatusOK, visitPage(s, path).Code, path)
	}
	_, ok := writtenSmall(&url.URL{Path: "//Evil.example"})
	require.False(t, ok, "it would lead to another host")
}

func TestTheStorefrontIsAskedForTextAlone(t *testing.T) {
	var asked string
	s, _ := origin(t, func(_ http.Header, r *http.Request) { asked = r.URL.EscapedPath() })
	visitPage(s, "/produkte/b%fcro")
	require.Equal(t, "/produkte/b%EF%BF%BDro", asked)
	visitPage(s, "/produkte/b%C3%BCro%2Fx")
	require.Equal(t, "/produkte/b%C3%BCro%2Fx", asked)
}

// What a page does not depend on is not told: the page is kept for everyone.
func TestAVisitorsHeadersAreInNobodysPage(t *testing.T) {
	var told http.Header
	s, _ := origin(t, func(h http.Header, r *http.Request) {
		told = r.Header.Clone()
		h.Set("Cache-Control", "s-maxage=60")
		h.Set("Vary", "Rsc")
	})
	page := []string{"Accept-Encoding", "gzip", "If-None-Match", "x", "Rsc", "1",
		"Next-Router-State-Tree", "x", "Next-Router-Prefetch", "1", "Next-Router-Segment-Prefetch", "/_tree"}
	stranger := []string{"Content-Security-Policy", "script-src 'nonce-evil'", "Content-Security-Policy-Report-Only", "script-src 'nonce-evil'",
		"Cookie", "kontor_session=token", "Accept-Language", "en", "User-Agent", "Googlebot", "X-Forwarded-Host", "evil.example", "X-Middleware-Prefetch", "1", "X-Nextjs-Data", "1", "X-Matched-Path", "/evil",
		"Upgrade", "websocket", "Connection", "Upgrade"}
	require.Equal(t, http.StatusOK, visitPage(s, "/kategorie/notebooks", append(page, stranger...)...).Code)
	for i := 0; i < len(page); i += 2 {
		require.Equal(t, page[i+1], told.Get(page[i]), page[i])
	}
	for i := 0; i < len(stranger); i += 2 {
		require.NotEqual(t, stranger[i+1], told.Get(stranger[i]), stranger[i])
	}
	visitPage(s, "/_next/webpack-hmr", "Sec-Websocket-Key", "key")
	require.Equal(t, "key", told.Get("Sec-Websocket-Key"), "the development server is told everything")
}

func TestPagesAreReadAndNothingElse(t *testing.T) {
	s, rendered := origin(t, func(http.Header, *http.Request) {})
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodTrace, http.MethodOptions, "BREW"} {
		for _, path := range []string{"/", "/kategorie/notebooks", "/_next/static/a.js"} {
			w := callAt(s, method, "shop.example", path)
			require.Equal(t, http.StatusMethodNotAllowed, w.Code, method)
			require.Equal(t, "GET, HEAD", w.Header().Get("Allow"))
		}
	}
	require.Zero(t, rendered.Load())
	require.Equal(t, http.StatusOK, callAt(s, http.MethodHead, "shop.example", "/").Code)
}

func TestCallsSayWhichMethodsTheyTake(t *testing.T) {
	s, rendered := origin(t, func(http.Header, *http.Request) {})
	for path, want := range map[string]string{
		"/auth/login": "POST", "/account/customer/get": "POST", "/api/checkout/init": "POST", "/api/header_data": "GET, HEAD",
		"/account/privacy-export": "GET, HEAD", "/kasse/zahlung/1": "GET, HEAD, POST", "/webhooks/paypal": "GET, HEAD, POST",
	} {
		w := callAt(s, http.MethodPut, "shop.example", path)
		require.Equal(t, http.StatusMethodNotAllowed, w.Code, path)
		require.Equal(t, want, w.Header().Get("Allow"), path)
		require.JSONEq(t, `{"error":{"code":"invalid","reason":"method_not_allowed"}}`, w.Body.String(), path)
	}
	require.Equal(t, http.StatusMethodNotAllowed, callAt(s, http.MethodGet, "shop.example", "/api/checkout/init").Code)
	require.Equal(t, http.StatusNotFound, callAt(s, http.MethodPut, "shop.example", "/api/nothing").Code)
	require.Zero(t, rendered.Load())
}

func TestPersonalPagesAreNeverKept(t *testing.T) {
	for name, header := range map[string]func(http.Header, *http.Request){
		"private": func(h http.Header, _ *http.Request) { h.Set("Cache-Control", "private, s-maxage=60") },
		"no rule": func(http.Header, *http.Request) {},
		"cookie": func(h http.Header, _ *http.Request) {
			h.Set("Cache-Control", "s-maxage=60")
			h.Set("Set-Cookie", "a=b")
		},
		"by cookie": func(h http.Header, _ *http.Request) {
			h.Set("Cache-Control", "s-maxage=60")
			h.Set("Vary", "RSC, Cookie")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := origin(t, header)
			require.Equal(t, "page 1", visitPage(s, "/warenkorb").Body.String())
			require.Equal(t, "page 2", visitPage(s, "/warenkorb").Body.String())
		})
	}
}

// Whoever asks makes the address and the headers as long as they like: what is kept of them is bounded with the pages.
func TestLongAddressesFillNoMemory(t *testing.T) {
	s, rendered := origin(t, func(h http.Header, _ *http.Request) {
		h.Set("Cache-Control", "s-maxage=60")
		h.Set("Vary", "Next-Url")
	})
	long := strings.Repeat("x", maxPageKey)
	for range 2 {
		visitPage(s, "/kategorie/notebooks?q="+long)
		visitPage(s, "/kategorie/notebooks", "Next-Url", long)
	}
	require.EqualValues(t, 4, rendered.Load())
	require.Equal(t, []int{0, 0, 0}, []int{len(s.pages.pages), len(s.pages.vary), s.pages.size})

	visitPage(s, "/kategorie/notebooks?q="+long[:1000])
	require.Greater(t, s.pages.size, 1000)
	s.answers.put(long, asked{}, &cachedAnswer{plain: []byte("{}")}, 0)
	s.answers.put(long, asked{}, &cachedAnswer{plain: []byte("{}")}, 0)
	require.Equal(t, len(long)+2, s.answers.size)
}

func TestPagesVaryByWhatTheySay(t *testing.T) {
	s, _ := origin(t, func(h http.Header, _ *http.Request) { h.Set("Cache-Control", "s-maxage=60"); h.Set("Vary", "RSC") })
	require.Equal(t, "page 1", visitPage(s, "/").Body.String())
	require.Equal(t, "page 2", visitPage(s, "/", "RSC", "1").Body.String())
	require.Equal(t, "page 1", visitPage(s, "/").Body.String())
	require.Equal(t, "page 2", visitPage(s, "/", "RSC", "1").Body.String())
}

// What browsers and crawlers take is written in many ways; of a page there are three.
func TestAPageIsRenderedOnceForEachCoding(t *testing.T) {
	s, rendered := origin(t, func(h http.Header, r *http.Request) {
		h.Set("Cache-Control", "s-maxage=60")
		h.Set("Vary", "Accept-Encoding")
		h.Set("Content-Encoding", r.Header.Get("Accept-Encoding"))
	})
	for accept, want := range map[string]string{
		"gzip, deflate, br, zstd": "br", "gzip, deflate, br": "br", "gzip,br;q=0.9": "br", "BR": "br",
		"gzip, deflate": "gzip", "gzip": "gzip", "deflate, gzip;q=1.0, *;q=0.5": "gzip", "br;q=0, gzip": "gzip", "br; q=0.000,x-br,gzip ; q=0.1": "gzip",
		"": "", "deflate": "", "gzip;q=0": "", "identity, gzip;q=much": "", "bro, gzipped": "",
	} {
		require.Equal(t, want, visitPage(s, "/kategorie/notebooks", "Accept-Encoding", accept).Header().Get("Content-Encoding"), accept)
	}
	require.EqualValues(t, 3, rendered.Load())
}

func TestPageRenderedBeforeADropIsNotKeptAfterIt(t *testing.T) {
	var s *Server
	s, _ = origin(t, func(h http.Header, _ *http.Request) { h.Set("Cache-Control", "s-maxage=60"); s.CatalogChanged() })
	require.Equal(t, "page 1", visitPage(s, "/").Body.String())
	require.Equal(t, "page 2", visitPage(s, "/").Body.String())
}

// slowOrigin plays a storefront that renders when it is let: each page waits for a turn.
func slowOrigin(t *testing.T, header func(http.Header, *http.Request)) (s *Server, began <-chan struct{}, turn chan<- struct{}) {
	t.Helper()
	start, let := make(chan struct{}, 100), make(chan struct{})
	s, _ = origin(t, func(h http.Header, r *http.Request) {
		start <- struct{}{}
		select {
		case <-let:
		case <-r.Context().Done():
		}
		header(h, r)
	})
	return s, start, let
}

// visits are visitors who ask for a page at once; each gives what it got.
func visits(ctx context.Context, s *Server, path string, n int) <-chan string {
	got := make(chan string, n)
	for range n {
		go func() {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
			got <- w.Body.String()
		}()
	}
	return got
}

func TestAPageThatManyAskForIsRenderedOnceAfterADrop(t *testing.T) {
	s, began, turn := slowOrigin(t, func(h http.Header, _ *http.Request) { h.Set("Cache-Control", "s-maxage=60") })
	first := visits(t.Context(), s, "/", 1)
	turn <- struct{}{}
	require.Equal(t, "page 1", <-first)
	<-began

	s.pages.drop()
	many := visits(t.Context(), s, "/", 20)
	<-began
	s.pages.drop() // what is under way may be older than this
	later := visits(t.Context(), s, "/", 20)
	<-began
	turn <- struct{}{}
	turn <- struct{}{}
	seen := map[string]int{}
	for range 20 {
		seen[<-many]++
		seen[<-later]++
	}
	require.Len(t, seen, 2, "one page for each state of the catalogue")
	require.Empty(t, began)
}

func TestWhoWaitsForAVisitorThatWentAwayIsServed(t *testing.T) {
	left := make(chan struct{}, 1)
	s, began, turn := slowOrigin(t, func(h http.Header, r *http.Request) {
		h.Set("Cache-Control", "s-maxage=60")
		if r.Context().Err() != nil {
			left <- struct{}{}
		}
	})
	first := visits(t.Context(), s, "/", 1)
	turn <- struct{}{}
	<-first
	<-began
	s.pages.drop()

	impatient, leave := context.WithCancel(t.Context())
	visits(impatient, s, "/", 1)
	<-began
	patient := visits(t.Context(), s, "/", 5)
	leave()
	<-began
	<-left // who went away may still take the turn before
	turn <- struct{}{}
	for range 5 {
		require.Regexp(t, `^page \d$`, <-patient)
	}
	require.Empty(t, began)
}

func TestNobodyWaitsForAPageThatIsNotForEveryone(t *testing.T) {
	var private atomic.Bool
	s, began, turn := slowOrigin(t, func(h http.Header, _ *http.Request) {
		h.Set("Cache-Control", map[bool]string{false: "s-maxage=60", true: "private"}[private.Load()])
	})
	first := visits(t.Context(), s, "/", 1)
	turn <- struct{}{}
	<-first
	<-began
	s.pages.drop()

	private.Store(true)
	own := visits(t.Context(), s, "/", 5)
	<-began
	turn <- struct{}{}
	for range 4 {
		<-began
		turn <- struct{}{}
	}
	seen := map[string]bool{}
	for range 5 {
		seen[<-own] = true
	}
	require.Len(t, seen, 5)
}

func TestManyChangesDropPagesOnceASecondAndAlwaysAfterTheLast(t *testing.T) {
	s, rendered := origin(t, func(h http.Header, _ *http.Request) { h.Set("Cache-Control", "s-maxage=60") })
	for range 50 {
		s.CatalogChanged()
		visitPage(s, "/")
	}
	require.LessOrEqual(t, rendered.Load(), int64(3))
	before := visitPage(s, "/").Body.String()
	require.Eventually(t, func() bool { return visitPage(s, "/").Body.String() != before }, 2*time.Second, 20*time.Millisecond)
}

func TestSilentStorefrontGetsAPageThatReloads(t *testing.T) {
	address, err := url.Parse("http://127.0.0.1:1")
	require.NoError(t, err)
	w := visitPage(New(Deps{Storefront: address}), "/")
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.True(t, strings.Contains(w.Body.String(), `http-equiv="refresh"`))
}

func TestPagesLetProvidersIn(t *testing.T) {
	s, _ := origin(t, func(h http.Header, r *http.Request) {
		h.Set("Content-Type", "text/html")
		if r.URL.Path == "/kasse" {
			h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'sha256-x'; form-action 'self'")
		}
	})
	s.deps.PaymentMethods = func(context.Context) ([]checkout.Method, error) {
		return []checkout.Method{
			{Code: "b", Origins: []string{"https://js.example", "https://api.example"}},
			{Code: "a", Origins: []string{"https://api.example"}},
			{Code: "old", Retired: true, Origins: []string{"https://old.example"}},
		}, nil
	}
	require.Equal(t, "default-src 'self'; script-src 'self' 'sha256-x' https://api.example https://js.example; "+
		"form-action 'self' https://api.example https://js.example", visitPage(s, "/kasse").Header().Get("Content-Security-Policy"))
	require.Empty(t, visitPage(s, "/other").Header().Get("Content-Security-Policy"))
}

// failingOrigin plays a storefront whose pages can be kept for a moment, until it fails with the status that is not 0.
func failingOrigin(t *testing.T) (s *Server, fail *atomic.Int64) {
	t.Helper()
	fail = &atomic.Int64{}
	storefront := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status := int(fail.Load()); status != 0 {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Cache-Control", "s-maxage=1")
		_, _ = fmt.Fprint(w, "page")
	}))
	t.Cleanup(storefront.Close)
	address, err := url.Parse(storefront.URL)
	require.NoError(t, err)
	return New(Deps{Storefront: address}), fail
}

// expire lets the time of all kept pages pass.
func (c *pageCache) expire(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, p := range c.pages {
		old := *p
		old.expires, old.last = old.expires.Add(-by), old.last.Add(-by)
		c.pages[key] = &old
	}
}

func TestAFailedPageIsShownAsItWasLast(t *testing.T) {
	for _, status := range []int64{http.StatusInternalServerError, http.StatusServiceUnavailable} {
		s, fail := failingOrigin(t)
		require.Equal(t, "page", visitPage(s, "/produkt/a-1").Body.String())
		fail.Store(status)
		s.pages.expire(time.Minute)
		for range 2 {
			w := visitPage(s, "/produkt/a-1")
			require.Equal(t, http.StatusOK, w.Code)
			require.Equal(t, "page", w.Body.String())
		}
		require.EqualValues(t, status, visitPage(s, "/produkt/a-2").Code, "nobody has seen this one")
		s.pages.expire(2 * time.Hour)
		require.EqualValues(t, status, visitPage(s, "/produkt/a-1").Code, "it is too old")
	}
}

func TestAChangedPageIsNotShownAsItWas(t *testing.T) {
	s, fail := failingOrigin(t)
	visitPage(s, "/produkt/a-1")
	fail.Store(http.StatusServiceUnavailable)
	s.CatalogChanged()
	require.Equal(t, http.StatusServiceUnavailable, visitPage(s, "/produkt/a-1").Code)
}

func TestAPageThatIsAwayTriesAgainLessAndLessOften(t *testing.T) {
	s, fail := failingOrigin(t)
	fail.Store(http.StatusServiceUnavailable)
	for _, c := range []struct {
		lasts time.Duration
		want  string
	}{{0, "3"}, {40 * time.Second, "10"}, {time.Hour, "30"}} {
		s.outage.since.Store(time.Now().Add(-c.lasts).UnixNano())
		w := visitPage(s, "/en/produkt/a-1")
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, c.want, w.Header().Get("Retry-After"))
		require.Contains(t, w.Body.String(), `http-equiv="refresh" content="`+c.want+`"`)
		require.Contains(t, w.Body.String(), `lang="en"`)
	}
	fail.Store(0)
	visitPage(s, "/")
	fail.Store(http.StatusServiceUnavailable)
	require.Equal(t, "3", visitPage(s, "/x").Header().Get("Retry-After"))
}

// The built storefront hangs up on who asks for web sockets, which says nothing about whether it answers.
func TestAskingForAnotherProtocolIsNoOutage(t *testing.T) {
	s, _ := origin(t, func(_ http.Header, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			panic(http.ErrAbortHandler)
		}
	})
	w := visitPage(s, "/_next/webpack-hmr", "Connection", "Upgrade", "Upgrade", "websocket")
	require.Equal(t, http.StatusBadRequest, w.Code)
	require.Zero(t, s.outage.since.Load())
}
