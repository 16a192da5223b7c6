// Package observe measures the shop for its operators: what is counted where it happens, and what is read off the
// database and the plugins when somebody looks. deploy/observability draws it and says when to wake somebody.
//
// No figure carries personal data, and every attribute has few values.
package observe

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

var meter = otel.Meter("kontor.dev/kontor/core/observe")

// Errors of instruments are mistakes in their names alone, which the tests show.
var (
	orders, _ = meter.Int64Counter("kontor.orders.placed",
		metric.WithDescription("Orders whose placing was delivered to fulfilment."))
	authorizations, _ = meter.Int64Counter("kontor.payment.authorizations",
		metric.WithDescription("Answers of payment plugins to authorize and complete, by method, plugin, call and outcome."))
	moves, _ = meter.Int64Counter("kontor.payment.moves",
		metric.WithDescription("Captures, voids and refunds, by plugin, call and outcome."))
	deliveries, _ = meter.Int64Counter("kontor.outbox.deliveries",
		metric.WithDescription("Events handed to their handlers, by topic and outcome."))
	delay, _ = meter.Float64Histogram("kontor.outbox.delay", metric.WithUnit("s"),
		metric.WithDescription("From an event's cause to its delivery, by topic."))
)

// Handler counts what an outbox handler delivers.
func Handler(topic string, next outbox.Handler) outbox.Handler {
	name := attribute.String("topic", topic)
	if topic == outbox.OrderPlaced {
		orders.Add(context.Background(), 0) // a counter that nothing was added to is not there to be seen standing still
	}
	return func(ctx context.Context, events []outbox.Event) error {
		err := next(ctx, events)
		n := int64(len(events))
		deliveries.Add(ctx, n, metric.WithAttributes(name, attribute.String("outcome", outcomeOf(err))))
		if err != nil {
			return err
		}
		for _, e := range events {
			delay.Record(ctx, time.Since(e.At).Seconds(), metric.WithAttributes(name))
		}
		if topic == outbox.OrderPlaced {
			orders.Add(ctx, n)
		}
		return nil
	}
}

// Handlers is Handler for all of them.
func Handlers(all map[string]outbox.Handler) map[string]outbox.Handler {
	counted := make(map[string]outbox.Handler, len(all))
	for topic, h := range all {
		counted[topic] = Handler(topic, h)
	}
	return counted
}

// payments counts what payment plugins answer.
type payments struct{ checkout.Payments }

// Payments counts the answers of payment plugins.
func Payments(next checkout.Payments) checkout.Payments { return payments{next} }

func (p payments) Authorize(ctx context.Context, req checkout.AuthorizeRequest) (checkout.Result, error) {
	r, err := p.Payments.Authorize(ctx, req)
	answered(ctx, "authorize", req.MethodCode, req.Plugin, r, err)
	return r, err
}

func (p payments) Complete(ctx context.Context, ref checkout.PaymentRef, query map[string]string) (checkout.Result, error) {
	r, err := p.Payments.Complete(ctx, ref, query)
	answered(ctx, "complete", ref.MethodCode, ref.Plugin, r, err)
	return r, err
}

func (p payments) Capture(ctx context.Context, ref checkout.PaymentRef, c checkout.Capture) (checkout.Receipt, error) {
	r, err := p.Payments.Capture(ctx, ref, c)
	moved(ctx, "capture", ref.Plugin, r, err)
	return r, err
}

func (p payments) Refund(ctx context.Context, ref checkout.PaymentRef, f checkout.Refund) (checkout.Receipt, error) {
	r, err := p.Payments.Refund(ctx, ref, f)
	moved(ctx, "refund", ref.Plugin, r, err)
	return r, err
}

func (p payments) Void(ctx context.Context, ref checkout.PaymentRef, v checkout.Void) error {
	err := p.Payments.Void(ctx, ref, v)
	moved(ctx, "void", ref.Plugin, checkout.Receipt{Done: true}, err)
	return err
}

func answered(ctx context.Context, call, method, plugin string, r checkout.Result, err error) {
	outcome := string(r.Outcome)
	if err != nil {
		outcome = outcomeOf(err)
	}
	authorizations.Add(ctx, 1, metric.WithAttributes(attribute.String("method", method), attribute.String("plugin", pluginName(plugin)),
		attribute.String("call", call), attribute.String("outcome", outcome)))
}

func moved(ctx context.Context, call, plugin string, r checkout.Receipt, err error) {
	outcome := outcomeOf(err)
	switch {
	case err != nil:
	case r.Reason != "":
		outcome = "refused"
	case !r.Done:
		outcome = "pending"
	}
	moves.Add(ctx, 1, metric.WithAttributes(attribute.String("plugin", pluginName(plugin)), attribute.String("call", call),
		attribute.String("outcome", outcome)))
}

// outcomeOf is "ok" or the fault's code.
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return "error_" + string(fault.CodeOf(err))
}
