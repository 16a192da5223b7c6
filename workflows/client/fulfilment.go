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

// providerPatience is how long an operator waits for a provider to give back what is booked, which is asked for until it is answered.
const providerPatience = 10 * time.Second

// Fulfilment drives what comes after an order was placed. It implements order.Process.
type Fulfilment struct {
	temporal client.Client
	queue    string
	patience time.Duration
	provider time.Duration
	eager    bool
}

var _ order.Process = (*Fulfilment)(nil)

// NewFulfilment makes the client for workers of the task queue.
func NewFulfilment(temporal client.Client, queue string) *Fulfilment {
	return &Fulfilment{temporal: temporal, queue: queue, patience: operatorPatience, provider: providerPatience}
}

// SetPatience changes how long operators wait for an answer, and of that for a provider's.
func (f *Fulfilment) SetPatience(all, provider time.Duration) { f.patience, f.provider = all, provider }

// Begin starts the workflow of a placed order, or finds the running one.
func (f *Fulfilment) Begin(ctx context.Context, ref order.Ref) error {
	options := f.options(ref)
	options.EnableEagerStart = f.eager
	_, err := f.temporal.ExecuteWorkflow(kit.For(ctx, workflow.WorkflowID(ref.AttemptID)), options, workflow.Name, workflow.Input{OrderID: ref.ID})
	return unavailable(err)
}

// Eager is Checkout.Eager.
func (f *Fulfilment) Eager(eager bool) *Fulfilment {
	f.eager = eager
	return f
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

// tell sends an update, starting the workflow if it does not run. When the answer takes too long the workflow goes on: it gives nil
// once booked is true and the provider has had its time, and is unavailable ("command_unanswered") where that never comes true.
func (f *Fulfilment) tell(ctx context.Context, ref order.Ref, updateID, update string, arg any, booked func(context.Context) bool) error {
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
	for {
		once, cancel := context.WithTimeout(wait, f.provider)
		err := handle.Get(once, nil)
		slow := err != nil && late(once, err)
		cancel()
		switch {
		case err == nil:
			return nil
		case !slow:
			return unavailable(err)
		case booked(ctx):
			return nil
		case wait.Err() != nil:
			return unanswered(wait, err)
		}
	}
}

func (f *Fulfilment) options(ref order.Ref) client.StartWorkflowOptions {
	return oneRun(workflow.WorkflowID(ref.AttemptID), f.queue)
}
