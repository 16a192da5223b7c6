package worker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/retention"
	processes "kontor.dev/kontor/workflows/client"
	workflow "kontor.dev/kontor/workflows/retention"
)

// brittle refuses one rule for good.
type brittle struct {
	retention.Keeper
	rule string
}

func (b brittle) Apply(ctx context.Context, rule string, now time.Time) (retention.Forgotten, error) {
	if rule == b.rule {
		return retention.Forgotten{}, fault.Wrap(errors.New("a constraint is in the way"), fault.Conflict, "conflict")
	}
	return b.Keeper.Apply(ctx, rule, now)
}

// schedules makes the shop's schedule and takes it away with the test: Temporal outlives it.
func (s *shop) schedules() *processes.Retention {
	s.Helper()
	schedule := processes.NewRetention(s.temporal, s.deps.Queue)
	s.Cleanup(func() { require.NoError(s, schedule.End(s.ctx)) })
	return schedule
}

// ran waits for the schedule's first run to end.
func (s *shop) ran(schedule *processes.Retention) retention.Run {
	s.Helper()
	var run retention.Run
	require.Eventually(s, func() bool {
		now, err := schedule.Schedule(s.ctx)
		if err != nil || len(now.Runs) == 0 {
			return false
		}
		run = now.Runs[0]
		return run.State == "completed" || run.State == "failed"
	}, 30*time.Second, 100*time.Millisecond)
	return run
}

func TestTheShopForgetsByASchedule(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.buy("invoice")
	s.exec(`update checkout set done_at = null, email = 'erika@example.org', updated_at = now() - interval '31 days'`)
	s.exec(`update checkout_attempt set state = 'failed'`)
	schedule := s.schedules()
	require.NoError(t, schedule.Begin(s.ctx))
	require.NoError(t, schedule.Begin(s.ctx), "every worker does so")

	run := s.ran(schedule)
	require.Equal(t, "completed", run.State)
	require.Len(t, run.Result, len(s.deps.Retention.Rules()))
	require.Contains(t, run.Result, retention.Forgotten{Rule: "unfinished_checkout", Rows: 1})
	require.Zero(t, s.count(`select count(*) from checkout where email <> ''`))

	now, err := schedule.Schedule(s.ctx)
	require.NoError(t, err)
	require.True(t, now.Exists)
	require.Len(t, now.Runs, 1, "a second worker begins no second run")
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	next := now.NextAt.In(berlin)
	require.Equal(t, []int{3, 10}, []int{next.Hour(), next.Minute()})
	require.WithinDuration(t, time.Now(), next, 25*time.Hour)
	s.recordSchedule("daily")

	require.NoError(t, schedule.End(s.ctx))
	require.NoError(t, schedule.End(s.ctx), "the switch may be off for long")
	now, err = schedule.Schedule(s.ctx)
	require.NoError(t, err)
	require.False(t, now.Exists)
}

// A rule that cannot be applied is told, and keeps no other from its turn.
func TestARuleThatFailsKeepsNoOtherFromItsTurn(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	first := s.deps.Retention.Rules()[0].Name
	s.deps.Retention = brittle{s.deps.Retention, first}
	s.work()
	schedule := s.schedules()
	require.NoError(t, schedule.Begin(s.ctx))
	run := s.ran(schedule)
	require.Equal(t, "completed", run.State)
	require.Equal(t, retention.Forgotten{Rule: first, Failed: true}, run.Result[0])
	for _, f := range run.Result[1:] {
		require.False(t, f.Failed, f.Rule)
	}
	s.recordSchedule("rule-failed")
}

// recordSchedule is record for the newest run of the schedule.
func (s *shop) recordSchedule(name string) {
	s.Helper()
	d, err := s.temporal.ScheduleClient().GetHandle(s.ctx, workflow.ScheduleID(s.deps.Queue)).Describe(s.ctx)
	require.NoError(s, err)
	s.recordRun("retention", name, d.Info.RecentActions[0].StartWorkflowResult.WorkflowID)
}
