package client

import (
	"context"
	"time"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/order"
	workflow "kontor.dev/kontor/workflows/fulfilment"
	"kontor.dev/kontor/workflows/kit"
)

// operatorPatience is how long an operator waits for a command.
const operatorPatience = time.Minute

// Fulfilment drives what comes after an order was placed. It implements order.Process.
type Fulfilment struct {
	temporal client.Client
	queue    string
	patience time.Duration
}

var _ order.Process = (*Fulfilment)(nil)

// NewFulfilment makes the client for workers of the task queue.
func NewFulfilment(temporal client.Client, queue string) *Fulfilment {
	return &Fulfilment{temporal, queue, operatorPatience}
}

// Begin starts the workflow of a placed order, or finds the running one.
func (f *Fulfilment) Begin(ctx context.Context, ref order.Ref) error {
	_, err := f.temporal.ExecuteWorkflow(kit.For(ctx, workflow.WorkflowID(ref.AttemptID)), f.options(ref), workflow.Name, workflow.Input{OrderID: ref.ID})
	return unavailable(err)
}

// Scan signals the scan; a workflow that has ended is started again to take it.
func (f *Fulfilment) Scan(ctx context.Context, ref order.Ref, scan int64) error {
	return f.signal(ctx, ref, workflow.Scan, scan)
}

// Wake signals so; a workflow that has ended is started again to look.
func (f *Fulfilment) Wake(ctx context.Context, ref order.Ref) error {
	return f.signal(ctx, ref, workflow.Wake, nil)
}

func (f *Fulfilment) signal(ctx context.Context, ref order.Ref, name string, arg any) error {
	ctx = kit.For(ctx, workflow.WorkflowID(ref.AttemptID))
	_, err := f.temporal.SignalWithStartWorkflow(ctx, workflow.WorkflowID(ref.AttemptID), name, arg, f.options(ref),
		workflow.Name, workflow.Input{OrderID: ref.ID})
	return unavailable(err)
}

// tell sends an update, starting the workflow if it does not run. It gives nil when the answer takes too long: the
// workflow goes on.
func (f *Fulfilment) tell(ctx context.Context, ref order.Ref, updateID, update string, arg any) error {
	wait, cancel := context.WithTimeout(kit.For(ctx, workflow.WorkflowID(ref.AttemptID)), f.patience)
	defer cancel()
	handle, err := f.temporal.UpdateWithStartWorkflow(wait, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(f.options(ref), workflow.Name, workflow.Input{OrderID: ref.ID}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: updateID, UpdateName: update, Args: []any{arg}, WaitForStage: client.WorkflowUpdateStageAccepted,
		},
	})
	if err != nil {
		return unanswered(wait, err)
	}
	if err := handle.Get(wait, nil); err != nil && !late(wait, err) {
		return unavailable(err)
	}
	return nil
}

func (f *Fulfilment) options(ref order.Ref) client.StartWorkflowOptions {
	return oneRun(workflow.WorkflowID(ref.AttemptID), f.queue)
}
