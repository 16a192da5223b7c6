package client

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/kit"
)

// Dial connects to a Temporal server. What histories keep is written under the keys; nil where no workflow is spoken to.
// Fault Unavailable ("temporal_unavailable") when it does not answer.
func Dial(ctx context.Context, address, namespace string, keys kit.Keys) (client.Client, error) {
	c, err := client.DialContext(ctx, options(address, namespace, keys))
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// DialLazy connects with the first call.
func DialLazy(address, namespace string, keys kit.Keys) (client.Client, error) {
	c, err := client.NewLazyClient(options(address, namespace, keys))
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

func options(address, namespace string, keys kit.Keys) client.Options {
	o := client.Options{HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(slog.Default())}
	if keys != nil {
		o.DataConverter = Secret(keys)
	}
	return o
}

// Secret is the converter of a client. A key may have to be read while a workflow runs, which is no deadlock.
func Secret(keys kit.Keys) converter.DataConverter {
	return workflow.DataConverterWithoutDeadlockDetection(kit.NewSecret(keys))
}
