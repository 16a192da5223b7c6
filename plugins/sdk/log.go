package sdk

import (
	"context"
	"io"
	"log/slog"
	"strings"

	"github.com/hashicorp/go-hclog"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"kontor.dev/kontor/plugins/sdk/base"
)

// setDefaultLogger makes slog write the JSON lines of hclog, which the host reads from the plugin's standard error.
func setDefaultLogger(w io.Writer, g *guard) {
	slog.SetDefault(slog.New(callHandler{slog.NewJSONHandler(w, &slog.HandlerOptions{
		Level:       slog.LevelDebug, // the host decides what to keep
		ReplaceAttr: g.hclogAttr,
	})}))
}

// hclogAttr renames slog's fields to hclog's and takes secrets out of every text.
func (g *guard) hclogAttr(groups []string, a slog.Attr) slog.Attr {
	redactor := g.redactor.Load()
	if len(groups) == 0 {
		switch a.Key {
		case slog.TimeKey:
			return slog.String("@timestamp", a.Value.Time().Format(hclog.TimeFormatJSON))
		case slog.LevelKey:
			return slog.String("@level", strings.ToLower(a.Value.String()))
		case slog.MessageKey:
			return slog.String("@message", redactor.Text(a.Value.String()))
		}
	}
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(redactor.Text(a.Value.String()))
	case slog.KindAny:
		if err, ok := a.Value.Any().(error); ok {
			a.Value = slog.StringValue(redactor.Text(err.Error()))
		}
	}
	return a
}

// callHandler adds the running call and its trace to each record that is logged with its context.
type callHandler struct{ slog.Handler }

// Handle adds the call and the trace.
func (h callHandler) Handle(ctx context.Context, r slog.Record) error {
	if call, ok := ctx.Value(callKey{}).(string); ok {
		r.AddAttrs(slog.String("call", call))
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		r.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the wrapping.
func (h callHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return callHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the wrapping.
func (h callHandler) WithGroup(name string) slog.Handler {
	return callHandler{h.Handler.WithGroup(name)}
}

// tellCalls sends the host, with the answer, what the plugin asked its provider, when the host traces the call.
func tellCalls(ctx context.Context) (context.Context, func()) {
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return ctx, func() {}
	}
	collecting, calls := base.WithCalls(ctx)
	return collecting, func() {
		if values := calls.Encode(); len(values) > 0 {
			_ = grpc.SetTrailer(ctx, metadata.MD{base.CallsTrailer: values}) // outside of a gRPC call nobody waits for it
		}
	}
}

// withTrace takes the trace that the host sent with the call into the context, where OpenTelemetry's API finds it too.
func withTrace(ctx context.Context) context.Context {
	carrier := propagation.MapCarrier{}
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		for _, key := range (propagation.TraceContext{}).Fields() {
			if values := md.Get(key); len(values) > 0 {
				carrier[key] = values[0]
			}
		}
	}
	return propagation.TraceContext{}.Extract(ctx, carrier)
}
