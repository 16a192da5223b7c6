package checkout_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// fading is a store that goes away when it is told what came of a payment, and comes back.
type fading struct {
	checkout.Attempts
	attempt *checkout.Attempt
	settled []checkout.Result
}

func (f *fading) Begin(context.Context, string) (*checkout.Start, error) {
	return &checkout.Start{Attempt: f.attempt, First: true}, nil
}

func (f *fading) SettleBegun(context.Context, *checkout.Start, checkout.Result) (checkout.Settled, error) {
	return checkout.Settled{}, fault.New(fault.Unavailable, "database_unavailable")
}

func (f *fading) Settle(_ context.Context, _ string, r checkout.Result) (checkout.Settled, error) {
	f.settled = append(f.settled, r)
	return checkout.Settled{State: checkout.Next(f.attempt, r).State}, nil
}

// yields takes the money once, and is not there afterwards.
type yields struct {
	checkout.Payments
	asked int
}

func (y *yields) Authorize(context.Context, checkout.AuthorizeRequest) (checkout.Result, error) {
	if y.asked++; y.asked > 1 {
		return checkout.Result{}, fault.New(fault.Unavailable, "plugin_unavailable")
	}
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1"}, nil
}

// That the shop could not write down what a provider promised is no sign that the provider was not asked: the attempt stays what it is,
// and whoever takes it up asks what became of it.
func TestAPromiseThatWasNotWrittenDownIsNotForgotten(t *testing.T) {
	for name, pays := range map[string]func(*checkout.Payer, *checkout.Start) (checkout.Settled, error){
		"where it is frozen": func(p *checkout.Payer, frozen *checkout.Start) (checkout.Settled, error) {
			return p.PayAtOnce(t.Context(), frozen)
		},
		"by its workflow": func(p *checkout.Payer, _ *checkout.Start) (checkout.Settled, error) {
			return p.Authorize(t.Context(), "id", true)
		},
		"by its first step": func(p *checkout.Payer, _ *checkout.Start) (checkout.Settled, error) {
			return p.Begin(t.Context(), "id", true)
		},
	} {
		store := &fading{attempt: &checkout.Attempt{
			State: checkout.Authorizing, Totals: pricing.Totals{Total: money.Euro(900)}, Payment: checkout.Payment{Flow: checkout.FlowSimple},
		}}
		provider := &yields{}
		urls := checkout.URLs{Return: func(string, string) string { return "" }, Webhook: func(string) string { return "" }}
		payer := checkout.NewPayer(store, nil, provider, clock.System{}, checkout.DefaultPolicy, urls)
		s, err := pays(payer, &checkout.Start{Attempt: store.attempt, First: true})
		require.Error(t, err, name)
		require.False(t, s.Fresh, name)
		require.Empty(t, store.settled, name)
		require.Equal(t, 1, provider.asked, name)
	}
}
