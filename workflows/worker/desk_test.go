package worker_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	processes "kontor.dev/kontor/workflows/client"
)

var erika = checkout.Operator{Name: "erika", Reason: "the customer called"}

// desk gives the operators' desk of the shop.
func (s *shop) desk() *checkout.Desk {
	d, _ := s.deskWithLog()
	return d
}

func (s *shop) deskWithLog() (*checkout.Desk, *postgres.Audit) {
	log := postgres.NewAudit(s.pool)
	operations := processes.NewDesk(s.temporal, "kontor", s.deps.Queue, s.attempts, s.payloads)
	return checkout.NewDesk(postgres.NewDesk(s.pool), operations, log, clock.System{}), log
}

func (s *shop) explain(a *checkout.Attempt) *checkout.Story {
	s.Helper()
	story, err := s.desk().Explain(s.ctx, a.ID)
	require.NoError(s, err)
	return story
}

// Who pays by invoice pays for what came, and goods that come back are paid back.
func TestWhatWasTakenIsToldAsItWas(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("invoice", "dhl_standard", 2)
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	o, err = s.operator.Cancel(s.ctx, o.ID)
	require.NoError(t, err)
	came := o.Deliveries[1].Amount
	require.Contains(t, s.explain(&o.Attempt).Stands, "pays "+came.String()+" of its")
	_, err = s.operator.Paid(s.ctx, o.ID, money.Amount{})
	require.NoError(t, err)
	for back := range 2 {
		story := s.explain(&o.Attempt)
		require.Equal(t, []int64{came.Minor, came.Minor * int64(back)}, []int64{story.Case.Taken.Minor, story.Case.GivenBack.Minor})
		require.Contains(t, story.Stands, came.String()+" of its "+o.Attempt.Totals.Total.String()+" are taken")
		_, err = s.operator.Return(s.ctx, o.ID, 2, false)
		require.NoError(t, err)
	}
}

// Who fetches one of two deliveries pays in the store for that one, or for both.
func TestCashIsToldAsItWasTaken(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("cashec", pickup, 2)
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}})
	require.NoError(t, err)
	o, err = s.operator.Deliver(s.ctx, o.ID, 2)
	require.NoError(t, err)
	require.Equal(t, o.Deliveries[1].Amount.Minor, s.explain(&o.Attempt).Case.Taken.Minor)
	_, err = s.operator.Paid(s.ctx, o.ID, money.Amount{})
	require.NoError(t, err)
	require.Equal(t, o.Attempt.Totals.Total.Minor, s.explain(&o.Attempt).Case.Taken.Minor)
	o, err = s.operator.Cancel(s.ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, o.Deliveries[0].Amount.Minor, s.explain(&o.Attempt).Case.GivenBack.Minor)
}

func TestWalletThatNobodyFinishesIsGivenUpWithItsMoney(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	pay := s.provider.become(a, checkout.OutcomeAuthorized)
	desk, log := s.deskWithLog()
	story := s.explain(a)
	require.Contains(t, story.Stands, "sent to fakepal to pay")
	require.Empty(t, story.Wrong)
	require.True(t, slices.ContainsFunc(story.Happened, func(m checkout.Moment) bool {
		return m.What == "asking the provider for the money was done: the attempt is redirected"
	}), "%v", story.Happened)
	require.Contains(t, story.WaitsFor, "the customer's return")
	require.Contains(t, strings.Join(story.Advice, "\n"), "kontor checkout compensate")

	require.NoError(t, desk.Compensate(s.ctx, a.ID, erika))
	s.reaches(a.ID, checkout.Failed)
	require.Equal(t, 1, pay.refund)
	require.Equal(t, 100, s.available())
	story = s.explain(a)
	require.False(t, story.Case.Owed)
	require.Contains(t, story.Stands, "it is no order")
	require.Empty(t, story.WaitsFor)

	require.NoError(t, desk.Compensate(s.ctx, a.ID, erika), "once more")
	require.Equal(t, 1, pay.refund, "what is given back is not given back again")
	entries, total, err := log.Entries(s.ctx, audit.Filter{Action: "checkout"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, 2, total)
	first := entries[1]
	require.Equal(t, []string{"erika", "checkout.compensate", "the customer called", ""}, []string{first.Actor, first.Action, first.Reason, first.Failure})
	var before, after struct{ State checkout.State }
	require.NoError(t, json.Unmarshal(first.Before, &before))
	require.NoError(t, json.Unmarshal(first.After, &after))
	require.Equal(t, []checkout.State{checkout.Redirected, checkout.Failed}, []checkout.State{before.State, after.State})
	require.False(t, first.DoneAt.IsZero())
	s.record("operator-compensates", a.ID)
}

// A provider that never says what became of a payment keeps an attempt, and its goods, until an operator has looked there.
func TestAnAttemptOfWhichItsProviderSaysNothingIsEnded(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	s.provider.become(a, checkout.OutcomeUnknown)
	_, err := s.service.Return(s.ctx, a.ID, nil)
	require.NoError(t, err)
	s.reaches(a.ID, checkout.Unknown)
	desk := s.desk()
	require.Contains(t, strings.Join(s.explain(a).Advice, "\n"), "kontor checkout unpaid")
	require.Equal(t, 99, s.available())

	require.NoError(t, desk.Unpaid(s.ctx, a.ID, erika))
	s.reaches(a.ID, checkout.Failed)
	require.Equal(t, 100, s.available())
	story := s.explain(a)
	require.False(t, story.Case.Owed)
	require.True(t, slices.ContainsFunc(story.Happened, func(m checkout.Moment) bool {
		return strings.Contains(m.What, "an operator saw that the provider has no payment")
	}), "%v", story.Happened)

	pay := s.provider.become(a, checkout.OutcomeAuthorized) // there was one after all
	require.NoError(t, desk.Reconcile(s.ctx, a.ID, erika))
	require.Eventually(t, func() bool { return !s.explain(a).Case.Owed && pay.refund == 1 }, 20*time.Second, 20*time.Millisecond)
}

func TestAnOrderIsNotGivenUp(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("moneyorder")
	desk, log := s.deskWithLog()
	err := desk.Compensate(s.ctx, a.ID, erika)
	require.ErrorIs(t, err, fault.New(fault.Conflict, checkout.ReasonPlaced))
	require.Equal(t, order.Reserved, s.order(a.OrderID).Status)
	entries, _, err := log.Entries(s.ctx, audit.Filter{}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Contains(t, entries[0].Failure, checkout.ReasonPlaced, "what was refused is written down too")
}

func TestReconcileFindsTheMoneyOfALostReturn(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	require.NoError(t, s.desk().Reconcile(s.ctx, a.ID, erika), "the provider knows of nothing yet")
	require.Equal(t, checkout.Redirected, s.reaches(a.ID, checkout.Redirected).State)
	pay := s.provider.approve(a)
	require.NoError(t, s.desk().Reconcile(s.ctx, a.ID, erika))
	s.reaches(a.ID, checkout.Confirmed)
	require.Equal(t, 1, pay.captures)
	s.record("operator-reconciles", a.ID)
}

// The provider refuses to take the money back until an operator has done something about it and tries again.
func TestRetryTriesAFailingStepNow(t *testing.T) {
	s := newShop(t, short)
	a := s.buy("fakepal")
	s.provider.set(func() { // the customer pays at the last moment, when the attempt is over
		s.provider.move = func(*payment) error { return fault.New(fault.Unavailable, "provider_down") }
	})
	s.reaches(a.ID, checkout.Failed)
	s.provider.become(a, checkout.OutcomeAuthorized)
	s.hook(checkout.WebhookEvent{ID: "late", Plugin: "fakepal", AttemptID: a.ID, Result: checkout.Result{
		Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: a.Totals.Total, Reference: "PAY-" + a.Key(),
	}})
	require.Eventually(t, func() bool { return strings.Contains(s.explain(a).WaitsFor, "provider_down") }, 20*time.Second, 20*time.Millisecond)
	story := s.explain(a)
	require.True(t, story.Case.Owed)
	require.Contains(t, story.Advice[0], "kontor checkout retry")
	// A real provider's outage lasts until the next try would be minutes away; here the try is asked for at once.
	s.provider.set(func() { s.provider.move = nil })
	require.NoError(t, s.desk().Retry(s.ctx, a.ID, erika))
	require.Eventually(t, func() bool { return !s.explain(a).Case.Owed }, 20*time.Second, 20*time.Millisecond)
	require.Equal(t, 1, s.count(`select count(*) from order_notice where kind = $1`, checkout.NoticeGivenBack))
}

// Without its workflow, which somebody terminated, an attempt is taken up again.
func TestRetryStartsAWorkflowThatIsGone(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("fakepal")
	require.NoError(t, s.temporal.TerminateWorkflow(s.ctx, "checkout-"+a.ID, "", "by mistake"))
	story := s.explain(a)
	require.Equal(t, "terminated", story.Workflow.Status)
	require.Contains(t, story.WaitsFor, "its workflow is terminated")
	require.Contains(t, story.Advice[0], "kontor checkout retry")
	require.NoError(t, s.desk().Retry(s.ctx, a.ID, erika))
	require.Equal(t, checkout.RunRunning, s.explain(a).Workflow.Status)
	s.provider.approve(a)
	back, err := s.service.Return(s.ctx, a.ID, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, back.State)
}

// What is held outlives its time, and what the customer does is applied all the same.
func TestHeldAttemptIsNotExpired(t *testing.T) {
	s := newShop(t, checkout.Policy{Redirect: 12 * time.Second, Prepayment: time.Hour}) // enough to hold it before
	held := func() *checkout.Attempt {
		a := s.buy("fakepal")
		require.NoError(t, s.desk().Hold(s.ctx, a.ID, erika))
		return a
	}
	kept, paid := held(), held()
	// One that is not held shows that the time is over.
	s.reaches(s.buy("fakepal").ID, checkout.Failed)
	require.Equal(t, checkout.Redirected, s.reaches(kept.ID, checkout.Redirected).State)
	require.Contains(t, s.explain(kept).WaitsFor, "held")
	s.provider.approve(paid)
	back, err := s.service.Return(s.ctx, paid.ID, nil)
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, back.State)

	s.rest() // a new worker, and a new run, know of it from the database
	require.NoError(t, s.temporal.TerminateWorkflow(s.ctx, "checkout-"+kept.ID, "", "by mistake"))
	s.work()
	require.NoError(t, s.desk().Retry(s.ctx, kept.ID, erika))
	err = s.desk().Reconcile(s.ctx, kept.ID, erika)
	require.ErrorIs(t, err, fault.New(fault.Conflict, checkout.ReasonHeld))
	s.reaches(kept.ID, checkout.Redirected)

	require.NoError(t, s.desk().Release(s.ctx, kept.ID, erika))
	s.reaches(kept.ID, checkout.Failed)
	s.record("operator-holds", kept.ID)
}

func TestGoodsOfAHeldOrderStay(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("invoice")
	require.NoError(t, s.desk().Hold(s.ctx, a.ID, erika))
	require.NoError(t, s.begun.Begin(s.ctx, order.Ref{ID: a.OrderID, AttemptID: a.ID}))
	_, err := s.operator.Ship(s.ctx, a.OrderID, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_on_hold"))
	require.NoError(t, s.desk().Release(s.ctx, a.ID, erika))
	_, err = s.operator.Ship(s.ctx, a.OrderID, order.Pick{})
	require.NoError(t, err)
}

// A hold waits for who is changing the order: what that picked had left before, and nothing leaves after.
func TestAHoldTakesTurnsWithTheOrder(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	a := s.buy("invoice")
	tx, err := s.pool.Begin(s.ctx)
	require.NoError(t, err)
	_, err = tx.Exec(s.ctx, `select from shop_order where id = $1 for update`, a.OrderID)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.desk().Hold(s.ctx, a.ID, erika) }()
	require.Eventually(t, func() bool {
		return s.count(`select count(*) from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`) == 1
	}, 10*time.Second, 10*time.Millisecond)
	require.Empty(t, done)
	require.NoError(t, tx.Rollback(s.ctx))
	require.NoError(t, <-done)
	require.True(t, s.order(a.OrderID).Attempt.Held)
}

func TestListShowsWhatIsStuck(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	fine, late := s.buy("fakepal"), s.buy("fakepal")
	s.exec(`update checkout_attempt set due_at = now() - interval '1 hour' where id = $1`, late.ID)
	s.rest()
	s.process.SetPatience(1)
	cart, total := s.guest("moneyorder")
	_, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.Error(t, err)
	s.exec(`update checkout_attempt set updated_at = now() - interval '1 hour' where state = 'created'`)
	troubles := func(stuck bool) map[string]checkout.Trouble {
		list, total, err := s.desk().List(context.Background(), checkout.CaseFilter{}, stuck, page.Of(1, 10, 10))
		require.NoError(t, err)
		require.Len(t, list, total)
		found := map[string]checkout.Trouble{}
		for _, c := range list {
			found[c.ID] = c.Trouble
		}
		return found
	}
	require.Len(t, troubles(false), 3)
	stuck := troubles(true)
	require.Len(t, stuck, 2)
	require.Equal(t, checkout.TroubleOverdue, stuck[late.ID])
	require.NotContains(t, stuck, fine.ID)
	require.Contains(t, stuck, s.newest(checkout.Created))
	require.Equal(t, checkout.TroubleNotBegun, stuck[s.newest(checkout.Created)])
	for state, id := range map[checkout.State]string{"": late.ID, checkout.Created: s.newest(checkout.Created)} {
		list, total, err := s.desk().List(context.Background(), checkout.CaseFilter{State: state}, true, page.Of(1, 1, 1))
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, id, list[0].ID, "what is older and goes on by itself takes no place")
		require.Equal(t, map[checkout.State]int{"": 2, checkout.Created: 1}[state], total)
	}
	for stuck, all := range map[bool]int{false: 3, true: 2} {
		seen := map[string]bool{}
		for number := range all + 1 {
			list, total, err := s.desk().List(context.Background(), checkout.CaseFilter{}, stuck, page.Of(number+1, 1, 1))
			require.NoError(t, err)
			require.Equal(t, all, total)
			for _, c := range list {
				seen[c.ID] = true
			}
		}
		require.Len(t, seen, all, "each on one page")
	}
}

func (s *shop) newest(state checkout.State) (id string) {
	s.Helper()
	require.NoError(s, s.pool.QueryRow(s.ctx, `select id::text from checkout_attempt where state = $1 order by created_at desc limit 1`, state).Scan(&id))
	return id
}
