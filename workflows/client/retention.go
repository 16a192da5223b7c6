package client

import (
	"context"
	"errors"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/retention"
	workflow "kontor.dev/kontor/workflows/retention"
)

// Retention keeps the schedule by which a shop forgets.
type Retention struct {
	temporal client.Client
	queue    string
}

// NewRetention makes the client for workers of the task queue.
func NewRetention(temporal client.Client, queue string) *Retention {
	return &Retention{temporal, queue}
}

// everyNight is when the shop is quiet.
var everyNight = client.ScheduleSpec{
	Calendars: []client.ScheduleCalendarSpec{{
		Hour: []client.ScheduleRange{{Start: 3}}, Minute: []client.ScheduleRange{{Start: 10}},
	}},
	TimeZoneName: "Europe/Berlin",
}

func (r *Retention) id() string { return workflow.ScheduleID(r.queue) }

func (r *Retention) action() *client.ScheduleWorkflowAction {
	return &client.ScheduleWorkflowAction{ID: r.id(), Workflow: workflow.Name, TaskQueue: r.queue}
}

// Begin makes the schedule, whose first run begins at once; one that is there follows today's times, and stays paused where
// an operator paused it. Nights that nobody was up are made up for once. Fault Unavailable ("temporal_unavailable").
func (r *Retention) Begin(ctx context.Context) error {
	_, err := r.temporal.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: r.id(), Spec: everyNight, Action: r.action(), TriggerImmediately: true, Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP,
	})
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		err = r.handle(ctx).Update(ctx, client.ScheduleUpdateOptions{DoUpdate: func(in client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
			s := in.Description.Schedule
			s.Spec, s.Action = &everyNight, r.action()
			return &client.ScheduleUpdate{Schedule: &s}, nil
		}})
	}
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// End takes the schedule away; none is fine.
func (r *Retention) End(ctx context.Context) error {
	err := r.handle(ctx).Delete(ctx)
	if noSchedule(err) {
		return nil
	}
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}

// Schedule says when the rules are applied next, and what came of the last times.
func (r *Retention) Schedule(ctx context.Context) (retention.Schedule, error) {
	d, err := r.handle(ctx).Describe(ctx)
	if noSchedule(err) {
		return retention.Schedule{Runs: []retention.Run{}}, nil
	}
	if err != nil {
		return retention.Schedule{}, fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	}
	s := retention.Schedule{Exists: true, Paused: d.Schedule.State.Paused, Runs: []retention.Run{}}
	if next := d.Info.NextActionTimes; len(next) > 0 && !s.Paused {
		s.NextAt = next[0]
	}
	for _, a := range slices.Backward(d.Info.RecentActions) {
		run := retention.Run{At: a.ActualTime, State: "gone"}
		if w := a.StartWorkflowResult; w != nil {
			run.State, run.Result = r.outcome(ctx, w.WorkflowID, w.FirstExecutionRunID)
		}
		s.Runs = append(s.Runs, run)
	}
	return s, nil
}

const outcomeTimeout = 5 * time.Second

// outcome reads what a run did.
func (r *Retention) outcome(ctx context.Context, workflowID, runID string) (state string, result []retention.Forgotten) {
	ctx, cancel := context.WithTimeout(ctx, outcomeTimeout)
	defer cancel()
	d, err := r.temporal.DescribeWorkflowExecution(ctx, workflowID, runID)
	if err != nil {
		return "gone", nil
	}
	switch d.GetWorkflowExecutionInfo().GetStatus() {
	case enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING:
		return "running", nil
	case enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED:
	default:
		return "failed", nil
	}
	var list []workflow.Forgotten
	if err := r.temporal.GetWorkflow(ctx, workflowID, runID).Get(ctx, &list); err != nil {
		return "failed", nil
	}
	for _, f := range list {
		result = append(result, retention.Forgotten{Rule: f.Rule, Rows: f.Rows, Failed: f.Failed})
	}
	return "completed", result
}

func (r *Retention) handle(ctx context.Context) client.ScheduleHandle {
	return r.temporal.ScheduleClient().GetHandle(ctx, r.id())
}

func noSchedule(err error) bool {
	var none *serviceerror.NotFound
	return errors.As(err, &none)
}
