package client

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"

	"kontor.dev/kontor/core/fault"
)

// Dial connects to a Temporal server. Fault Unavailable ("temporal_unavailable") when it does not answer.
func Dial(ctx context.Context, address, namespace string) (client.Client, error) {
	c, err := client.DialContext(ctx, client.Options{
		HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(slog.Default()),
	})
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// DialLazy connects with the first call.
func DialLazy(address, namespace string) (client.Client, error) {
	c, err := client.NewLazyClient(client.Options{
		HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(slog.Default()),
	})
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
