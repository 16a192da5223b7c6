package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// failing answers every payment call with what fail gives.
type failing struct {
	payment.Unsupported
	fail func() error
}

func (f failing) Methods(context.Context) ([]payment.Method, error) { return nil, f.fail() }
func (f failing) Authorize(context.Context, payment.AuthorizeRequest) (payment.Outcome, error) {
	return nil, f.fail()
}

func target(fail func() error) sdktest.Target {
	manifest := base.Manifest{Name: "failing", Version: "1.0.0", Settings: []base.Setting{{Key: "key", Secret: true, Required: true}}}
	return sdktest.Target{
		New:    func() sdk.Plugin { return sdk.Plugin{Base: base.New(manifest, nil, nil), Payment: failing{fail: fail}} },
		Config: base.Config{Secrets: map[string]base.Secret{"key": "hunter2hunter2"}},
	}
}

func TestErrorsCrossTheWire(t *testing.T) {
	lost := base.ProviderFault("connection_lost", errors.New("EOF"))
	lost.Retryable, lost.OutcomeUnknown = true, true
	for name, c := range map[string]struct {
		fail error
		want base.Error
	}{
		"typed":    {lost, base.Error{Fault: base.FaultProvider, Code: "connection_lost", Message: "EOF", Retryable: true, OutcomeUnknown: true}},
		"wrapped":  {fmt.Errorf("paying: %w", base.CallerFault("too_small", "less than 1", base.FieldError{Name: "amount", Code: "min"})), base.Error{Fault: base.FaultCaller, Code: "too_small", Message: "less than 1", Fields: []base.FieldError{{Name: "amount", Code: "min"}}}},
		"foreign":  {errors.New("oops"), base.Error{Fault: base.FaultPlugin, Code: base.CodeUnclassified, Message: "oops", OutcomeUnknown: true}},
		"timeout":  {fmt.Errorf("calling: %w", context.DeadlineExceeded), base.Error{Fault: base.FaultProvider, Code: base.CodeTimeout, Message: "calling: context deadline exceeded", Retryable: true, OutcomeUnknown: true}},
		"secret":   {base.ProviderFault("refused", errors.New("key hunter2hunter2 refused")), base.Error{Fault: base.FaultProvider, Code: "refused", Message: "key [secret] refused"}},
		"not utf8": {base.PluginFault("odd", errors.New("a\xffb")), base.Error{Fault: base.FaultPlugin, Code: "odd", Message: "a\uFFFDb"}},
		"missing":  {base.NotSupported("refund"), base.Error{Fault: base.FaultPlugin, Code: base.CodeNotSupported, Message: "refund is not supported"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := target(func() error { return c.fail }).Start(t)
			_, err := p.Payment.Authorize(t.Context(), payment.AuthorizeRequest{})
			var got *base.Error
			require.ErrorAs(t, err, &got)
			require.Equal(t, c.want, *got)
		})
	}
}

func TestPanicIsAnErrorAndThePluginLives(t *testing.T) {
	p := target(func() error { panic("hunter2hunter2") }).Start(t)
	for range 2 {
		_, err := p.Payment.Authorize(t.Context(), payment.AuthorizeRequest{})
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultPlugin, Code: base.CodePanic})
		require.NotContains(t, err.Error(), "hunter2")
	}
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.True(t, h.OK)
}

func TestConfigureComesFirstAndOnce(t *testing.T) {
	target := target(func() error { return nil })
	p, m, closing, err := target.Open(t.Context())
	require.NoError(t, err)
	defer closing()
	require.Equal(t, []base.Kind{base.KindPayment}, m.Kinds)
	_, err = p.Payment.Methods(t.Context())
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeNotConfigured})
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
	require.ErrorIs(t, p.Base.Configure(t.Context(), base.Config{}), &base.Error{Code: base.CodeInvalidConfig})
	require.NoError(t, p.Base.Configure(t.Context(), target.Config), "a refused try does not count")
	_, err = p.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, p.Base.Configure(t.Context(), target.Config), &base.Error{Code: "already_configured"})
}
