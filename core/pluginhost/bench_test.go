package pluginhost_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// median reports the median of the calls, which a slow machine disturbs less than the mean.
func median(b *testing.B, call func() error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "µs/median")
}

// BenchmarkStatus is a whole call through the host: gRPC over a socket with mutual TLS, slots, breaker, trace, metrics.
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
	ref := checkout.PaymentRef{Plugin: "fake@1.0.0", MethodCode: req.MethodCode, Reference: result.Reference, IdempotencyKey: req.IdempotencyKey}
	median(b, func() error { _, err := p.Status(b.Context(), ref); return err })
}

// inProcess answers as the fake does, without a process of its own.
type inProcess struct {
	payment.Provider // it has no other method
	charges          map[string]payment.State
}

func (p inProcess) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	return p.charges[r.Reference], nil
}

// BenchmarkStatusInProcess is the same question to a plugin that is compiled in: what the wire costs is the difference.
func BenchmarkStatusInProcess(b *testing.B) {
	amount := base.Money{Minor: 1234, Currency: "EUR"}
	var p payment.Provider = inProcess{charges: map[string]payment.State{
		"FAKE-1": {Outcome: payment.Authorized{Reference: "FAKE-1", Amount: amount}},
	}}
	median(b, func() error {
		_, err := p.Status(b.Context(), payment.StatusRequest{Reference: "FAKE-1"})
		return err
	})
}
