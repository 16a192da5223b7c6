package pluginhost_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/pluginhost"
)

// BenchmarkStatus is a whole call through the host: gRPC over a socket with mutual TLS, slots, breaker, metrics.
func BenchmarkStatus(b *testing.B) {
	h := pluginhost.New([]pluginhost.Entry{entry("fake", fakeV1)}, pluginhost.Options{
		Dir: b.TempDir(), Getenv: func(string) string { return "any-secret-of-the-bench" },
	})
	require.NoError(b, h.Start(b.Context()))
	defer h.Close()
	p := h.Payments()
	req := request("approve")
	result, err := p.Authorize(b.Context(), req)
	require.NoError(b, err)
	ref := checkout.PaymentRef{Plugin: "fake", MethodCode: req.MethodCode, Reference: result.Reference, IdempotencyKey: req.IdempotencyKey}
	for b.Loop() {
		if _, err := p.Status(b.Context(), ref); err != nil {
			b.Fatal(err)
		}
	}
}
