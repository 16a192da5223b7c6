package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/health"
)

// route is one that the front door answers itself.
type route struct{ method, path string }

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// routes lists every operation of the document, and what is not JSON.
func routes(t *testing.T, s *Server) []route {
	t.Helper()
	list := []route{
		{http.MethodGet, "/openapi.json"}, {http.MethodGet, "/healthz"}, {http.MethodGet, "/readyz"},
		{http.MethodGet, "/images/400/1.svg"}, {http.MethodGet, "/images/notice/fr"}, {http.MethodGet, "/images/guarantee/x"}, {http.MethodGet, "/datasheets/1.pdf"}, {http.MethodGet, "/documents/1.pdf"}, {http.MethodGet, "/plugins/logo/1"},
		{http.MethodGet, "/api/withdrawal/label/1"}, {http.MethodGet, oneClickPath}, {http.MethodPost, "/kasse/zahlung/1"}, {http.MethodPost, "/webhooks/paypal"},
		{http.MethodPost, "/webhooks/paypal/a/b"}, {http.MethodGet, "/api/no-such-call"}, {http.MethodPost, "/a-page"},
	}
	for path, item := range s.api.OpenAPI().Paths {
		path = parameter.ReplaceAllString(path, "1")
		for method, op := range map[string]any{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodDelete: item.Delete, http.MethodPatch: item.Patch,
		} {
			if op != nil && !isNil(op) {
				list = append(list, route{method, path})
			}
		}
	}
	require.Greater(t, len(list), 80, "the walk must see the routes")
	return list
}

// flood is a body without an end that counts what is read of it.
type flood struct{ read int64 }

func (f *flood) Read(p []byte) (int, error) {
	if f.read > 64<<20 {
		return 0, io.EOF // so that a route without a limit fails the test rather than the machine
	}
	for i := range p {
		p[i] = 'a'
	}
	f.read += int64(len(p))
	return len(p), nil
}

func TestEveryRouteBoundsItsBody(t *testing.T) {
	s := New(Deps{})
	for _, route := range routes(t, s) {
		for _, mediaType := range []string{"application/json", formEncoded, multipartForm + "; boundary=x"} {
			body := &flood{}
			r := httptest.NewRequest(route.method, route.path, body)
			r.Header.Set("Content-Type", mediaType)
			s.ServeHTTP(httptest.NewRecorder(), r)
			require.LessOrEqual(t, body.read, int64(maxUpload)+1<<20, "%s %s as %s", route.method, route.path, mediaType)
		}
	}
}

func TestAFormThatIsTooLongIsRefusedAndNotCut(t *testing.T) {
	s := New(Deps{})
	r := httptest.NewRequest(http.MethodPost, "/api/newsletter/subscribe", strings.NewReader("email=a%40example.org&x="+strings.Repeat("a", maxBody)))
	r.Header.Set("Content-Type", formEncoded)
	w := httptest.NewRecorder()
	for path, item := range s.api.OpenAPI().Paths {
		if item.Post != nil && item.Post.RequestBody != nil && !strings.Contains(path, "{") && item.Post.MaxBodyBytes == maxBody {
			r.URL.Path = path
			break
		}
	}
	s.ServeHTTP(w, r)
	require.Equal(t, http.StatusRequestEntityTooLarge, w.Code, r.URL.Path)
}

func TestEveryRouteBoundsItsTime(t *testing.T) {
	s, bounded := New(Deps{}), false
	handler := s.limitTime(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, bounded = r.Context().Deadline() }))
	for _, route := range routes(t, s) {
		bounded = false
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(route.method, route.path, nil))
		require.True(t, bounded, "%s %s", route.method, route.path)
	}
}

func TestEveryRouteBoundsItsRate(t *testing.T) {
	for _, route := range routes(t, New(Deps{})) {
		s := New(Deps{Limits: Limits{Call: 1}})
		ask := func(client string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(route.method, route.path, nil)
			r.RemoteAddr = client
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w
		}
		require.NotEqual(t, http.StatusTooManyRequests, ask("203.0.113.7:1").Code, "%s %s", route.method, route.path)
		refused := ask("203.0.113.7:1")
		require.Equal(t, http.StatusTooManyRequests, refused.Code, "%s %s", route.method, route.path)
		require.NotEmpty(t, refused.Header().Get("Retry-After"))
		require.NotEqual(t, http.StatusTooManyRequests, ask("203.0.113.8:1").Code, "another client has its own")
		require.NotEqual(t, http.StatusTooManyRequests, ask("127.0.0.1:1").Code)
		require.NotEqual(t, http.StatusTooManyRequests, ask("127.0.0.1:1").Code, "the shop's own machines are not counted")
	}
}

func TestEveryRouteSetsSecurityHeaders(t *testing.T) {
	s := New(Deps{Health: health.NewProbe(health.Check{Name: "x", Ask: func(context.Context) error { return nil }})})
	for _, route := range routes(t, s) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(route.method, route.path, nil))
		h := w.Header()
		name := route.method + " " + route.path
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), name)
		require.Equal(t, "DENY", h.Get("X-Frame-Options"), name)
		require.Equal(t, "strict-origin-when-cross-origin", h.Get("Referrer-Policy"), name)
		require.NotEmpty(t, h.Get("Permissions-Policy"), name)
		require.NotEmpty(t, h.Get("Cross-Origin-Opener-Policy"), name)
		require.Contains(t, h.Get("Content-Security-Policy"), "default-src 'none'", name)
		require.NotEmpty(t, h.Get("Cache-Control"), name)
	}
}

// What cannot be told from the outside: that a panic is a plain error, with no trace of the code in it.
func TestErrorsTellNothingOfTheInside(t *testing.T) {
	s := New(Deps{}) // whose parts are missing, so that many routes panic
	for _, route := range routes(t, s) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(route.method, route.path, nil))
		require.NotRegexp(t, `goroutine|runtime error|\.go:\d+|panic`, w.Body.String(), "%s %s", route.method, route.path)
	}
}

func FuzzForm(f *testing.F) {
	f.Add([]byte("a=1&b[]=2"), "")
	f.Add([]byte("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"), "x")
	s := New(Deps{})
	f.Fuzz(func(t *testing.T, body []byte, boundary string) {
		values, err := formValues(body, boundary)
		if err != nil {
			return
		}
		for _, item := range s.api.OpenAPI().Paths {
			if item.Post != nil && item.Post.RequestBody != nil {
				if schema := bodySchema(s.api, item.Post); schema != nil {
					formObject(schema, values)
				}
			}
		}
	})
}

// Whatever a proxy passes on: the client is who calls, or an address that stood there.
func FuzzClient(f *testing.F) {
	f.Add("10.0.0.1:1", "1.2.3.4, 10.0.0.2")
	f.Add("10.0.0.1:1", "[2001:db8::1]:5, x")
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", forwarded)
		proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		caller, client := clientOf(r, nil), clientOf(r, proxies)
		if client == caller {
			return
		}
		_, err := netip.ParseAddr(client)
		require.NoError(t, err)
		require.True(t, within(caller, proxies), "only a proxy that is trusted speaks for others")
	})
}

func isNil(operation any) bool {
	op, ok := operation.(*huma.Operation)
	return !ok || op == nil
}
