package httpapi

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"kontor.dev/kontor/core/fault"
)

// wrap puts around every route what all of them need; the first is the outermost.
func (s *Server) wrap(mux http.Handler) http.Handler {
	h := s.guardOrigin(mux)
	h = limitTime(h)
	h = s.secureHeaders(h)
	h = observe(h)
	if !s.deps.Trace {
		return h
	}
	return otelhttp.NewHandler(h, "http", otelhttp.WithFilter(func(r *http.Request) bool { return r.URL.Path != "/healthz" }))
}

// observe gives the request its identity, logs it, and turns a panic into a 500.
func observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec, start := &recorder{ResponseWriter: w}, time.Now()
		r = withVisit(rec, r)
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
			logAccess(r, rec, time.Since(start))
		}()
		next.ServeHTTP(rec, r)
	})
}

// logAccess tells of changes, failures and slow answers; the many quick reads only at the debug level.
func logAccess(r *http.Request, rec *recorder, took time.Duration) {
	level := slog.LevelDebug
	if r.Method != http.MethodGet && r.Method != http.MethodHead || rec.status >= 500 || took > time.Second {
		level = slog.LevelInfo
	}
	if !slog.Default().Enabled(r.Context(), level) {
		return
	}
	slog.LogAttrs(r.Context(), level, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes), slog.Duration("took", took),
		slog.String("request", requestID(r.Context())))
}

// secureHeaders sets what holds for every answer. The storefront's pages bring their own content security policy.
func (s *Server) secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
		if s.secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		if isCall(r) {
			h.Set("Cache-Control", "no-store")
			h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'")
		}
		next.ServeHTTP(w, r)
	})
}

// guardOrigin refuses what another site's page sends in the visitor's name. Providers' webhooks prove themselves
// otherwise.
func (s *Server) guardOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.AddInsecureBypassPattern("POST /webhooks/")
	guard.AddInsecureBypassPattern("POST /kasse/zahlung/")
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, r, fault.New(fault.Forbidden, "cross_origin"))
	}))
	if s.deps.PublicURL != nil {
		// The origin is configured, so it is well formed; an error here leaves the stricter default.
		_ = guard.AddTrustedOrigin(s.deps.PublicURL.Scheme + "://" + s.deps.PublicURL.Host)
	}
	return guard.Handler(next)
}

func limitTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isCall(r) {
			ctx, cancel := context.WithTimeout(r.Context(), apiTimeout)
			defer cancel()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// isCall reports whether the API itself answers the path, rather than the storefront.
func isCall(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return true
	}
	for _, prefix := range []string{"/api/", "/account/", "/images/", "/product/fetch/", "/cart/", "/datasheets/", "/plugins/", "/openapi.json", "/healthz", "/readyz"} {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return true
		}
	}
	return false
}

// recorder remembers the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
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
