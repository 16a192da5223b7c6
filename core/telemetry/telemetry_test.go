package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"
)

func TestLinesCarryTheirTrace(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	var out bytes.Buffer
	stop, err := Setup(t.Context(), &out, Options{Service: "test", Level: "info", Format: "json"})
	require.NoError(t, err)
	require.NoError(t, stop(t.Context()))
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	slog.DebugContext(t.Context(), "not at this level")
	slog.With("a", 1).InfoContext(trace.ContextWithSpanContext(t.Context(), span), "hello")
	var line map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &line))
	require.Equal(t, "hello", line["msg"])
	require.Equal(t, "01000000000000000000000000000000", line["trace"])
}

func TestUnknownLevelIsRefused(t *testing.T) {
	_, err := Setup(context.Background(), &bytes.Buffer{}, Options{Level: "loud"})
	require.ErrorContains(t, err, "log.level")
}

// What is left is sent when the process ends, traces and metrics alike.
func TestTracesAndMetricsReachTheEndpoint(t *testing.T) {
	before, tracers, meters := slog.Default(), otel.GetTracerProvider(), otel.GetMeterProvider()
	t.Cleanup(func() { slog.SetDefault(before); otel.SetTracerProvider(tracers); otel.SetMeterProvider(meters) })
	var mu sync.Mutex
	got := map[string]int{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got[r.URL.Path] += len(body)
	}))
	defer collector.Close()
	stop, err := Setup(t.Context(), io.Discard, Options{Service: "test", Level: "info", Endpoint: collector.URL})
	require.NoError(t, err)
	ctx, span := otel.Tracer("test").Start(t.Context(), "work")
	counter, err := otel.Meter("test").Int64Counter("works")
	require.NoError(t, err)
	counter.Add(ctx, 1)
	span.End()
	require.NoError(t, stop(t.Context()))
	require.Positive(t, got["/v1/traces"])
	require.Positive(t, got["/v1/metrics"])
}
