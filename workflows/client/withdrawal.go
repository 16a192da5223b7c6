package client

import (
	"context"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/withdrawal"
	workflow "kontor.dev/kontor/workflows/withdrawal"
)

// Withdrawal drives withdrawals. It implements withdrawal.Process.
type Withdrawal struct {
	temporal client.Client
	queue    string
}

var _ withdrawal.Process = (*Withdrawal)(nil)

// NewWithdrawal makes the client for workers of the task queue.
func NewWithdrawal(temporal client.Client, queue string) *Withdrawal {
	return &Withdrawal{temporal: temporal, queue: queue}
}

// Start begins the workflow; one that runs is left alone, and a run after the end finds nothing to do.
func (w *Withdrawal) Start(ctx context.Context, id int64) error {
	_, err := w.temporal.ExecuteWorkflow(ctx, w.options(id), workflow.Name, workflow.Input{ID: id})
	return unavailable(err)
}

// Act sends the command, starting the workflow if it has ended.
func (w *Withdrawal) Act(ctx context.Context, id int64, c withdrawal.Command) error {
	told := workflow.Command{Kind: string(c.Kind), OrderID: c.OrderID, AmountMinor: c.Amount.Minor, Reason: c.Reason}
	if c.Agreed != nil {
		told.AgreedMinor = &c.Agreed.Minor
	}
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	handle, err := w.temporal.UpdateWithStartWorkflow(wait, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: w.temporal.NewWithStartWorkflowOperation(w.options(id), workflow.Name, workflow.Input{ID: id}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: ident.New(), UpdateName: workflow.Act, WaitForStage: client.WorkflowUpdateStageCompleted,
			Args: []any{told},
		},
	})
	if err == nil {
		err = handle.Get(wait, nil)
	}
	return unanswered(wait, err)
}

func (w *Withdrawal) options(id int64) client.StartWorkflowOptions {
	return oneRun(workflow.WorkflowID(id), w.queue)
}
