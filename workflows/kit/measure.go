package kit

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.temporal.io/sdk/activity"

	"kontor.dev/kontor/core/fault"
)

var stepDuration, _ = otel.Meter("kontor.dev/kontor/workflows/kit").Float64Histogram("kontor.step.duration", metric.WithUnit("s"),
	metric.WithDescription("Time of one try of a workflow's step, by step and outcome."))

// measure records one try of a step.
func measure(ctx context.Context, took time.Duration, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "error_" + string(fault.CodeOf(err))
	}
	stepDuration.Record(ctx, took.Seconds(), metric.WithAttributes(
		attribute.String("step", activity.GetInfo(ctx).ActivityType.Name), attribute.String("outcome", outcome)))
}
