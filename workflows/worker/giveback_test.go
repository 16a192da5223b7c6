package worker_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
)

const tooLate = "payment_operation_refund_window_over"

// kept is an attempt that was paid when it was over, by a provider who refuses to give the money back.
func (s *shop) kept() (*checkout.Attempt, *payment) {
	s.Helper()
	a := s.buy("fakepal")
	s.reaches(a.ID, checkout.Failed)
	pay := s.provider.become(a, checkout.OutcomeAuthorized)
	s.provider.set(func() { s.provider.keeps = tooLate })
	s.late(a, "late")
	require.Eventually(s, func() bool { return s.explain(a).Case.Refused == tooLate }, 20*time.Second, 20*time.Millisecond)
	return a, pay
}

// late lets the provider tell of money for an attempt that is over.
func (s *shop) late(a *checkout.Attempt, event string) {
	s.Helper()
	s.hook(checkout.WebhookEvent{ID: event, Plugin: "fakepal", AttemptID: a.ID, Result: checkout.Result{
		Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: a.Totals.Total, Reference: "PAY-" + a.Key(),
	}})
}

func (s *shop) owesNoMore(a *checkout.Attempt) {
	s.Helper()
	require.Eventually(s, func() bool { return !s.explain(a).Case.Owed }, 20*time.Second, 20*time.Millisecond)
}

// A provider who refuses for good leaves the case to operators, whose workflow goes on answering them.
func TestMoneyThatIsRefusedForGoodIsAnOperators(t *testing.T) {
	s := newShop(t, short)
	a, pay := s.kept()
	story := s.explain(a)
	require.True(t, story.Case.Owed)
	require.Equal(t, checkout.RunRunning, story.Workflow.Status)
	require.Contains(t, story.WaitsFor, "for an operator to settle it with the provider")
	require.Contains(t, strings.Join(story.Advice, "\n"), "kontor checkout compensate")
	s.exec(`update checkout_attempt set updated_at = now() - interval '1 hour' where id = $1`, a.ID)
	stuck, _, err := s.desk().List(s.ctx, checkout.CaseFilter{}, true, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, stuck, 1)
	require.Equal(t, checkout.TroubleOwed, stuck[0].Trouble)

	err = s.desk().Compensate(s.ctx, a.ID, erika)
	require.ErrorIs(t, err, fault.New(fault.Conflict, tooLate), "who asks is answered, not kept waiting")
	require.NoError(t, s.desk().Hold(s.ctx, a.ID, erika))
	require.NoError(t, s.desk().Release(s.ctx, a.ID, erika))
	s.provider.set(func() { s.provider.keeps = "" })
	require.NoError(t, s.desk().Compensate(s.ctx, a.ID, erika))
	s.owesNoMore(a)
	require.Equal(t, 1, pay.refund)
	s.record("give-back-refused", a.ID)
}

// What wakes the pause after a refusal: an operator's retry, and whatever the provider tells.
func TestRefusedMoneyIsAskedForAgainWhenSomethingIsNew(t *testing.T) {
	for name, wake := range map[string]func(*shop, *checkout.Attempt){
		"retry":   func(s *shop, a *checkout.Attempt) { require.NoError(s, s.desk().Retry(s.ctx, a.ID, erika)) },
		"webhook": func(s *shop, a *checkout.Attempt) { s.late(a, "again") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, short)
			a, pay := s.kept()
			s.provider.set(func() { s.provider.keeps = "" })
			wake(s, a)
			s.owesNoMore(a)
			require.Equal(t, 1, pay.refund)
		})
	}
}

// A workflow that was terminated, or lost, is not the end of the money: the next run knows of it from the database.
func TestMoneyOwedOutlivesItsWorkflow(t *testing.T) {
	s := newShop(t, short)
	a, pay := s.kept()
	require.NoError(t, s.temporal.TerminateWorkflow(s.ctx, "checkout-"+a.ID, "", "by mistake"))
	s.provider.set(func() { s.provider.keeps = "" })
	require.Contains(t, s.explain(a).Advice[0], "kontor checkout retry")
	require.NoError(t, s.desk().Retry(s.ctx, a.ID, erika))
	s.owesNoMore(a)
	require.Equal(t, 1, pay.refund)
}

// Money that an operator transferred is closed with that: nobody tries to give it back again, and nobody can say so twice.
func TestMoneyThatWasTransferredIsClosed(t *testing.T) {
	s := newShop(t, short)
	a, pay := s.kept()
	desk, log := s.deskWithLog()
	require.Contains(t, strings.Join(s.explain(a).Advice, "\n"), "kontor checkout repaid")
	require.NoError(t, desk.Repaid(s.ctx, a.ID, erika))
	s.provider.set(func() { s.provider.keeps = "" })
	require.Eventually(t, func() bool { return s.explain(a).Workflow.Status == "completed" }, 20*time.Second, 20*time.Millisecond)
	s.late(a, "once more")
	story := s.explain(a)
	require.False(t, story.Case.Owed)
	require.Empty(t, story.Wrong)
	require.NotContains(t, story.Stands, "has to go back")
	require.ErrorIs(t, desk.Repaid(s.ctx, a.ID, erika), fault.New(fault.Conflict, checkout.ReasonNotOwed))
	require.Eventually(t, func() bool {
		return s.count(`select count(*) from webhook_event where handled_at is null`) == 0 && s.explain(a).Workflow.Status == "completed"
	}, 20*time.Second, 20*time.Millisecond)
	require.Zero(t, pay.refund)

	entries, _, err := log.Entries(s.ctx, audit.Filter{Action: "checkout.repaid"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, []string{"erika", "the customer called", ""}, []string{entries[1].Actor, entries[1].Reason, entries[1].Failure})
	require.Contains(t, entries[0].Failure, checkout.ReasonNotOwed, "what was refused is written down too")
}

func TestNothingIsTransferredForAnOrder(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("invoice")
	require.ErrorIs(t, s.desk().Repaid(s.ctx, a.ID, erika), fault.New(fault.Conflict, checkout.ReasonNotOwed))
}

// A provider that takes days to give money back tells when it has, and is asked for it once.
func TestARefundUnderWayEndsWhenTheProviderSaysSo(t *testing.T) {
	s := newShop(t, short)
	a := s.buy("fakepal")
	s.reaches(a.ID, checkout.Failed)
	pay := s.provider.become(a, checkout.OutcomeAuthorized)
	s.provider.set(func() { s.provider.slow = true })
	s.late(a, "late")
	require.Eventually(t, func() bool { return !s.explain(a).Case.GoingBackAt.IsZero() }, 20*time.Second, 20*time.Millisecond)
	s.late(a, "the same")
	require.Eventually(t, func() bool {
		story := s.explain(a)
		return story.Case.Events == 0 && strings.HasPrefix(story.WaitsFor, "for the provider to finish giving the money back")
	}, 20*time.Second, 20*time.Millisecond)
	require.True(t, s.explain(a).Case.Owed)
	s.provider.become(a, checkout.OutcomeRefunded)
	s.hook(checkout.WebhookEvent{ID: "done", Plugin: "fakepal", AttemptID: a.ID, Result: checkout.Result{Outcome: checkout.OutcomeRefunded}})
	s.owesNoMore(a)
	require.Equal(t, 1, pay.refund)
	require.Equal(t, 1, s.count(`select count(*) from order_notice where kind = $1`, checkout.NoticeGivenBack))
}
