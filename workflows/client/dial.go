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
	c, err := client.DialContext(ctx, options(address, namespace))
	return c, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// Lazy makes a client that connects with its first call, for processes that start while Temporal is away.
func Lazy(address, namespace string) (client.Client, error) {
	c, err := client.NewLazyClient(options(address, namespace))
	return c, fault.Wrap(err, fault.Invalid, "temporal_address_invalid")
}

func options(address, namespace string) client.Options {
	return client.Options{HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(slog.Default().With("part", "temporal"))}
}
