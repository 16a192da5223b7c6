package httpapi

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"kontor.dev/kontor/core/fault"
)

// wrap puts around every route what all of them need; the first is the outermost.
func (s *Server) wrap(mux http.Handler) http.Handler {
	h := s.guardOrigin(mux)
	h = s.limitTime(h)
	h = s.limitLoad(h)
	h = limitBody(h)
	h = s.serveKept(h)
	h = s.limitRate(h)
	h = s.secureHeaders(h)
	h = s.observe(h)
	if !s.deps.Trace {
		return h
	}
	return otelhttp.NewHandler(withoutVisitor(h), "http", otelhttp.WithFilter(func(r *http.Request) bool { return r.URL.Path != "/healthz" }))
}

// withoutVisitor takes out of the request's span who called: a trace is kept for days, and tells what the shop did.
func withoutVisitor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		trace.SpanFromContext(r.Context()).SetAttributes(attribute.String("client.address", ""), attribute.String("network.peer.address", ""),
			attribute.String("user_agent.original", ""), attribute.String("url.path", told(r.URL.Path)))
		next.ServeHTTP(w, r)
	})
}

// told is a path as logs and traces have it: without the token that opens a return label.
func told(path string) string {
	if strings.HasPrefix(path, labelPath) {
		return labelPath
	}
	return path
}

// observe gives the request its identity, logs it, and turns a panic into a 500.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec, start := &recorder{ResponseWriter: w}, time.Now()
		if s.deps.Health != nil && s.deps.Health.Draining() {
			// Who keeps a connection to this process opens the next one elsewhere, before this one is cut.
			w.Header().Set("Connection", "close")
		}
		r = s.withVisit(rec, r)
		defer func() {
			if p := recover(); p != nil {
				if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(p)
				}
				slog.ErrorContext(r.Context(), "panic", "request", requestID(r.Context()), "value", p, "stack", string(debug.Stack()))
				if rec.status == 0 {
					writeProblem(rec, r, errors.New("panic"))
				}
			}
			took := time.Since(start)
			s.measure(r.Context(), r, rec.status, took)
			logAccess(r, rec, took)
		}()
		next.ServeHTTP(rec, r)
	})
}

// logAccess tells of changes, failures and slow answers; the many quick reads only at the debug level.
func logAccess(r *http.Request, rec *recorder, took time.Duration) {
	level := slog.LevelDebug
	gone := r.Context().Err() != nil
	failed := rec.status >= 500 && !gone // who has gone was not failed
	if r.Method != http.MethodGet && r.Method != http.MethodHead || failed || took > time.Second {
		level = slog.LevelInfo
	}
	if rec.refused {
		level = slog.LevelDebug
	}
	if !slog.Default().Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("path", told(r.URL.Path)), slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes),
		slog.Duration("took", took), slog.String("request", requestID(r.Context())),
	}
	if gone { // or its status would look like a failure of the shop
		attrs = append(attrs, slog.Bool("gone", true))
	}
	slog.LogAttrs(r.Context(), level, "request", attrs...)
}

// secureHeaders sets what holds for every answer. The storefront's pages bring their own content security policy.
func (s *Server) secureHeaders(next http.Handler) http.Handler {
	pages := http.Header{
		"X-Content-Type-Options":     {"nosniff"},
		"X-Frame-Options":            {"DENY"},
		"Referrer-Policy":            {"strict-origin-when-cross-origin"},
		"Permissions-Policy":         {"camera=(), geolocation=(), microphone=(), browsing-topics=()"},
		"Cross-Origin-Opener-Policy": {"same-origin-allow-popups"},
	}
	if s.secure() {
		pages.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	calls := pages.Clone()
	calls.Set("Cache-Control", "no-store")
	calls.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.isCall(r) {
			maps.Copy(w.Header(), calls)
		} else {
			maps.Copy(w.Header(), pages)
		}
		next.ServeHTTP(w, r)
	})
}

// guardOrigin refuses what another site's page sends in the visitor's name. Providers' webhooks prove themselves
// otherwise, and so does the button of a mail program, which may be another site's page.
func (s *Server) guardOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.AddInsecureBypassPattern("POST /webhooks/")
	guard.AddInsecureBypassPattern("POST /kasse/zahlung/")
	guard.AddInsecureBypassPattern("POST " + oneClickPath)
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, r, fault.New(fault.Forbidden, "cross_origin"))
	}))
	if s.deps.PublicURL != nil {
		// The origin is configured, so it is well formed; an error here leaves the stricter default.
		_ = guard.AddTrustedOrigin(s.deps.PublicURL.Scheme + "://" + s.deps.PublicURL.Host)
	}
	return guard.Handler(next)
}

func (s *Server) limitTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.isCall(r) {
			ctx, cancel := context.WithTimeout(r.Context(), apiTimeout)
			defer cancel()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// limitRate bounds the calls of one client. The shop's own machines, as the storefront's server, are not counted.
func (s *Server) limitRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v := visitOf(r.Context()); s.deps.Limits.Call > 0 && s.isCall(r) && !s.own(v.client) {
			if err := s.limiter.allow(limitCall, v.client); err != nil {
				writeProblem(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// own reports whether an address is this machine's or of a trusted network.
func (s *Server) own(client string) bool {
	address, err := netip.ParseAddr(client)
	return err == nil && (address.IsLoopback() || within(client, s.deps.TrustedProxies))
}

// callPrefixes are the paths of the API that do not stand in its document, and of many that do.
var callPrefixes = []string{"/api/", "/account/", "/images/", "/product/fetch/", "/cart/", "/datasheets/", "/documents/", "/plugins/", "/webhooks/", "/openapi.json", "/healthz", "/readyz"}

// isCall reports whether the API itself answers the path, rather than the storefront.
func (s *Server) isCall(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || s.calls[r.URL.Path] {
		return true
	}
	for _, prefix := range callPrefixes {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return true
		}
	}
	return false
}

// callPaths gives the reading operations of the document that the prefixes leave out. None of them has parameters in
// its path.
func callPaths(api huma.API) map[string]bool {
	paths := map[string]bool{}
	for path, item := range api.OpenAPI().Paths {
		if item.Get != nil {
			paths[path] = true
		}
	}
	return paths
}

// recorder remembers the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	status  int
	bytes   int64
	refused bool      // for want of room, which is told of together
	body    *sentBody // of the request, nil without one
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Hijack is for the storefront's web sockets in development.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(r.ResponseWriter).Hijack()
}
