package checkout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// told gives an order that a provider promised to pay for, and a provider that says no about it in a notification.
type told struct {
	*kept
	event checkout.Result
}

func (t *told) Event(context.Context, int64) (*checkout.WebhookEvent, error) {
	return &checkout.WebhookEvent{Result: t.event}, nil
}

type silent struct {
	*deciding
	err error
}

func (s *silent) Status(context.Context, checkout.PaymentRef) (checkout.Result, error) {
	return s.now, s.err
}

// A bank that promised to pay says no before anything was taken. It is asked, since what it tells may come late or be about a card that
// was tried before; if it means it, the order ends.
func TestAProviderThatSaysNoToAPlacedOrderIsAsked(t *testing.T) {
	refused := checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_declined_refused", Reference: "r"}
	for name, c := range map[string]struct {
		now      checkout.Result
		err      error
		captured bool
		want     checkout.State
	}{
		"it means it":                   {now: refused, want: checkout.Failed},
		"it keeps its promise":          {now: checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "r"}, want: checkout.Confirmed},
		"it decides once more":          {now: checkout.Result{Outcome: checkout.OutcomePending, Reference: "r"}, want: checkout.Confirmed},
		"it knows nothing of it":        {now: checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonNotFound}, want: checkout.Confirmed},
		"it has lapsed there":           {now: checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonLapsed}, want: checkout.Confirmed},
		"the shop gave it up":           {now: checkout.Result{Outcome: checkout.OutcomeVoided}, want: checkout.Confirmed},
		"nobody can tell":               {err: fault.New(fault.Unknown, "payment_unknown"), want: checkout.Confirmed},
		"it was paid in another way":    {now: refused, captured: true, want: checkout.Confirmed},
		"it cannot be asked, try again": {err: fault.New(fault.Unavailable, "down")},
	} {
		t.Run(name, func(t *testing.T) {
			d := &silent{&deciding{now: c.now}, c.err}
			store := &told{kept: &kept{failed: failed{attempt: confirmed(c.captured)}}, event: refused}
			payer := checkout.NewPayer(store, store, d, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
			s, err := payer.Apply(t.Context(), "id", 1)
			if c.want == "" {
				require.Equal(t, fault.Unavailable, fault.CodeOf(err))
				require.Empty(t, store.settled)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, s.State)
			require.Equal(t, c.want == checkout.Failed, store.settled[0].Broken)
		})
	}
	voided := checkout.Result{Outcome: checkout.OutcomeVoided, Reference: "r"}
	for name, c := range map[string]struct {
		now  checkout.Result
		ends time.Time
		want checkout.State
	}{
		"somebody cancelled it there":  {now: voided, want: checkout.Failed},
		"before its time was over":     {now: voided, ends: time.Now().Add(time.Hour), want: checkout.Failed},
		"its time is over":             {now: voided, ends: time.Now().Add(-time.Hour), want: checkout.Confirmed},
		"it holds the money after all": {now: checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "r"}, want: checkout.Confirmed},
		"it took the money":            {now: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "r"}, want: checkout.Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			store := &told{kept: &kept{failed: failed{attempt: confirmed(false)}}, event: voided}
			store.attempt.Payment.ExpiresAt = c.ends
			payer := checkout.NewPayer(store, store, &silent{&deciding{now: c.now}, nil}, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
			s, err := payer.Apply(t.Context(), "id", 1)
			require.NoError(t, err)
			require.Equal(t, c.want, s.State)
			require.Equal(t, c.want == checkout.Failed, store.settled[0].Reason == checkout.ReasonTakenBack)
		})
	}
	d := &silent{&deciding{now: refused}, nil}
	store := &told{kept: &kept{failed: failed{attempt: confirmed(false)}}}
	payer := checkout.NewPayer(store, store, d, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	s, err := payer.Reconcile(t.Context(), "id")
	require.NoError(t, err)
	require.Equal(t, checkout.Failed, s.State, "an operator has it asked")
}

func confirmed(captured bool) checkout.Attempt {
	return checkout.Attempt{State: checkout.Confirmed, Totals: pricing.Totals{Total: money.Euro(900)}, Payment: checkout.Payment{
		Code: "commerzfinanz", Flow: "form_post", Reference: "r", Outcome: checkout.OutcomeAuthorized, Captured: captured,
	}}
}
