package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
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
