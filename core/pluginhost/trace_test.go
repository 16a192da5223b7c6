package pluginhost_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"kontor.dev/kontor/core/pluginhost"
)

// A call has a span and a measurement, and what the plugin logs meanwhile carries the span's trace.
func TestCallsAreTracedAndMeasured(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)))
	reader := metric.NewManualReader()
	otel.SetMeterProvider(metric.NewMeterProvider(metric.WithReader(reader)))
	dir := t.TempDir()
	h, _ := startWith(t, pluginhost.Options{LogDir: dir, Process: "kontor test"}, entry("fake", fakeV1))
	ctx, parent := otel.Tracer("test").Start(t.Context(), "order")
	r := request("panic") // the plugin logs a panic within the call
	r.Plugin = "fake@1.0.0"
	_, err := h.Payments().Authorize(ctx, r)
	require.Error(t, err)
	parent.End()

	trace := parent.SpanContext().TraceID()
	var attributes map[attribute.Key]string
	for _, s := range spans.Ended() {
		if s.Name() == "plugin.authorize" && s.SpanContext().TraceID() == trace {
			attributes = map[attribute.Key]string{}
			for _, a := range s.Attributes() {
				attributes[a.Key] = a.Value.String()
			}
		}
	}
	require.Equal(t, map[attribute.Key]string{
		"kontor.plugin": "fake", "kontor.plugin.version": "1.0.0", "kontor.plugin.method": "fakelater", "kontor.plugin.outcome": "plugin",
	}, attributes)
	require.Contains(t, measured(t, reader), "call=authorize outcome=plugin plugin=fake version=1.0.0")

	// The plugin's own line, in the log that `kontor plugin logs` shows.
	var line map[string]any
	eventually(t, "the plugin's line is there", func() bool {
		for _, l := range linesIn(t, dir) {
			if l["msg"] == "panic" {
				line = l
			}
		}
		return line != nil
	})
	require.Equal(t, []any{trace.String(), "Authorize", "kontor test", "ERROR"},
		[]any{line["trace"], line["call"], line["process"], line["level"]})
	var failed map[string]any // what the host says of it
	eventually(t, "the host's line is there", func() bool {
		for _, l := range linesIn(t, dir) {
			if l["msg"] == "plugin call failed" {
				failed = l
			}
		}
		return failed != nil
	})
	require.Equal(t, "1.0.0", failed["version"], "several versions may run at once")
}

// measured gives the attributes of all measurements of calls.
func measured(t *testing.T, reader metric.Reader) []string {
	t.Helper()
	var data metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &data))
	var out []string
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			if h, ok := m.Data.(metricdata.Histogram[float64]); ok && m.Name == "kontor.plugin.call.duration" {
				for _, p := range h.DataPoints {
					var parts []string
					for _, a := range p.Attributes.ToSlice() {
						parts = append(parts, string(a.Key)+"="+a.Value.String())
					}
					out = append(out, strings.Join(parts, " "))
				}
			}
		}
	}
	return out
}

// linesIn reads the logs that a host keeps of its plugins.
func linesIn(t *testing.T, dir string) (lines []map[string]any) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "fake-*.log"))
	require.NoError(t, err)
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		for scan := bufio.NewScanner(file); scan.Scan(); {
			l := map[string]any{}
			if json.Unmarshal(scan.Bytes(), &l) == nil {
				lines = append(lines, l)
			}
		}
		require.NoError(t, file.Close())
	}
	return lines
}
