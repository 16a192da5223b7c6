package client

import (
	"context"
	"errors"
	"log/slog"

	"go.opentelemetry.io/otel"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/kit"
)

// Dial connects to a Temporal server. What histories keep is written under the keys; nil where no workflow is spoken to.
// Fault Unavailable ("temporal_unavailable") when it does not answer or no address is given, ("temporal_namespace_unknown") when it has
// no such namespace.
func Dial(ctx context.Context, address, namespace string, keys kit.Keys) (client.Client, error) {
	if err := Addressed(address); err != nil {
		return nil, err
	}
	c, err := client.DialContext(ctx, options(address, namespace, keys))
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	}
	if err := noNamespace(ctx, c, namespace); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// noNamespace is a fault when there is no such namespace. Each call would be told, in words that sound as if the server were away.
func noNamespace(ctx context.Context, c client.Client, namespace string) error {
	_, err := c.WorkflowService().DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: namespace})
	if _, unknown := errors.AsType[*serviceerror.NamespaceNotFound](err); unknown {
		return fault.Wrap(err, fault.Unavailable, "temporal_namespace_unknown")
	}
	return nil
}

// Ask is nil when the server answers and has the namespace. Faults are those of Dial.
func Ask(ctx context.Context, c client.Client, namespace string) error {
	if _, err := c.CheckHealth(ctx, &client.CheckHealthRequest{}); err != nil {
		return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	}
	return noNamespace(ctx, c, namespace)
}

// DialLazy connects with the first call. Fault Unavailable ("temporal_unavailable") when no address is given.
func DialLazy(address, namespace string, keys kit.Keys) (client.Client, error) {
	if err := Addressed(address); err != nil {
		return nil, err
	}
	c, err := client.NewLazyClient(options(address, namespace, keys))
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// Addressed refuses an empty address, which Temporal's own client takes for 127.0.0.1:7233: whatever answers there is another shop's.
// Fault Unavailable ("temporal_unavailable").
func Addressed(address string) error {
	if address != "" {
		return nil
	}
	return fault.Wrap(errors.New("temporal.address is empty"), fault.Unavailable, "temporal_unavailable")
}

func options(address, namespace string, keys kit.Keys) client.Options {
	o := client.Options{HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(slog.Default()), Interceptors: traced()}
	// Messages are small and, under the keys, do not get smaller: packing them costs both sides more than sending them.
	o.ConnectionOptions.GrpcCompression = &client.GrpcCompressionNone{}
	if keys != nil {
		o.DataConverter = Secret(keys)
	}
	return o
}

// traced carries the trace of a call into its workflow and on to the workflow's steps, also those of workers that this
// client runs. Where nothing is traced nothing is carried: a history is not to grow for it.
func traced() []interceptor.ClientInterceptor {
	if len(otel.GetTextMapPropagator().Fields()) == 0 {
		return nil
	}
	tracing, err := opentelemetry.NewTracingInterceptor(opentelemetry.TracerOptions{TextMapPropagator: otel.GetTextMapPropagator()})
	if err != nil {
		slog.Error("workflows are not traced", "error", err)
		return nil
	}
	return []interceptor.ClientInterceptor{tracing}
}

// Secret is the converter of a client. A key may have to be read while a workflow runs, which is no deadlock.
func Secret(keys kit.Keys) converter.DataConverter {
	return workflow.DataConverterWithoutDeadlockDetection(kit.NewSecret(keys))
}
