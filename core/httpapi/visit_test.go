package httpapi

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// Rate limits count clients: nobody may choose who is counted, and a proxy in front must not be counted for all.
func TestClientIsWhoTheProxiesSayAndNobodyElse(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct{ remote, forwarded, client string }{
		{"203.0.113.7:5", "", "203.0.113.7"},
		{"203.0.113.7:5", "198.51.100.1", "203.0.113.7"}, // forged by a client that connects itself
		{"10.0.0.2:5", "198.51.100.1", "198.51.100.1"},
		{"10.0.0.2:5", "1.1.1.1, 198.51.100.1", "198.51.100.1"}, // forged before the proxy added
		{"10.0.0.2:5", "198.51.100.1, 10.9.9.9", "198.51.100.1"},
		{"10.0.0.2:5", "garbage", "10.0.0.2"},
		{"10.0.0.2:5", "", "10.0.0.2"},
		{"[fd00::1]:5", "2001:db8::1", "2001:db8::1"},
		{"10.0.0.2:5", "1.1.1.1:443, 198.51.100.1:4711, 10.9.9.9:80", "198.51.100.1"},
		{"10.0.0.2:5", "[2001:db8::1]:4711", "2001:db8::1"},
		{"10.0.0.2:5", "[2001:db8::1]", "2001:db8::1"},
		{"10.0.0.2:5", "198.51.100.1:port", "10.0.0.2"},
		{"@", "198.51.100.1", "@"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		require.Equal(t, c.client, clientOf(r, trusted), "%+v", c)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "10.0.0.2:5"
	r.Header.Set("X-Forwarded-For", "198.51.100.1")
	require.Equal(t, "10.0.0.2", clientOf(r, nil), "nobody is believed unless configured")
}

// Traces and the log tell what the shop did, not for whom.
func TestTracesDoNotSayWhoCalled(t *testing.T) {
	spans, before, logged := tracetest.NewSpanRecorder(), otel.GetTracerProvider(), slog.Default()
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before); slog.SetDefault(logged) })
	var told bytes.Buffer
	slog.SetDefault(slog.New(slog.NewJSONHandler(&told, &slog.HandlerOptions{Level: slog.LevelDebug})))
	s := New(Deps{Trace: true, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	r := httptest.NewRequest(http.MethodGet, "/api/withdrawal/label/secret?token=secret", nil)
	r.RemoteAddr = "198.51.100.1:5"
	r.Header.Set("X-Forwarded-For", "203.0.113.7")
	r.Header.Set("User-Agent", "Erikas Browser")
	s.ServeHTTP(httptest.NewRecorder(), r)
	require.Len(t, spans.Ended(), 1)
	for _, kv := range spans.Ended()[0].Attributes() {
		told.WriteString(string(kv.Key) + "=" + kv.Value.String() + "\n")
	}
	require.Contains(t, told.String(), "url.path=/api/withdrawal/label/\n")
	for _, secret := range []string{"secret", "203.0.113.7", "198.51.100.1", "Erika"} {
		require.NotContains(t, told.String(), secret)
	}
}
