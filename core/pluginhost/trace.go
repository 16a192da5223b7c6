package pluginhost

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// traced sends the trace of a call with it as gRPC metadata ("traceparent", W3C Trace Context), so that what the plugin
// logs and does belongs to it.
func traced(ctx context.Context, call string, req, answer any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	for key, value := range carrier {
		ctx = metadata.AppendToOutgoingContext(ctx, key, value)
	}
	return invoke(ctx, call, req, answer, conn, o...)
}
