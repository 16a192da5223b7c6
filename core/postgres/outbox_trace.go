package postgres

import (
	"bytes"
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// What an event causes belongs to the trace of what caused the event, minutes later and in another process. The trace
// (W3C Trace Context) goes with the event in its payload, under a key that handlers do not see.
const traceparent = "traceparent"

var tracer = otel.Tracer("kontor.dev/kontor/core/postgres")

// withTrace notes the trace of ctx in the payload of an event, where there is one.
func withTrace(ctx context.Context, payload json.RawMessage) json.RawMessage {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	parent, fields := carrier.Get(traceparent), bytes.TrimSpace(payload)
	if parent == "" || len(fields) < 2 || fields[0] != '{' {
		return payload
	}
	noted := append([]byte(`{"`+traceparent+`":"`+parent+`",`), bytes.TrimSpace(fields[1:])...)
	if noted[len(noted)-2] == ',' { // it was empty
		noted = append(noted[:len(noted)-2], '}')
	}
	return noted
}

// traceOf is the payload of an event of which nothing is known but its trace, for events that a statement makes of its rows.
func traceOf(ctx context.Context) json.RawMessage { return withTrace(ctx, json.RawMessage(`{}`)) }

// spanOf begins the part of a trace that is the delivery of a batch; of a batch that has none it begins nothing.
func spanOf(ctx context.Context, topic string, batch []claimed) (context.Context, func(error)) {
	parent := batch[0].trace
	if parent == "" {
		return ctx, func(error) {}
	}
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{traceparent: parent})
	ctx, span := tracer.Start(ctx, "outbox "+topic, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("outbox.event", batch[0].ID), attribute.Int("outbox.events", len(batch)), attribute.Int("outbox.attempt", batch[0].attempt)))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "") // the log has the error, which may name a person
		}
		span.End()
	}
}
