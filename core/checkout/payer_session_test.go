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

// one is the store of a single attempt that was begun before.
type one struct {
	checkout.Attempts
	attempt *checkout.Attempt
	settled []checkout.Result
}

func (o *one) Begin(context.Context, string, time.Duration) (*checkout.Start, error) {
	return &checkout.Start{Attempt: o.attempt}, nil
}

func (o *one) SettleBegun(_ context.Context, _ *checkout.Start, r checkout.Result) (checkout.Settled, error) {
	o.settled = append(o.settled, r)
	return checkout.Settled{State: checkout.Confirmed}, nil
}

func (o *one) Attempt(context.Context, string) (*checkout.Attempt, error) {
	a := *o.attempt
	return &a, nil
}

func (o *one) Settle(_ context.Context, _ string, r checkout.Result) (checkout.Settled, error) {
	o.settled = append(o.settled, r)
	return checkout.Settled{State: checkout.Next(o.attempt, r).State}, nil
}

// remembers knows a payment by the session only, with that outcome.
type remembers struct {
	checkout.Payments
	found      checkout.Result
	err        error // of asking by the session
	authorized int
	orderedAt  time.Time
	completed  []string // references
	voided     []string
}

func (p *remembers) Status(_ context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	if ref.Reference == "session" {
		return p.found, p.err
	}
	return checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonNotFound}, nil
}

func (p *remembers) Authorize(_ context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	p.authorized++
	p.orderedAt = r.OrderedAt
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "new"}, nil
}

func (p *remembers) Complete(_ context.Context, ref checkout.PaymentRef, _ map[string]string) (checkout.Result, error) {
	p.completed = append(p.completed, ref.Reference)
	return p.found, nil
}

func (p *remembers) Void(_ context.Context, ref checkout.PaymentRef, _ checkout.Void) error {
	p.voided = append(p.voided, ref.Reference)
	return nil
}

// What a provider says of the session of an attempt whose answer was lost is the truth about the attempt where it is about a payment;
// a session that only waits, or is none any more, is paid with by asking again under the same key.
func TestLostPaymentIsFoundByItsSession(t *testing.T) {
	const (
		again = "again" // asked for again
		taken = "taken" // the answer is the attempt's
		later = "later" // nothing is done until it can be known
	)
	declined := func(reference, reason string) checkout.Result {
		return checkout.Result{Outcome: checkout.OutcomeDeclined, Reference: reference, Reason: reason}
	}
	of := func(outcome checkout.Outcome, reference string) checkout.Result {
		return checkout.Result{Outcome: outcome, Reference: reference}
	}
	for name, c := range map[string]struct {
		found checkout.Result
		err   error
		want  string
	}{
		"authorized":                 {found: of(checkout.OutcomeAuthorized, "payment"), want: taken},
		"authorized by that name":    {found: of(checkout.OutcomeAuthorized, "session"), want: taken},
		"captured":                   {found: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Reference: "payment"}, want: taken},
		"voided":                     {found: of(checkout.OutcomeVoided, "payment"), want: taken},
		"refunded":                   {found: of(checkout.OutcomeRefunded, "payment"), want: taken},
		"unknown":                    {found: of(checkout.OutcomeUnknown, ""), want: taken},
		"to be decided":              {found: of(checkout.OutcomePending, "payment"), want: taken},
		"refused payment":            {found: declined("payment", "payment_declined_risk"), want: taken},
		"expired payment":            {found: declined("payment", checkout.ReasonLapsed), want: taken},
		"waits for the customer":     {found: of(checkout.OutcomePending, "session"), want: again},
		"waits, with more of a name": {found: of(checkout.OutcomePending, "session:4711-1"), want: again},
		"waits, without a name":      {found: of(checkout.OutcomePending, ""), want: again},
		"the customer is away":       {found: of(checkout.OutcomeRedirect, "payment"), want: again},
		"a form":                     {found: of(checkout.OutcomeFormPost, "payment"), want: again},
		"not found":                  {found: declined("", checkout.ReasonNotFound), want: again},
		"expired session":            {found: declined("session", checkout.ReasonLapsed), want: again},
		"session of another attempt": {found: declined("session:4711-2", "payment_declined_used"), want: again},
		"not to be asked so":         {err: fault.New(fault.Invalid, "plugin_refused"), want: again},
		"not permitted":              {err: fault.New(fault.Forbidden, "plugin_refused"), want: again},
		"no such thing":              {err: fault.New(fault.NotFound, "plugin_refused"), want: again},
		"not now":                    {err: fault.New(fault.Conflict, "plugin_refused"), want: again},
		"away":                       {err: fault.New(fault.Unavailable, "plugin_unavailable"), want: later},
		"broken":                     {err: fault.New(fault.Internal, "error_internal"), want: later},
	} {
		t.Run(name, func(t *testing.T) {
			begun := func(state checkout.State) (*one, *remembers, *checkout.Payer) {
				store := &one{attempt: &checkout.Attempt{ID: "a", State: state, SessionID: "session", CreatedAt: time.Now().Add(-time.Hour),
					Payment: checkout.Payment{Flow: "widget"}, Totals: pricing.Totals{Total: money.Euro(900)}}}
				payments := &remembers{found: c.found, err: c.err}
				urls := checkout.URLs{Return: func(string, string) string { return "" }, Webhook: func(string) string { return "" }}
				return store, payments, checkout.NewPayer(store, nil, payments, clock.System{}, checkout.DefaultPolicy, urls)
			}

			store, payments, payer := begun(checkout.Authorizing)
			_, err := payer.Authorize(t.Context(), "a", false)
			require.Equal(t, c.want == later, err != nil)
			require.Equal(t, c.want == again, payments.authorized == 1)
			if c.want == again {
				require.Equal(t, store.attempt.CreatedAt, payments.orderedAt)
			}
			if c.want == taken {
				require.Equal(t, c.found.Outcome, store.settled[0].Outcome)
				require.Equal(t, c.found.Reference, store.settled[0].Reference)
			}

			store, payments, payer = begun(checkout.Unknown) // for an hour: the customer is gone
			_, err = payer.Reconcile(t.Context(), "a")
			require.Zero(t, payments.authorized)
			require.Equal(t, c.want == later, err != nil)
			switch c.want {
			case taken:
				require.Equal(t, c.found.Outcome, store.settled[0].Outcome)
			case again:
				require.Equal(t, checkout.ReasonNotFound, store.settled[0].Reason)
			default:
				require.Empty(t, store.settled)
			}

			store, payments, payer = begun(checkout.Unknown)
			s, err := payer.Expire(t.Context(), "a", checkout.ReasonExpired)
			require.Equal(t, c.want == later || c.found.Outcome == checkout.OutcomeUnknown, err != nil)
			switch {
			case err != nil:
				require.Empty(t, store.settled)
			case c.want == taken && c.found.Outcome == checkout.OutcomePending:
				require.Equal(t, checkout.Pending, s.State, "the provider still decides")
				require.Equal(t, []string{"payment"}, payments.completed, "it is asked by what was found")
			case c.want == taken && c.found.Outcome == checkout.OutcomeAuthorized:
				require.Equal(t, checkout.Confirmed, s.State)
			default:
				require.Equal(t, checkout.Failed, s.State)
			}
		})
	}
}

// Money that was found by the session goes back by the name that was found.
func TestWhatWasFoundByItsSessionIsGivenBack(t *testing.T) {
	attempts := &failed{attempt: checkout.Attempt{State: checkout.Failed, SessionID: "session", Totals: pricing.Totals{Total: money.Euro(900)}}}
	payments := &remembers{found: checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "payment"}}
	payer := checkout.NewPayer(attempts, nil, payments, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	require.NoError(t, payer.Compensate(t.Context(), "a"))
	require.Equal(t, []string{"payment"}, payments.voided)
}

// fails is a provider whose plugin says that the payment failed, and that nothing came of it.
type fails struct{ remembers }

func (p *fails) Authorize(context.Context, checkout.AuthorizeRequest) (checkout.Result, error) {
	p.authorized++
	return checkout.Result{}, fault.New(fault.Internal, checkout.ReasonFailed)
}

// A customer does not wait while a payment is tried again and again that fails for good: another way to pay is left to them.
func TestAPaymentThatFailsForGoodIsDeclined(t *testing.T) {
	attempts := &one{attempt: &checkout.Attempt{ID: "id", State: checkout.Authorizing, Totals: pricing.Totals{Total: money.Euro(900)}}}
	provider := &fails{}
	links := checkout.URLs{Return: func(string, string) string { return "" }, Webhook: func(string) string { return "" }}
	payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, links)
	_, err := payer.Authorize(t.Context(), "id", true)
	require.NoError(t, err)
	require.Equal(t, 1, provider.authorized)
	require.Equal(t, []checkout.Result{{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonDown}}, attempts.settled)
}
