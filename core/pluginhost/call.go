package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/stats"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// queueTimeout is how long a call waits for a free slot or for a plugin that is being restarted.
const queueTimeout = time.Second

const scope = "kontor.dev/kontor/core/pluginhost"

var (
	tracer      = otel.Tracer(scope)
	duration, _ = otel.Meter(scope).Float64Histogram("kontor.plugin.call.duration",
		metric.WithUnit("s"), metric.WithDescription("Time of a call to a plugin, by plugin, version, call and outcome."))
	rejected, _ = otel.Meter(scope).Int64Counter("kontor.plugin.call.rejected",
		metric.WithDescription("Calls that were not made because the plugin was down, busy or suspended, by plugin and call."))
)

// counters of a plugin since the host started.
type counters struct{ total, failed, rejected atomic.Int64 }

// want says how a call is made.
type want struct {
	call    string        // "authorize"
	method  string        // the payment method, where there is one
	timeout time.Duration // 0 means the plugin's own
	moves   bool          // it may take effect at the provider, so that a lost answer is fault Unknown
	ends    bool          // it is a capture, void or refund: what is refused and may not be repeated is over
	public  bool          // anybody can cause it: it must neither use up what others need nor suspend the plugin
	plugin  string        // whom askOf asks, for the text of a fault
	key     string        // of a capture, void or refund
}

// ask makes one call to the version of a plugin that takes new work; see askOf.
func ask[A any](ctx context.Context, p *plugin, w want, f func(context.Context, sdk.Plugin) (A, error)) (A, error) {
	return askOf(ctx, p.current(), w, f)
}

// askOf makes one call to a version of a plugin. It never takes longer than the call's timeout plus twice queueTimeout. Faults:
//   - Unavailable when nothing was sent, or when a call that moves nothing failed for now;
//   - Unknown when a call that moves something may have taken effect, with checkout.ReasonBadAnswer where the answer makes no sense;
//   - Forbidden for a forged webhook; Invalid for another mistake of the caller;
//   - Conflict for a call that ends when it is refused for good; Internal else.
//
// The reason is the plugin's own code for Invalid, that of a declined receipt for Conflict, and one of the plugin_... keys else.
// No text carries a secret.
func askOf[A any](ctx context.Context, p *supervised, w want, f func(context.Context, sdk.Plugin) (A, error)) (A, error) {
	var none A
	w.plugin = p.name
	if w.timeout == 0 {
		w.timeout = p.limits().Timeout
	}
	ctx, span := tracer.Start(ctx, "plugin."+w.call, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("kontor.plugin", p.name)))
	defer span.End()
	if w.method != "" {
		span.SetAttributes(attribute.String("kontor.plugin.method", w.method))
	}
	answer, failure, err := try(ctx, p, w, f)
	if gone(failure) && !failure.OutcomeUnknown {
		// The process was gone before the call could be sent: its successor takes it.
		answer, failure, err = try(ctx, p, w, f)
	}
	switch {
	case err != nil:
		p.calls.rejected.Add(1)
		rejected.Add(ctx, 1, metric.WithAttributes(attribute.String("plugin", p.name), attribute.String("call", w.call)))
		span.SetAttributes(attribute.String("kontor.plugin.outcome", "rejected"))
		span.SetStatus(codes.Error, fault.ReasonOf(err))
		return none, err
	case failure != nil:
		span.SetStatus(codes.Error, failure.Code)
		return none, w.fault(failure)
	}
	return answer, nil
}

// try makes the call on the instance that is current. err is a fault that kept it from being made, failure the plugin's.
func try[A any](ctx context.Context, p *supervised, w want, f func(context.Context, sdk.Plugin) (A, error)) (answer A, failure *base.Error, err error) {
	i, release, err := p.admit(ctx, w)
	if err != nil {
		return answer, nil, err
	}
	defer release()
	p.calls.total.Add(1)
	sent := &atomic.Bool{}
	callCtx, cancel := context.WithTimeout(context.WithValue(ctx, sentKey{}, sent), w.timeout)
	defer cancel()
	begun := time.Now()
	answer, callErr := contained(callCtx, i.plugin, f)
	failure = i.redactor.Error(base.AsError(callErr))
	outcome := "ok"
	if failure != nil {
		failure.Code = codeOr(failure.Code, base.CodeBadAnswer) // it is kept as the reason
		outcome = failure.Fault.String()
		if !sent.Load() && failure.OutcomeUnknown {
			failure.OutcomeUnknown, failure.Retryable = false, true
		}
		if gone(failure) {
			i.abandon()
		}
		p.log.LogAttrs(ctx, levelFor(failure), "plugin call failed",
			append(logAttrs(w.call, begun, failure), slog.String("version", i.manifest.Version))...)
	}
	record(ctx, p.name, i.manifest.Version, w.call, outcome, time.Since(begun))
	p.judge(ctx, w, failure)
	if !w.public && tells(ctx, failure) && i.ailments.note(w.call, failure, p.host.options.Clock.Now()) {
		p.host.news.Store(true)
	}
	return answer, failure, nil
}

// contained makes the call. What the host makes of an answer may not end it either.
func contained[A any](ctx context.Context, p sdk.Plugin, f func(context.Context, sdk.Plugin) (A, error)) (answer A, err error) {
	defer fault.Caught(&err)
	return f(ctx, p)
}

// tells reports whether the outcome of a call says how well the plugin is: neither a mistake of the caller nor one who gave up does.
func tells(ctx context.Context, failure *base.Error) bool {
	return failure == nil || failure.Fault != base.FaultCaller && failure.Code != base.CodeNotSupported && !errors.Is(ctx.Err(), context.Canceled)
}

// gone reports whether the plugin's process cannot be reached. Of a provider that cannot be reached the plugin says the
// same, with the provider's fault: the process is well then.
func gone(e *base.Error) bool {
	return e != nil && e.Code == base.CodeUnreachable && e.Fault != base.FaultProvider
}

// record puts a call into the metrics and its outcome into the span.
func record(ctx context.Context, plugin, version, call, outcome string, took time.Duration) {
	trace.SpanFromContext(ctx).SetAttributes(attribute.String("kontor.plugin.version", version),
		attribute.String("kontor.plugin.outcome", outcome))
	duration.Record(ctx, took.Seconds(), metric.WithAttributes(
		attribute.String("plugin", plugin), attribute.String("version", version), attribute.String("call", call),
		attribute.String("outcome", outcome)))
}

// sentKey carries the *atomic.Bool that sentHandler sets once a call has left for the plugin.
type sentKey struct{}

// sentHandler tells a call that was never sent from one whose answer was lost.
type sentHandler struct{}

// HandleRPC notices the first bytes of a call.
func (sentHandler) HandleRPC(ctx context.Context, s stats.RPCStats) {
	if _, ok := s.(*stats.OutHeader); !ok {
		return
	}
	if sent, ok := ctx.Value(sentKey{}).(*atomic.Bool); ok {
		sent.Store(true)
	}
}

// TagRPC implements stats.Handler.
func (sentHandler) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// TagConn implements stats.Handler.
func (sentHandler) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (sentHandler) HandleConn(context.Context, stats.ConnStats) {}

// judge tells the breaker how a call went. A clear refusal, by plugin or provider, is an answer like any other.
func (p *supervised) judge(ctx context.Context, w want, failure *base.Error) {
	answered := failure == nil || failure.Fault == base.FaultCaller || failure.Code == base.CodeNotSupported ||
		failure.Fault == base.FaultProvider && !failure.Retryable && !failure.OutcomeUnknown
	gaveUp := !answered && errors.Is(ctx.Err(), context.Canceled) // which says nothing about the plugin
	if !answered && !gaveUp {
		p.calls.failed.Add(1)
	}
	switch {
	case w.public:
	case gaveUp, !answered && p.breaker.again(w.key):
		p.breaker.abandon()
	default:
		p.breaker.done(answered)
	}
}

// allows reports whether the breaker lets a call through. One that anybody can cause is no trial.
func (p *supervised) allows(w want) bool {
	if w.public {
		return !p.breaker.open()
	}
	return p.breaker.allow()
}

// unmade tells the breaker of a call that it let through and that was not made.
func (p *supervised) unmade(w want) {
	if !w.public {
		p.breaker.abandon()
	}
}

// admit gives an instance to call, or fault Unavailable. release ends the call.
func (p *supervised) admit(ctx context.Context, w want) (i *instance, release func(), err error) {
	if !p.allows(w) {
		return nil, nil, fault.New(fault.Unavailable, "plugin_unavailable")
	}
	waitCtx, cancel := context.WithTimeout(ctx, queueTimeout)
	defer cancel()
	slots := p.slots
	if w.public {
		slots = p.public
	}
	select {
	case slots <- struct{}{}:
	case <-waitCtx.Done():
		p.unmade(w)
		return nil, nil, fault.Wrap(errors.New("all slots are taken"), fault.Unavailable, "plugin_busy")
	}
	if i = p.acquire(waitCtx); i == nil {
		<-slots
		p.unmade(w)
		return nil, nil, fault.New(fault.Unavailable, "plugin_unavailable")
	}
	return i, func() { i.end(); <-slots }, nil
}

// fault maps a plugin's error, already without secrets.
func (w want) fault(e *base.Error) error {
	cause := fmt.Errorf("plugin %s: %w", w.plugin, e)
	switch {
	case e.OutcomeUnknown && w.moves && e.Fault == base.FaultPlugin && e.Code == base.CodeBadAnswer:
		return fault.Wrap(cause, fault.Unknown, checkout.ReasonBadAnswer)
	case e.OutcomeUnknown && w.moves: // whoever's fault it was: what may be done already is not refused
		return fault.Wrap(cause, fault.Unknown, "plugin_outcome_unknown")
	case e.Code == base.CodeWebhookForged:
		return fault.Wrap(cause, fault.Forbidden, base.CodeWebhookForged)
	case e.Fault == base.FaultCaller:
		return fault.Wrap(cause, fault.Invalid, e.Code)
	case e.Retryable || e.OutcomeUnknown:
		return fault.Wrap(cause, fault.Unavailable, "plugin_unavailable")
	case e.Code == base.CodeNotSupported:
		return fault.Wrap(cause, fault.Invalid, base.CodeNotSupported)
	case w.ends:
		return fault.Wrap(cause, fault.Conflict, operationReason(e.Code))
	}
	return fault.Wrap(cause, fault.Internal, checkout.ReasonFailed)
}
