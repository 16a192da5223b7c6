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

// failed keeps one attempt that did not become an order.
type failed struct {
	checkout.Attempts
	attempt checkout.Attempt
	notices []string
	debt    checkout.Debt
}

func (f *failed) Attempt(context.Context, string) (*checkout.Attempt, error) { return &f.attempt, nil }

func (f *failed) Begin(context.Context, string, time.Duration) (*checkout.Start, error) {
	return &checkout.Start{Attempt: &f.attempt}, nil
}

func (f *failed) Debt(context.Context, string) (checkout.Debt, error) { return f.debt, nil }

func (f *failed) Notice(_ context.Context, _ int64, kind, _ string) error {
	f.notices = append(f.notices, kind)
	return nil
}

// bank holds money and refuses to let go of it but by a refund.
type bank struct {
	checkout.Payments
	state    checkout.Result
	refunded money.Amount
	refuses  error // refunds
	voids    bool
	works    bool // on refunds
	refunds  int
	asked    checkout.PaymentRef
	silent   error // to Status
}

func (b *bank) Status(_ context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	b.asked = ref
	return b.state, b.silent
}

func (b *bank) Void(context.Context, checkout.PaymentRef, checkout.Void) error {
	if b.voids {
		return nil
	}
	return fault.New(fault.Conflict, "payment_operation_captured")
}

func (b *bank) Refund(_ context.Context, _ checkout.PaymentRef, r checkout.Refund) (checkout.Receipt, error) {
	b.refunded = r.Amount
	b.refunds++
	return checkout.Receipt{Done: b.refuses == nil && !b.works}, b.refuses
}

func (f *failed) Settle(_ context.Context, _ string, r checkout.Result) (checkout.Settled, error) {
	t := checkout.Next(&f.attempt, r)
	f.attempt.State = t.State
	return checkout.Settled{State: t.State, Compensate: t.Compensate}, nil
}

// Some providers never say what became of a payment of which they have nothing. An operator who has looked there ends the attempt;
// where the provider says something, that counts.
func TestAnAttemptOfWhichNobodyLearnsIsEndedByHand(t *testing.T) {
	for name, provider := range map[string]*bank{
		"it does not know":   {state: checkout.Result{Outcome: checkout.OutcomeUnknown}},
		"it does not answer": {silent: fault.New(fault.Unknown, "plugin_outcome_unknown")},
	} {
		attempts := &failed{attempt: checkout.Attempt{State: checkout.Unknown, Totals: pricing.Totals{Total: money.Euro(900)}}}
		payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
		_, err := payer.GiveUp(t.Context(), "id")
		require.Error(t, err, name)
		require.Equal(t, checkout.Unknown, attempts.attempt.State, name)
		attempts.debt.Nothing = true
		s, err := payer.GiveUp(t.Context(), "id")
		require.NoError(t, err, name)
		require.Equal(t, checkout.Settled{State: checkout.Failed}, s, name)
	}
	attempts := &failed{attempt: checkout.Attempt{State: checkout.Unknown, Totals: pricing.Totals{Total: money.Euro(900)}}, debt: checkout.Debt{Nothing: true}}
	provider := &bank{state: checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(900)}}
	s, err := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{}).GiveUp(t.Context(), "id")
	require.NoError(t, err)
	require.Equal(t, checkout.Settled{State: checkout.Failed, Compensate: true}, s, "what it has goes back")
}

// What is given back is what the provider has, which is not the attempt's total when that was what was wrong.
func TestCompensateGivesBackWhatTheProviderHas(t *testing.T) {
	for name, c := range map[string]struct {
		state checkout.Result
		want  money.Amount
	}{
		"captured":                       {checkout.Result{Captured: true, Amount: money.Euro(500)}, money.Euro(500)},
		"taken since it was asked":       {checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(500)}, money.Euro(500)},
		"the provider names no amount":   {checkout.Result{Captured: true}, money.Euro(900)},
		"nor when it was taken meantime": {checkout.Result{Outcome: checkout.OutcomeAuthorized}, money.Euro(900)},
	} {
		t.Run(name, func(t *testing.T) {
			attempts := &failed{attempt: checkout.Attempt{
				State: checkout.Failed, Totals: pricing.Totals{Total: money.Euro(900)},
				Payment: checkout.Payment{Plugin: "paypal", Version: "1.2.0"},
			}}
			provider := &bank{state: c.state}
			payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
			require.NoError(t, payer.Compensate(t.Context(), "id"))
			require.Equal(t, c.want, provider.refunded)
			require.Equal(t, "paypal@1.2.0", provider.asked.Plugin, "the version that began it gives it back")
			require.Equal(t, []string{checkout.NoticeGivenBack}, attempts.notices)
		})
	}
}

// A transfer is neither held by the bank nor given back by it: it does not count as given back because there was nothing to void.
func TestMoneyThatTheMethodCannotGiveBackIsAnOperators(t *testing.T) {
	attempts := &failed{attempt: checkout.Attempt{
		State: checkout.Failed, Totals: pricing.Totals{Total: money.Euro(900)}, Payment: checkout.Payment{Code: "moneyorder", Captured: true},
	}}
	provider := &bank{
		state: checkout.Result{Outcome: checkout.OutcomePending}, voids: true, refuses: fault.New(fault.Invalid, checkout.ReasonNotSupported),
	}
	payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	require.NoError(t, payer.Compensate(t.Context(), "id"), "trying again would not help")
	require.Equal(t, []string{checkout.NoticeByHand}, attempts.notices)
	require.Equal(t, money.Euro(900), provider.refunded, "it was asked first")
}

// Who gives up leaves no money behind: operators are told once why it does not go back, and it is tried again.
func TestMoneyThatTheProviderRefusesToGiveBackIsTold(t *testing.T) {
	attempts := &failed{attempt: checkout.Attempt{State: checkout.Failed, Totals: pricing.Totals{Total: money.Euro(900)}}}
	provider := &bank{state: checkout.Result{Captured: true}, refuses: fault.New(fault.Conflict, "payment_operation_captured")}
	payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	require.ErrorIs(t, payer.Compensate(t.Context(), "id"), provider.refuses)
	require.Equal(t, []string{checkout.NoticeNotBack}, attempts.notices)

	attempts.notices, provider.refuses = nil, fault.New(fault.Unavailable, "plugin_unavailable")
	require.ErrorIs(t, payer.Compensate(t.Context(), "id"), provider.refuses)
	require.Empty(t, attempts.notices, "an outage ends")
}

// A worker that dies once it has written down that an attempt failed, and before the workflow hears that money has to go back,
// leaves that to the next: whatever the workflow asks then, it is told.
func TestWhatAFailedAttemptOwesIsToldWhoeverAsks(t *testing.T) {
	for _, owed := range []bool{true, false} {
		attempts := &failed{attempt: checkout.Attempt{State: checkout.Failed}, debt: checkout.Debt{Owed: owed}}
		payer := checkout.NewPayer(attempts, nil, &bank{}, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
		for name, ask := range map[string]func() (checkout.Settled, error){
			"begin":     func() (checkout.Settled, error) { return payer.Begin(t.Context(), "id", true) },
			"authorize": func() (checkout.Settled, error) { return payer.Authorize(t.Context(), "id", false) },
			"complete":  func() (checkout.Settled, error) { return payer.Complete(t.Context(), "id", nil) },
			"expire":    func() (checkout.Settled, error) { return payer.Expire(t.Context(), "id", checkout.ReasonExpired) },
			"leave":     func() (checkout.Settled, error) { return payer.Leave(t.Context(), "id", checkout.ReasonLeft) },
		} {
			s, err := ask()
			require.NoError(t, err, name)
			require.Equal(t, []any{checkout.Failed, owed}, []any{s.State, s.Compensate}, name)
		}
	}
}

// A refund that the provider works on may come to nothing: the money counts as given back when the provider says so, and is not
// asked for a second time.
func TestARefundUnderWayIsNotGivenBackYet(t *testing.T) {
	attempts := &failed{attempt: checkout.Attempt{State: checkout.Failed, Totals: pricing.Totals{Total: money.Euro(900)}}}
	provider := &bank{state: checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}, works: true}
	payer := checkout.NewPayer(attempts, nil, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	for range 2 {
		require.ErrorIs(t, payer.Compensate(t.Context(), "id"), fault.New(fault.Conflict, checkout.ReasonGoingBack))
		require.Equal(t, []string{checkout.NoticeGoingBack}, attempts.notices)
		attempts.debt.GoingBack = true
	}
	require.Equal(t, 1, provider.refunds)
	provider.state.Outcome = checkout.OutcomeRefunded
	require.NoError(t, payer.Compensate(t.Context(), "id"))
	require.Equal(t, []string{checkout.NoticeGoingBack, checkout.NoticeGivenBack}, attempts.notices)
}

// decides is a provider that leaves it to the plugin to act on what it decided.
type decides struct {
	checkout.Payments
	outcome   checkout.Result // of Complete
	completed int
}

func (p *decides) Status(context.Context, checkout.PaymentRef) (checkout.Result, error) {
	return checkout.Result{Outcome: checkout.OutcomePending}, nil
}

func (p *decides) Complete(context.Context, checkout.PaymentRef, map[string]string) (checkout.Result, error) {
	p.completed++
	return p.outcome, nil
}

// waiting is the store of one order that waits for a decision, with an event that says that there is one.
type waiting struct {
	checkout.Attempts
	checkout.Events
	attempt checkout.Attempt
	settled []checkout.Result
	handled int
}

func (w *waiting) Attempt(context.Context, string) (*checkout.Attempt, error) { return &w.attempt, nil }

func (w *waiting) Settle(_ context.Context, _ string, r checkout.Result) (checkout.Settled, error) {
	w.settled = append(w.settled, r)
	return checkout.Settled{State: checkout.Next(&w.attempt, r).State}, nil
}

func (w *waiting) Event(context.Context, int64) (*checkout.WebhookEvent, error) {
	return &checkout.WebhookEvent{Result: checkout.Result{Outcome: checkout.OutcomeApproved}}, nil
}

func (w *waiting) EventHandled(context.Context, int64) error {
	w.handled++
	return nil
}

// Where the provider names no day, money that is to come after the order is waited for as long as goods are reserved.
func TestWhatIsWaitedForHasAnEnd(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	named := now.Add(time.Hour)
	for name, c := range map[string]struct {
		told checkout.Result
		ends time.Time
	}{
		"a bank transfer":           {checkout.Result{Outcome: checkout.OutcomePending}, now.AddDate(0, 0, 5)},
		"to a day that is named":    {checkout.Result{Outcome: checkout.OutcomePending, ExpiresAt: named}, named},
		"to a day that is over":     {checkout.Result{Outcome: checkout.OutcomePending, ExpiresAt: now.Add(-time.Hour)}, now.AddDate(0, 0, 5)},
		"at once":                   {checkout.Result{Outcome: checkout.OutcomePending, ExpiresAt: now}, now.AddDate(0, 0, 5)},
		"an invoice":                {checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}, time.Time{}},
		"an invoice, due before":    {checkout.Result{Outcome: checkout.OutcomePending, Accepted: true, ExpiresAt: now.Add(-time.Hour)}, time.Time{}},
		"a page":                    {checkout.Result{Outcome: checkout.OutcomeRedirect}, now.Add(30 * time.Minute)},
		"a page that names a day":   {checkout.Result{Outcome: checkout.OutcomeRedirect, ExpiresAt: named}, now.Add(30 * time.Minute)},
		"a page that ends earlier":  {checkout.Result{Outcome: checkout.OutcomeRedirect, ExpiresAt: now.Add(time.Minute)}, now.Add(time.Minute)},
		"a page that has ended":     {checkout.Result{Outcome: checkout.OutcomeRedirect, ExpiresAt: now}, now.Add(30 * time.Minute)},
		"a form":                    {checkout.Result{Outcome: checkout.OutcomeFormPost}, now.Add(30 * time.Minute)},
		"what ends with its answer": {checkout.Result{Outcome: checkout.OutcomeAuthorized}, time.Time{}},
	} {
		store := &waiting{attempt: checkout.Attempt{State: checkout.Redirected}}
		payer := checkout.NewPayer(store, store, &decides{outcome: c.told}, clock.NewFixed(now), checkout.DefaultPolicy, checkout.URLs{})
		_, err := payer.Complete(t.Context(), "id", map[string]string{})
		require.NoError(t, err, name)
		require.Equal(t, c.ends, store.settled[0].ExpiresAt, name)
	}
}

// A plugin whose clock is wrong names a day to pay that is over: the order waits as where none is named, and operators are told. Who asks
// after a day that has passed since is told nothing.
func TestADayToPayThatIsOverIsTold(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	due := map[string]string{"iban": "DE02", "due_date": "23.11.2026"}
	told := checkout.Result{Outcome: checkout.OutcomePending, ExpiresAt: now.AddDate(0, 0, -1), Instructions: due}
	store := &waiting{attempt: checkout.Attempt{State: checkout.Redirected}}
	payer := checkout.NewPayer(store, store, &decides{outcome: told}, clock.NewFixed(now), checkout.DefaultPolicy, checkout.URLs{})
	_, err := payer.Complete(t.Context(), "id", map[string]string{})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"iban": "DE02"}, store.settled[0].Instructions, "nor is the customer told that day")
	require.Contains(t, due, "due_date", "which is the plugin's answer still")
	notice := func(a checkout.Attempt) []string {
		next := checkout.Next(&a, store.settled[0])
		return []string{string(next.State), next.Notice, next.Detail}
	}
	require.Equal(t, []string{"pending", checkout.NoticeOver, "2026-11-23 13:00:00"}, notice(store.attempt))
	require.Equal(t, []string{"pending", "", ""}, notice(checkout.Attempt{State: checkout.Pending}))
}

// A card payment that was under review may be authorized in a way that the shop does not take: the plugin gives the money up when
// it is told so, and when the time is over at the latest.
func TestWhatWasDecidedAboutAWaitingOrderIsCompleted(t *testing.T) {
	refused := checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_declined_no_liability_shift"}
	for name, told := range map[string]func(*checkout.Payer) (checkout.Settled, error){
		"event": func(p *checkout.Payer) (checkout.Settled, error) { return p.Apply(t.Context(), "id", 1) },
		"deadline": func(p *checkout.Payer) (checkout.Settled, error) {
			return p.Expire(t.Context(), "id", checkout.ReasonNotPaid)
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &waiting{attempt: checkout.Attempt{State: checkout.Pending, Payment: checkout.Payment{Flow: "redirect"}}}
			provider := &decides{outcome: refused}
			payer := checkout.NewPayer(store, store, provider, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
			s, err := told(payer)
			require.NoError(t, err)
			require.Equal(t, checkout.Failed, s.State)
			require.Equal(t, []checkout.Result{refused}, store.settled)

			provider.outcome = checkout.Result{Outcome: checkout.OutcomeUnknown}
			handled := store.handled
			_, err = told(payer)
			require.Equal(t, fault.Unavailable, fault.CodeOf(err), "money that may still be held is no refusal: it is asked again")
			require.Len(t, store.settled, 1)
			require.Equal(t, handled, store.handled)

			_, err = payer.Complete(t.Context(), "id", map[string]string{})
			require.NoError(t, err)
			require.Equal(t, 2, provider.completed, "the customer who opens the page again decides nothing")
		})
	}
	store := &waiting{attempt: checkout.Attempt{State: checkout.Pending, Payment: checkout.Payment{Flow: "redirect"}}}
	payer := checkout.NewPayer(store, store, &decides{outcome: checkout.Result{Outcome: checkout.OutcomePending}}, clock.System{}, checkout.DefaultPolicy, checkout.URLs{})
	s, err := payer.Expire(t.Context(), "id", checkout.ReasonNotPaid)
	require.NoError(t, err)
	require.Equal(t, checkout.Failed, s.State, "what is still not decided ends with its time")
}
