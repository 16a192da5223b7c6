package checkout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// An operator sees money on the bank account while the provider's word is missing. Where it was the provider that took it, nothing is
// withdrawn there afterwards, and it is not taken for a second payment.
func TestMoneyThatTheProviderTookIsNotBookedBesides(t *testing.T) {
	byHand := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}
	taken := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "r", Amount: money.Euro(900)}
	more := byHand
	more.Amount = money.Euro(1800)
	less := taken
	less.Amount = money.Euro(800)
	for name, c := range map[string]struct {
		now    checkout.Result
		err    error
		flow   string
		amount money.Amount
		want   []checkout.Result
	}{
		"it took all":         {now: taken, want: []checkout.Result{taken}},
		"and more came":       {now: taken, amount: money.Euro(1800), want: []checkout.Result{taken, more}},
		"it took another sum": {now: less, want: []checkout.Result{byHand}},
		"it still decides":    {now: checkout.Result{Outcome: checkout.OutcomePending, Reference: "r"}, want: []checkout.Result{byHand}},
		"it has only agreed":  {now: checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "r"}, want: []checkout.Result{byHand}},
		"it does not answer":  {now: taken, err: fault.New(fault.Unavailable, "down"), want: []checkout.Result{byHand}},
		"nobody decides":      {now: taken, flow: checkout.FlowSimple, want: []checkout.Result{byHand}},
	} {
		d := &deciding{now: c.now}
		store, _ := undecided(checkout.Pending, d)
		if c.flow != "" {
			store.attempt.Payment.Flow = c.flow
		}
		payer := checkout.NewPayer(store, store, &silent{d, c.err}, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
		s, err := payer.Received(t.Context(), "id", c.amount)
		require.NoError(t, err, name)
		require.Equal(t, checkout.Confirmed, s.State, name)
		require.Equal(t, c.want, store.settled, name)
	}
}
