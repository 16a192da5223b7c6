package httpapi

import (
	"bytes"
	"context"
	"io"
	"log/slog"
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

// Of a body whose size nobody tells not even the beginning keeps a place; what is still to come has places of its own, of which
// those who wait for a provider need none.
func TestWhoDoesNotSayHowMuchTakesNoOthersPlace(t *testing.T) {
	s := New(Deps{Concurrency: 1})
	s.overload.outside, s.overload.upload = admission.New(admission.Options{Limit: 1}), admission.New(admission.Options{Limit: 1})
	arrived, through := make(chan string, 8), ""
	h := s.observe(s.limitLoad(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, through, _ = s.gateOf(r)
		arrived <- r.URL.Path
		_, _ = io.Copy(io.Discard, r.Body)
	})))
	const provider = "/api/checkout/payment-session"
	ofUnknownSize := func(path string, body io.Reader) *http.Request {
		r := httptest.NewRequest(http.MethodPost, path, body)
		r.ContentLength = -1
		return r
	}

	in, out := io.Pipe()
	done := make(chan struct{})
	go func() { h.ServeHTTP(httptest.NewRecorder(), ofUnknownSize("/cart/add/", in)); close(done) }()
	_, err := out.Write([]byte("id"))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, provider, nil).Code)
	require.Equal(t, provider, <-arrived)
	inside, _ := s.overload.upload.Load()
	require.Zero(t, inside, "the beginning is read outside")

	_, err = out.Write(make([]byte, smallBody))
	require.NoError(t, err)
	require.Equal(t, "/cart/add/", <-arrived)
	require.Equal(t, http.StatusOK, ask(h, http.MethodPost, provider, nil).Code)
	require.Equal(t, provider, <-arrived)
	more := httptest.NewRecorder()
	h.ServeHTTP(more, ofUnknownSize("/cart/add/", strings.NewReader(strings.Repeat("x", smallBody+1))))
	require.Equal(t, http.StatusServiceUnavailable, more.Code, "more uploads than there are places")
	require.NoError(t, out.Close())
	<-done

	h.ServeHTTP(httptest.NewRecorder(), ofUnknownSize("/webhooks/paypal", strings.NewReader("x")))
	require.Equal(t, "/webhooks/paypal", <-arrived)
	require.Equal(t, "work", through, "who has sent all is no upload")
}

// slowly takes an answer when it likes to.
type slowly struct {
	*httptest.ResponseRecorder
	offered, take chan struct{}
}

func (s slowly) Write(b []byte) (int, error) {
	close(s.offered)
	<-s.take
	return s.ResponseRecorder.Write(b)
}

func TestWhoReadsSlowlyTakesNoPlace(t *testing.T) {
	s := New(Deps{Concurrency: 1})
	s.overload.work = admission.New(admission.Options{Limit: 1})
	h := s.observe(s.limitLoad(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("answer")) })))
	reader := slowly{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	done := make(chan struct{})
	go func() { h.ServeHTTP(reader, httptest.NewRequest(http.MethodGet, "/api/category/x", nil)); close(done) }()
	<-reader.offered
	require.Equal(t, http.StatusOK, ask(h, http.MethodGet, "/api/category/x", nil).Code)
	close(reader.take)
	<-done
	require.Equal(t, "answer", reader.Body.String())
	inside, _ := s.overload.work.Load()
	require.Zero(t, inside, "a place is given back once")
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

// A visitor who leaves before the page is there is no sign of an outage, nor of a shop that fails.
func TestWhoLeavesIsNoFailure(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer slog.SetDefault(before)
	arrived, release := make(chan struct{}), make(chan struct{})
	pages := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(arrived)
		<-release
	}))
	defer pages.Close()
	defer close(release)
	address, err := url.Parse(pages.URL)
	require.NoError(t, err)
	s := New(Deps{Storefront: address})
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan *httptest.ResponseRecorder)
	go func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/kategorie/notebooks", nil).WithContext(ctx))
		done <- w
	}()
	<-arrived
	leave()
	require.Empty(t, (<-done).Body.String())
	require.Empty(t, log.String())
	require.Zero(t, s.outage.since.Load(), "the next one is not told to wait longer")
	require.Equal(t, "4xx", classOf(ctx, http.StatusServiceUnavailable))
	require.Equal(t, "5xx", classOf(t.Context(), http.StatusServiceUnavailable))
	require.Equal(t, "2xx", classOf(ctx, http.StatusOK))
}

// The log has the status of an answer that nobody read, which is no failure of the shop.
func TestTheLogTellsWhoWasGone(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequest(http.MethodPost, "/cart/add/", nil)
	logAccess(r, &recorder{status: http.StatusInternalServerError}, time.Second)
	require.NotContains(t, log.String(), "gone=true")
	leave()
	logAccess(r.WithContext(ctx), &recorder{status: http.StatusInternalServerError}, time.Second)
	require.Contains(t, log.String(), "gone=true")
}

// Who asks for everything at once takes a part of what there is, and waits for itself.
func TestOneClientTakesNotAllPlaces(t *testing.T) {
	arrived, release := make(chan struct{}, 4), make(chan struct{})
	pages := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/produkte/slow" {
			arrived <- struct{}{}
			<-release
		}
	}))
	defer pages.Close()
	address, err := url.Parse(pages.URL)
	require.NoError(t, err)
	s := New(Deps{Concurrency: 2 * shareOf, Storefront: address})
	storefront := s.storefront()
	h := s.observe(s.limitLoad(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isCall(r) {
			storefront.ServeHTTP(w, r)
		} else if r.URL.Path == "/api/slow" {
			arrived <- struct{}{}
			<-release
		}
	})))
	from := func(client, method, path string) int {
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = client + ":1"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int, 32)
	for range 16 {
		for _, path := range []string{"/produkte/slow", "/api/slow"} {
			go func() { done <- from("192.0.2.1", http.MethodGet, path) }()
		}
	}
	for range 28 {
		require.Equal(t, http.StatusServiceUnavailable, <-done, "who waited for its turn in vain")
	}
	for _, gate := range []*admission.Gate{s.overload.page, s.overload.work} {
		<-arrived
		<-arrived
		inside, waiting := gate.Load()
		require.Equal(t, []int{2, 0}, []int{inside, waiting}, "a quarter of the places, and none in the queue of all")
	}
	require.Equal(t, http.StatusOK, from("192.0.2.2", http.MethodGet, "/produkte/x"))
	require.Equal(t, http.StatusOK, from("192.0.2.2", http.MethodGet, "/api/category/x"))
	require.Equal(t, http.StatusOK, from("192.0.2.1", http.MethodPost, "/api/checkout/init"), "a buyer of the same network waits for nobody")
	close(release)
	for range 4 {
		require.Equal(t, http.StatusOK, <-done)
	}
	for _, client := range s.overload.shares {
		require.Empty(t, client.clients, "who has gone is forgotten")
	}
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
