package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/httpapi/admission"
	"kontor.dev/kontor/core/session"
)

// crowded is a server whose work gate lets one in and nobody wait, behind which whoever asks for "/api/slow" stays until
// release is closed.
func crowded(t *testing.T) (handler http.Handler, arrived chan string, release chan struct{}) {
	t.Helper()
	s := New(Deps{Concurrency: 1, Health: health.NewProbe()})
	s.overload.work = admission.New(admission.Options{Limit: 1})
	arrived, release = make(chan string, 8), make(chan struct{})
	return s.observe(s.limitLoad(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- r.URL.Path
		if r.URL.Path == "/api/slow" {
			<-release
		}
		_, _ = io.Copy(io.Discard, r.Body)
	}))), arrived, release
}

func ask(h http.Handler, method, path string, body io.Reader) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, body))
	return w
}

func TestOverloadIsAnsweredAtOnce(t *testing.T) {
	h, arrived, release := crowded(t)
	done := make(chan struct{})
	go func() { ask(h, http.MethodGet, "/api/slow", nil); close(done) }()
	require.Equal(t, "/api/slow", <-arrived)

	w := ask(h, http.MethodGet, "/api/category/x", nil)
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.Equal(t, "1", w.Header().Get("Retry-After"))
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.JSONEq(t, `{"error":{"code":"unavailable","reason":"overloaded"}}`, w.Body.String())
	require.Equal(t, http.StatusServiceUnavailable, ask(h, http.MethodPost, "/cart/add/", strings.NewReader("id=1")).Code)
	require.Equal(t, http.StatusServiceUnavailable, ask(h, http.MethodPost, "/api/checkout/init", nil).Code)
	for _, path := range []string{"/healthz", "/readyz"} {
		require.Equal(t, http.StatusOK, ask(h, http.MethodGet, path, nil).Code, "%s is always answered", path)
	}
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, "/api/checkout/process", nil).Code, "what waits for providers has places of its own")

	close(release)
	<-done
	require.Equal(t, http.StatusOK, ask(h, http.MethodGet, "/api/category/x", nil).Code, "afterwards all is as before")
}

// While submits wait for their turn nobody begins a cart or a checkout; who has begun goes on.
func TestNobodyBeginsWhileSubmitsWait(t *testing.T) {
	s := New(Deps{Concurrency: 1})
	arrived, release := make(chan struct{}, 2), make(chan struct{})
	h := s.observe(s.limitLoad(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/checkout/process" {
			arrived <- struct{}{}
			<-release
		}
	})))
	const begin = "/api/checkout/init"
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, begin, nil).Code)
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- ask(h, http.MethodPost, "/api/checkout/process", nil).Code }()
	}
	<-arrived
	require.Eventually(t, func() bool { _, waiting := s.overload.submit.Load(); return waiting == 1 }, 10*time.Second, time.Millisecond)
	require.Equal(t, http.StatusServiceUnavailable, ask(h, http.MethodPost, begin, nil).Code)
	require.Equal(t, http.StatusServiceUnavailable, ask(h, http.MethodPost, "/cart/add/", nil).Code)
	more := httptest.NewRequest(http.MethodPost, "/cart/add/", nil)
	more.AddCookie(&http.Cookie{Name: session.CookieName, Value: "x"})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, more)
	require.Equal(t, http.StatusOK, w.Code, "who has a cart already fills it")
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, "/api/checkout/payment-shipping", nil).Code)
	close(release)
	require.Equal(t, []int{http.StatusOK, http.StatusOK}, []int{<-done, <-done})
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, begin, nil).Code)
}

// Who sends a body slowly, or never ends it, keeps no place from others.
func TestWhoSendsSlowlyTakesNoPlace(t *testing.T) {
	h, arrived, _ := crowded(t)
	server := httptest.NewServer(h)
	defer server.Close()
	in, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/cart/add/", in)
		if err == nil {
			r.ContentLength = 4
			var answer *http.Response
			if answer, err = server.Client().Do(r); err == nil {
				err = answer.Body.Close()
			}
		}
		done <- err
	}()
	_, err := out.Write([]byte("id"))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, ask(h, http.MethodGet, "/api/category/x", nil).Code)
	require.Equal(t, "/api/category/x", <-arrived)
	_, err = out.Write([]byte("=1"))
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.Equal(t, "/cart/add/", <-arrived)
}

func TestAPanicGivesItsPlaceBack(t *testing.T) {
	s := New(Deps{Concurrency: 1})
	h := s.observe(s.limitLoad(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a defect") })))
	require.Equal(t, http.StatusInternalServerError, ask(h, http.MethodGet, "/api/category/x", nil).Code)
	inside, _ := s.overload.work.Load()
	require.Zero(t, inside)
}

func TestPagesAreRenderedAFewAtATime(t *testing.T) {
	arrived, release := make(chan struct{}, 1), make(chan struct{})
	pages := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-release
	}))
	defer pages.Close()
	address, err := url.Parse(pages.URL)
	require.NoError(t, err)
	s := New(Deps{Concurrency: 1, Storefront: address})
	s.overload.page = admission.New(admission.Options{Limit: 1})
	h := s.storefront()
	server := httptest.NewServer(s.observe(h))
	defer server.Close()
	get := func() *http.Response {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/kategorie/notebooks", nil)
		require.NoError(t, err)
		answer, err := server.Client().Do(r)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer
	}
	first := make(chan *http.Response, 1)
	go func() { first <- get() }()
	<-arrived
	refused := get()
	require.Equal(t, http.StatusServiceUnavailable, refused.StatusCode)
	require.NotEmpty(t, refused.Header.Get("Retry-After"))
	close(release)
	require.Equal(t, http.StatusOK, (<-first).StatusCode)
}

// orders reports whether a call ends in an order: such a call answers with what has changed, as choosing a payment method does.
func orders(s *Server, r route) bool {
	item := s.api.OpenAPI().Paths[r.path]
	if item == nil || item.Post == nil || r.method != http.MethodPost || r.path == "/api/checkout/payment-shipping" {
		return false
	}
	conflict := item.Post.Responses[strconv.Itoa(http.StatusConflict)]
	return conflict != nil && strings.HasSuffix(conflict.Content["application/json"].Schema.Ref, "/ProcessConflict")
}

// Every route has the gate that fits what it waits for.
func TestEveryCallHasItsGate(t *testing.T) {
	s := New(Deps{Concurrency: 1})
	buys := 0
	for _, route := range routes(t, s) {
		r := httptest.NewRequest(route.method, route.path, nil)
		gate, name, _ := s.gateOf(r)
		if probe := route.path == "/healthz" || route.path == "/readyz"; probe {
			require.Nil(t, gate, route.path)
			continue
		}
		require.NotNil(t, gate, "%s %s must be bounded", route.method, route.path)
		require.NotEmpty(t, name)
		if orders(s, route) {
			require.Equal(t, "submit", name, "%s ends in an order", route.path)
			buys++
		}
	}
	require.Equal(t, 7, buys)
	for path, want := range map[string]*admission.Gate{
		"/api/checkout/process": s.overload.submit, "/kasse/zahlung/1": s.overload.outside, "/api/checkout/view": s.overload.work,
		"/api/suggest": s.overload.work, "/webhooks/paypal": s.overload.work,
	} {
		gate, _, _ := s.gateOf(httptest.NewRequest(http.MethodGet, path, nil))
		require.Same(t, want, gate, path)
	}
}
