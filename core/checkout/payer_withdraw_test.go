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

// deciding is a bank that decides about a credit until it is told that nothing comes of it.
type deciding struct {
	checkout.Payments
	now     checkout.Result
	then    checkout.Result // once it was told
	refuses error
	told    []checkout.PaymentRef
	voids   int
}

func (d *deciding) Status(context.Context, checkout.PaymentRef) (checkout.Result, error) {
	return d.now, nil
}

func (d *deciding) Void(_ context.Context, ref checkout.PaymentRef, _ checkout.Void) error {
	d.told = append(d.told, ref)
	d.now = d.then
	d.voids++
	return d.refuses
}

// kept is an attempt as its store keeps it.
type kept struct {
	failed
	settled []checkout.Result
}

func (k *kept) Settle(_ context.Context, _ string, r checkout.Result) (checkout.Settled, error) {
	t := checkout.Next(&k.attempt, r)
	k.attempt.State, k.attempt.Payment.Open = t.State, t.Open
	k.debt.Owed = k.debt.Owed || t.Notice == checkout.NoticeLatePayment
	k.settled = append(k.settled, r)
	return checkout.Settled{State: t.State, Compensate: t.Compensate}, nil
}

func undecided(state checkout.State, d *deciding) (*kept, *checkout.Payer) {
	store := &kept{failed: failed{attempt: checkout.Attempt{
		State: state, Totals: pricing.Totals{Total: money.Euro(900)}, Payment: checkout.Payment{Code: "santanderfinanz", Flow: "redirect"},
	}}}
	return store, checkout.NewPayer(store, store, d, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
}

func (k *kept) Event(context.Context, int64) (*checkout.WebhookEvent, error) {
	return &checkout.WebhookEvent{Result: checkout.Result{Outcome: checkout.OutcomeApproved, Reference: "r"}}, nil
}

func (k *kept) EventHandled(context.Context, int64) error { return nil }

func (k *kept) StoreEvents(context.Context, []checkout.WebhookEvent) error { return nil }

// Whoever ends an attempt about which its provider still decides, that is withdrawn there: else the bank would go on, and the buyer's
// limit stay taken.
func TestWhatTheProviderStillDecidesIsWithdrawn(t *testing.T) {
	pending, gone := checkout.Result{Outcome: checkout.OutcomePending, Reference: "r"}, checkout.Result{Outcome: checkout.OutcomeVoided}
	for name, end := range map[string]struct {
		from checkout.State
		by   func(*checkout.Payer) (checkout.Settled, error)
	}{
		"the customer left": {checkout.Redirected, func(p *checkout.Payer) (checkout.Settled, error) {
			return p.Leave(t.Context(), "id", checkout.ReasonLeft)
		}},
		"an operator cancels": {checkout.Pending, func(p *checkout.Payer) (checkout.Settled, error) {
			return p.Cancel(t.Context(), "id", checkout.ReasonLeft)
		}},
		"an operator gives up": {checkout.Redirected, func(p *checkout.Payer) (checkout.Settled, error) { return p.GiveUp(t.Context(), "id") }},
		"agreed to too late":   {checkout.Failed, func(p *checkout.Payer) (checkout.Settled, error) { return p.Apply(t.Context(), "id", 1) }},
		"the customer is back": {checkout.Failed, func(p *checkout.Payer) (checkout.Settled, error) { return p.Reconcile(t.Context(), "id") }},
	} {
		d := &deciding{now: pending, then: gone}
		store, payer := undecided(end.from, d)
		s, err := end.by(payer)
		require.NoError(t, err, name)
		require.Equal(t, checkout.Settled{State: checkout.Failed, Compensate: true}, s, name)
		require.Zero(t, d.voids, "not while somebody waits: %s", name)
		again, err := payer.Begin(t.Context(), "id", true)
		require.NoError(t, err, name)
		require.True(t, again.Compensate, "it is known to the store: %s", name)
		require.NoError(t, payer.Compensate(t.Context(), "id"), name)
		require.Equal(t, "r", d.told[0].Reference, name)
		require.Equal(t, []string{checkout.NoticeWithdrawn}, store.notices, name)
		require.False(t, store.attempt.Payment.Open, name)
		require.NoError(t, payer.Compensate(t.Context(), "id"), name)
		require.Equal(t, 1, d.voids, "told once: %s", name)
	}
}

func TestWhatCannotBeWithdrawnIsToldAndComesBack(t *testing.T) {
	pending := checkout.Result{Outcome: checkout.OutcomePending, Reference: "r"}
	d := &deciding{now: pending, then: pending, refuses: fault.New(fault.Conflict, "payment_operation_too_late")}
	store, payer := undecided(checkout.Redirected, d)
	_, err := payer.Leave(t.Context(), "id", checkout.ReasonLeft)
	require.NoError(t, err)
	require.NoError(t, payer.Compensate(t.Context(), "id"))
	require.Equal(t, []string{checkout.NoticeNotWithdrawn}, store.notices)
	require.False(t, store.attempt.Payment.Open, "the same again would not help")

	for _, word := range []error{nil, fault.New(fault.Conflict, checkout.ReasonLapses)} {
		d = &deciding{now: pending, then: pending, refuses: word}
		store, payer = undecided(checkout.Redirected, d)
		_, err = payer.Leave(t.Context(), "id", checkout.ReasonLeft)
		require.NoError(t, err)
		require.NoError(t, payer.Compensate(t.Context(), "id"))
		require.Empty(t, store.notices, "a page that its customer has left ends by itself: nothing that operators need to know")
		require.False(t, store.attempt.Payment.Open)
	}

	d = &deciding{now: pending, then: checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "r", Amount: money.Euro(900)}}
	store, payer = undecided(checkout.Pending, d)
	_, err = payer.Cancel(t.Context(), "id", checkout.ReasonLeft)
	require.NoError(t, err)
	require.NoError(t, payer.Compensate(t.Context(), "id"))
	require.True(t, store.debt.Owed, "the bank agreed before it heard: that is late money")
	require.Equal(t, 2, d.voids)
	require.Equal(t, []string{checkout.NoticeGivenBack}, store.notices)

	d = &deciding{now: pending, then: pending, refuses: fault.New(fault.Unavailable, "plugin_unavailable")}
	store, payer = undecided(checkout.Redirected, d)
	_, err = payer.Leave(t.Context(), "id", checkout.ReasonLeft)
	require.NoError(t, err)
	require.Error(t, payer.Compensate(t.Context(), "id"), "it is tried again")
	require.Empty(t, store.notices)
	require.True(t, store.attempt.Payment.Open)
	d.now = checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonDeclined}
	require.NoError(t, payer.Compensate(t.Context(), "id"))
	require.False(t, store.attempt.Payment.Open, "the bank has declined it meanwhile")
	require.Empty(t, store.notices)

	d = &deciding{now: pending, then: checkout.Result{Outcome: checkout.OutcomeVoided}, refuses: fault.New(fault.Unknown, "plugin_outcome_unknown")}
	store, payer = undecided(checkout.Redirected, d)
	_, err = payer.Leave(t.Context(), "id", checkout.ReasonLeft)
	require.NoError(t, err)
	require.Error(t, payer.Compensate(t.Context(), "id"), "the answer is lost")
	require.NoError(t, payer.Compensate(t.Context(), "id"))
	require.Equal(t, []string{checkout.NoticeWithdrawn}, store.notices)
	require.Equal(t, 1, d.voids)
}
