package checkout_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// one is the store of a single attempt that was begun before.
type one struct {
	checkout.Attempts
	attempt *checkout.Attempt
	settled []checkout.Result
}

func (o *one) Begin(context.Context, string) (*checkout.Start, error) {
	return &checkout.Start{Attempt: o.attempt}, nil
}

func (o *one) SettleBegun(_ context.Context, _ *checkout.Start, r checkout.Result) (checkout.Settled, error) {
	o.settled = append(o.settled, r)
	return checkout.Settled{State: checkout.Confirmed}, nil
}

// remembers knows a payment by the session only, with that outcome.
type remembers struct {
	checkout.Payments
	session    string
	outcome    checkout.Outcome
	authorized int
}

func (p *remembers) Status(_ context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	if ref.Reference == p.session {
		return checkout.Result{Outcome: p.outcome, Reference: "payment"}, nil
	}
	return checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonNotFound}, nil
}

func (p *remembers) Authorize(context.Context, checkout.AuthorizeRequest) (checkout.Result, error) {
	p.authorized++
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "new"}, nil
}

func TestLostPaymentIsFoundByItsSession(t *testing.T) {
	for outcome, want := range map[checkout.Outcome]string{
		checkout.OutcomeAuthorized: "payment", // taken already: not asked for again
		checkout.OutcomePending:    "new",     // a session without money is no payment
	} {
		store := &one{attempt: &checkout.Attempt{ID: "a", State: checkout.Authorizing, SessionID: "session", Totals: pricing.Totals{Total: money.Euro(900)}}}
		payments := &remembers{session: "session", outcome: outcome}
		urls := checkout.URLs{Return: func(string, string) string { return "" }, Webhook: func(string) string { return "" }}
		payer := checkout.NewPayer(store, nil, payments, clock.System{}, checkout.DefaultPolicy, urls)
		_, err := payer.Authorize(t.Context(), "a", false)
		require.NoError(t, err)
		require.Equal(t, want, store.settled[0].Reference, outcome)
		require.Equal(t, want == "new", payments.authorized == 1, outcome)
	}
}
