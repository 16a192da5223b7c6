package client

import (
	"context"
	"errors"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	workflow "kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/kit"
)

// Desk does what operators ask of attempts. It implements checkout.Operations.
type Desk struct {
	temporal  client.Client
	namespace string
	checkout  *Checkout
	payloads  converter.DataConverter // reads what histories keep
}

var _ checkout.Operations = (*Desk)(nil)

// NewDesk makes the desk for workers of the task queue; payloads is the converter that the client has. Operators wait
// longer than customers.
func NewDesk(temporal client.Client, namespace, queue string, attempts Attempts, payloads converter.DataConverter) *Desk {
	c := NewCheckout(temporal, queue, attempts)
	c.SetPatience(operatorPatience)
	return &Desk{temporal, namespace, c, payloads}
}

// Look describes the newest run and tells its history.
func (d *Desk) Look(ctx context.Context, attemptID string) (*checkout.Run, error) {
	id := workflow.WorkflowID(attemptID)
	run := &checkout.Run{WorkflowID: id, Status: checkout.RunNone}
	found, err := d.temporal.DescribeWorkflowExecution(ctx, id, "")
	if missing(err) {
		return run, nil
	}
	if err != nil {
		return nil, unavailable(err)
	}
	info := found.GetWorkflowExecutionInfo()
	run.RunID, run.Events = info.GetExecution().GetRunId(), info.GetHistoryLength()
	run.Status, run.Started = statusWords[info.GetStatus()], info.GetStartTime().AsTime()
	if info.GetCloseTime() != nil {
		run.Closed = info.GetCloseTime().AsTime()
	}
	for _, p := range found.GetPendingActivities() {
		step := checkout.RunStep{Name: p.GetActivityType().GetName(), Tries: int(p.GetAttempt()), Failure: p.GetLastFailure().GetMessage()}
		if p.GetState() == enumspb.PENDING_ACTIVITY_STATE_SCHEDULED && p.GetScheduledTime() != nil {
			step.NextAt = p.GetScheduledTime().AsTime()
		}
		run.Steps = append(run.Steps, step)
	}
	run.Moments, err = d.moments(ctx, id, run.RunID)
	return run, err
}

var statusWords = map[enumspb.WorkflowExecutionStatus]string{
	enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING:          checkout.RunRunning,
	enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED:        "completed",
	enumspb.WORKFLOW_EXECUTION_STATUS_FAILED:           "failed",
	enumspb.WORKFLOW_EXECUTION_STATUS_CANCELED:         "canceled",
	enumspb.WORKFLOW_EXECUTION_STATUS_TERMINATED:       "terminated",
	enumspb.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW: "continued",
	enumspb.WORKFLOW_EXECUTION_STATUS_TIMED_OUT:        "timed out",
}

// Retry resets the tries of what is under way and ends a pause before the next, or starts a run.
func (d *Desk) Retry(ctx context.Context, attemptID string) error {
	id := workflow.WorkflowID(attemptID)
	ctx = kit.For(ctx, id)
	found, err := d.temporal.DescribeWorkflowExecution(ctx, id, "")
	if err != nil && !missing(err) {
		return unavailable(err)
	}
	info := found.GetWorkflowExecutionInfo()
	if info.GetStatus() != enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING {
		// Not by an update: the server would answer a repeated one with what the run before said.
		return d.checkout.Begin(ctx, attemptID)
	}
	for _, p := range found.GetPendingActivities() {
		_, err := d.temporal.WorkflowService().ResetActivity(ctx, &workflowservice.ResetActivityRequest{
			Namespace: d.namespace, Execution: &commonpb.WorkflowExecution{WorkflowId: id, RunId: info.GetExecution().GetRunId()},
			Identity: "kontor", Activity: &workflowservice.ResetActivityRequest_Id{Id: p.GetActivityId()},
		})
		if err != nil && !missing(err) { // it may have ended by now
			return unavailable(err)
		}
	}
	if err = d.temporal.SignalWorkflow(ctx, id, info.GetExecution().GetRunId(), workflow.Retry, nil); missing(err) {
		return nil
	}
	return unavailable(err)
}

// Reconcile sends the message; so does Compensate. Both wait until it is handled.
func (d *Desk) Reconcile(ctx context.Context, attemptID string) error {
	return d.tell(ctx, attemptID, workflow.Reconcile)
}

// Compensate gives the attempt up.
func (d *Desk) Compensate(ctx context.Context, attemptID string) error {
	return d.tell(ctx, attemptID, workflow.Compensate)
}

// tell is Checkout.tell for what must be known to be done: an answer that takes too long is fault Unavailable
// ("attempt_still_working"), and the workflow goes on.
func (d *Desk) tell(ctx context.Context, attemptID, update string) error {
	wait, cancel := context.WithTimeout(kit.For(ctx, workflow.WorkflowID(attemptID)), d.checkout.patience)
	defer cancel()
	handle, err := d.temporal.UpdateWithStartWorkflow(wait, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: d.temporal.NewWithStartWorkflowOperation(
			d.checkout.options(attemptID), workflow.Name, workflow.Input{AttemptID: attemptID}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: ident.New(), UpdateName: update, WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	if err == nil {
		err = handle.Get(wait, nil)
	}
	if err != nil && late(wait, err) {
		return fault.Wrap(err, fault.Unavailable, "attempt_still_working")
	}
	return unavailable(err)
}

// Held tells the run, if there is one; the next reads it from the database.
func (d *Desk) Held(ctx context.Context, attemptID string, held bool) error {
	wait, cancel := context.WithTimeout(kit.For(ctx, workflow.WorkflowID(attemptID)), d.checkout.patience)
	defer cancel()
	handle, err := d.temporal.UpdateWorkflow(wait, client.UpdateWorkflowOptions{
		WorkflowID: workflow.WorkflowID(attemptID), UpdateID: ident.New(), UpdateName: workflow.Hold, Args: []any{held},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err == nil {
		err = handle.Get(wait, nil)
	}
	if missing(err) {
		return nil
	}
	return unavailable(err)
}

func missing(err error) bool {
	var none *serviceerror.NotFound
	return errors.As(err, &none)
}
