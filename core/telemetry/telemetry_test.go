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
	got := sent(t, Options{Percent: 100, SendMetrics: true}, trace.TraceID{1})
	require.Positive(t, got["/v1/traces"])
	require.Positive(t, got["/v1/metrics"])
}

// Where Prometheus collects the metrics, what keeps traces is not sent them.
func TestMetricsNeedNotBeSent(t *testing.T) {
	got := sent(t, Options{Percent: 100}, trace.TraceID{1})
	require.Positive(t, got["/v1/traces"])
	require.NotContains(t, got, "/v1/metrics")
}

// Its ID decides whether a trace is kept, so that all processes keep the same ones, whatever a browser asks for.
func TestAShareOfTheTracesIsKept(t *testing.T) {
	early, late := trace.TraceID{1, 8: 0x10}, trace.TraceID{1, 8: 0xf0}
	require.Positive(t, sent(t, Options{Percent: 50}, early)["/v1/traces"])
	require.NotContains(t, sent(t, Options{Percent: 50}, late), "/v1/traces")
	require.NotContains(t, sent(t, Options{Percent: 0}, early), "/v1/traces")
}

// sent gives how many bytes a process sends to which path of its endpoint that does a bit of work in a trace which began in a
// browser, and ends.
func sent(t *testing.T, o Options, id trace.TraceID) map[string]int {
	t.Helper()
	before, tracers, meters := slog.Default(), otel.GetTracerProvider(), otel.GetMeterProvider()
	defer func() { slog.SetDefault(before); otel.SetTracerProvider(tracers); otel.SetMeterProvider(meters) }()
	var mu sync.Mutex
	got := map[string]int{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got[r.URL.Path] += len(body)
	}))
	defer collector.Close()
	o.Service, o.Level, o.Endpoint = "test", "info", collector.URL
	stop, err := Setup(t.Context(), io.Discard, o)
	require.NoError(t, err)
	browser := trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled, Remote: true})
	ctx, span := otel.Tracer("test").Start(trace.ContextWithSpanContext(t.Context(), browser), "work")
	counter, err := otel.Meter("test").Int64Counter("works")
	require.NoError(t, err)
	counter.Add(ctx, 1)
	span.End()
	require.NoError(t, stop(t.Context()))
	return got
}
