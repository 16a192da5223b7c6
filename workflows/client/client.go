// Package client implements the core's ports for what takes time with Temporal.
package client

import (
	"context"
	"errors"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	workflow "kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/kit"
)

// patience is how long a customer waits for an answer before the page says that it goes on by itself.
const patience = 12 * time.Second

// Attempts is what the client reads besides the workflows.
type Attempts interface {
	Attempt(ctx context.Context, id string) (*checkout.Attempt, error)
}

// Checkout drives checkout attempts. It implements checkout.Process.
type Checkout struct {
	temporal client.Client
	queue    string
	attempts Attempts
	patience time.Duration
	eager    bool
}

var _ checkout.Process = (*Checkout)(nil)

// NewCheckout makes the client for workers of the task queue.
func NewCheckout(temporal client.Client, queue string, attempts Attempts) *Checkout {
	return &Checkout{temporal: temporal, queue: queue, attempts: attempts, patience: patience}
}

// SetPatience changes how long a customer waits for an answer, 12 seconds unless set.
func (c *Checkout) SetPatience(d time.Duration) { c.patience = d }

// Begin starts the workflow of an attempt, or finds the running one.
func (c *Checkout) Begin(ctx context.Context, attemptID string) error {
	id := workflow.WorkflowID(attemptID)
	options := c.options(attemptID)
	options.EnableEagerStart = c.eager
	_, err := c.temporal.ExecuteWorkflow(kit.For(ctx, id), options, workflow.Name, workflow.Input{AttemptID: attemptID})
	return unavailable(err)
}

// Eager lets workflows that Begin starts have their first task in this process, where a worker of it runs. That halves what Temporal does
// for them. A worker with a build ID is not to: it gets work once an operator says so.
func (c *Checkout) Eager(eager bool) *Checkout {
	c.eager = eager
	return c
}

// Submit starts the workflow and waits for its first answer, in one call.
func (c *Checkout) Submit(ctx context.Context, attemptID string) (checkout.State, error) {
	return c.tell(ctx, attemptID, workflow.Submit, workflow.Submit)
}

// Return passes the query on. Each call is a message of its own: the customer may come back once without having paid
// and again with the same query after paying.
func (c *Checkout) Return(ctx context.Context, attemptID string, query map[string]string) (checkout.State, error) {
	return c.tell(ctx, attemptID, ident.New(), workflow.Return, query)
}

// Supersede ends an attempt that the customer left.
func (c *Checkout) Supersede(ctx context.Context, attemptID string) (checkout.State, error) {
	state, err := c.tell(ctx, attemptID, ident.New(), workflow.Leave, checkout.ReasonLeft)
	if err == nil && state.Open() {
		err = fault.New(fault.Unavailable, "payment_unknown")
	}
	return state, err
}

// Notify signals the event; a workflow that has ended is started again to take it.
func (c *Checkout) Notify(ctx context.Context, attemptID string, eventID int64) error {
	ctx = kit.For(ctx, workflow.WorkflowID(attemptID))
	_, err := c.temporal.SignalWithStartWorkflow(ctx, workflow.WorkflowID(attemptID), workflow.Event, eventID,
		c.options(attemptID), workflow.Name, workflow.Input{AttemptID: attemptID})
	return unavailable(err)
}

// tell sends an update to the attempt's workflow, starting it if it does not run, and gives the state that it answers
// with. When the answer takes too long, the state is what the database has.
func (c *Checkout) tell(ctx context.Context, attemptID, updateID, update string, args ...any) (checkout.State, error) {
	wait, cancel := context.WithTimeout(kit.For(ctx, workflow.WorkflowID(attemptID)), c.patience)
	defer cancel()
	handle, err := c.temporal.UpdateWithStartWorkflow(wait, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: c.temporal.NewWithStartWorkflowOperation(
			c.options(attemptID), workflow.Name, workflow.Input{AttemptID: attemptID}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: updateID, UpdateName: update, Args: args, WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	var state checkout.State
	if err == nil {
		err = handle.Get(wait, &state)
	}
	if err == nil {
		return state, nil
	}
	if !late(wait, err) {
		return "", unavailable(err)
	}
	a, readErr := c.attempts.Attempt(ctx, attemptID)
	if readErr != nil {
		return "", readErr
	}
	if a.State == checkout.Created {
		return "", unavailable(err) // nobody took it up, so it is not under way
	}
	return a.State, nil
}

func (c *Checkout) options(attemptID string) client.StartWorkflowOptions {
	return oneRun(workflow.WorkflowID(attemptID), c.queue)
}

// taskTimeout is how soon Temporal gives a step to another worker when the one that began it died. Twice that is less than
// patience, so that a customer gets the answer after two deaths. A worker that lives has four fifths of it to say that a step
// on the database goes on; less would take steps from workers of a busy machine. Workflows that were started before keep theirs.
const taskTimeout = 5 * time.Second

// oneRun starts a workflow of which one runs at a time, and another after it ended.
func oneRun(id, queue string) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID: id, TaskQueue: queue, WorkflowTaskTimeout: taskTimeout,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
	}
}

// late reports whether the answer was not waited for long enough, as opposed to having failed.
func late(ctx context.Context, err error) bool {
	var deadline *serviceerror.DeadlineExceeded
	var update *client.WorkflowUpdateServiceTimeoutOrCanceledError
	return ctx.Err() != nil || errors.As(err, &deadline) || errors.As(err, &update)
}

// unanswered is unavailable for what operators ask: where nobody took the message in time it waits at the server, and may still be
// done. Fault Unavailable ("command_unanswered").
func unanswered(ctx context.Context, err error) error {
	if err != nil && late(ctx, err) {
		return fault.Wrap(err, fault.Unavailable, "command_unanswered")
	}
	return unavailable(err)
}

// unavailable classifies an error of Temporal: what a workflow or activity failed with is its fault, all else means
// that the server cannot be used now.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return kit.FaultOf(err)
	}
	return fault.Wrap(err, fault.Unavailable, "checkout_unavailable")
}
