package pluginhost

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"kontor.dev/kontor/plugins/sdk/base"
)

// traced sends the trace of a call with it as gRPC metadata ("traceparent", W3C Trace Context), so that what the plugin
// logs and does belongs to it. What the plugin says that it asked its provider becomes spans of the same trace.
func traced(ctx context.Context, call string, req, answer any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	for key, value := range carrier {
		ctx = metadata.AppendToOutgoingContext(ctx, key, value)
	}
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return invoke(ctx, call, req, answer, conn, o...)
	}
	var trailer metadata.MD
	err := invoke(ctx, call, req, answer, conn, append(o, grpc.Trailer(&trailer))...)
	for _, asked := range base.DecodeCalls(trailer.Get(base.CallsTrailer)) {
		spanOf(ctx, asked)
	}
	return err
}

// spanOf makes a span of what a plugin says that it asked its provider.
func spanOf(ctx context.Context, c base.ProviderCall) {
	_, span := tracer.Start(ctx, "provider "+c.Method, trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(c.Began),
		trace.WithAttributes(attribute.String("http.request.method", c.Method), attribute.String("server.address", c.Host),
			attribute.Int("http.response.status_code", c.Status)))
	if c.Status == 0 || c.Status >= 400 {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(c.Began.Add(c.Took)))
}
