// Package telemetry sets up what every process tells about itself: logs through slog, traces and metrics through
// OpenTelemetry.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options say what is logged and where traces and metrics go.
type Options struct {
	Service  string // name of the process in traces and metrics: "kontor serve"
	Version  string // of its program, there as well; empty: it is not told
	Level    string // debug, info, warn, error
	Format   string // text, json
	Endpoint string // OTLP over HTTP, "http://host:port"; empty: no traces and metrics are sent

	Percent     int  // of a hundred traces, how many are sent; which ones, their IDs say, so that all processes send the same
	SendMetrics bool // every minute, to Endpoint

	Metrics prometheus.Registerer // collects the metrics as well; nil: nobody does
}

// Setup makes the process log to w, send traces and metrics to the endpoint, and let o.Metrics collect. The function ends
// both and sends what is left.
func Setup(ctx context.Context, w io.Writer, o Options) (stop func(context.Context) error, err error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.Level)); err != nil {
		return nil, fmt.Errorf("log.level: %w", err)
	}
	slog.SetDefault(slog.New(traced{handler(w, o.Format, level)}))
	who := resource.NewSchemaless(o.attributes()...)
	measuring := []sdkmetric.Option{sdkmetric.WithResource(who), sdkmetric.WithView(seconds)}
	if o.Metrics != nil {
		reader, err := otelprometheus.New(otelprometheus.WithRegisterer(o.Metrics), otelprometheus.WithoutScopeInfo())
		if err != nil {
			return nil, fmt.Errorf("metrics: %w", err)
		}
		measuring = append(measuring, sdkmetric.WithReader(reader))
	}
	stopTraces := func(context.Context) error { return nil }
	if o.Endpoint != "" {
		if stopTraces, err = sendTraces(ctx, o, who); err != nil {
			return nil, err
		}
	}
	sends := o.Endpoint != "" && o.SendMetrics
	if sends {
		numbers, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithEndpointURL(o.base()+"/v1/metrics"))
		if err != nil {
			return nil, fmt.Errorf("otel.endpoint: %w", err)
		}
		measuring = append(measuring, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(numbers)))
	}
	if o.Metrics == nil && !sends {
		return stopTraces, nil // nobody looks, so that nothing is measured
	}
	metrics := sdkmetric.NewMeterProvider(measuring...)
	otel.SetMeterProvider(metrics)
	return func(ctx context.Context) error { return errors.Join(stopTraces(ctx), metrics.Shutdown(ctx)) }, nil
}

// seconds gives times the buckets of times: the library's own are meant for milliseconds.
var seconds = sdkmetric.NewView(sdkmetric.Instrument{Kind: sdkmetric.InstrumentKindHistogram, Unit: "s"}, sdkmetric.Stream{
	Aggregation: sdkmetric.AggregationExplicitBucketHistogram{
		Boundaries: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300},
	},
})

func (o Options) attributes() []attribute.KeyValue {
	list := []attribute.KeyValue{attribute.String("service.name", o.Service)}
	if o.Version != "" {
		list = append(list, attribute.String("service.version", o.Version))
	}
	return list
}

func (o Options) base() string { return strings.TrimSuffix(o.Endpoint, "/") }

// sendTraces sends traces to the endpoint until stop is called. A trace that begins elsewhere is kept by the same share: a
// visitor's browser does not decide how much is sent.
func sendTraces(ctx context.Context, o Options, who *resource.Resource) (stop func(context.Context) error, err error) {
	spans, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(o.base()+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("otel.endpoint: %w", err)
	}
	share := sdktrace.TraceIDRatioBased(float64(o.Percent) / 100)
	traces := sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans), sdktrace.WithResource(who), sdktrace.WithSampler(share))
	otel.SetTracerProvider(traces)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return traces.Shutdown, nil
}

// QueryTracer traces database queries when o has an endpoint, else it is nil.
func QueryTracer(o Options) pgx.QueryTracer {
	if o.Endpoint == "" {
		return nil
	}
	return otelpgx.NewTracer()
}

func handler(w io.Writer, format string, level slog.Level) slog.Handler {
	opts := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.NewJSONHandler(w, opts)
	}
	return slog.NewTextHandler(w, opts)
}

// traced adds the trace to each line, so that one leads to the other.
type traced struct{ slog.Handler }

func (h traced) Handle(ctx context.Context, r slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		r.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

func (h traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{h.Handler.WithAttrs(attrs)} }

func (h traced) WithGroup(name string) slog.Handler { return traced{h.Handler.WithGroup(name)} }
