package withdrawal

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/money"
	domain "kontor.dev/kontor/core/withdrawal"
)

const (
	actDecide  = "withdrawal.decide"
	actPrepare = "withdrawal.prepare"
	actRemind  = "withdrawal.remind"
	actRefund  = "withdrawal.refund"
	actCommand = "withdrawal.command"
)

// Activities are the workflow's steps, over core/withdrawal. Each may be repeated.
type Activities struct{ steps *domain.Steps }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, steps *domain.Steps) {
	a := &Activities{steps}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	for name, f := range map[string]any{
		actDecide: a.Decide, actPrepare: a.Prepare, actRemind: a.Remind, actRefund: a.Refund, actCommand: a.Command,
	} {
		w.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: name})
	}
}

// Decide applies the rules.
func (a *Activities) Decide(ctx context.Context, id int64) (Step, error) {
	return step(a.steps.Decide(ctx, id))
}

// Prepare tells the consumer how the goods come back.
func (a *Activities) Prepare(ctx context.Context, id int64, patient bool) (Step, error) {
	return step(a.steps.Prepare(ctx, id, patient))
}

// Remind writes to the operator.
func (a *Activities) Remind(ctx context.Context, id int64) (Step, error) {
	return step(a.steps.Remind(ctx, id))
}

// Refund pays back.
func (a *Activities) Refund(ctx context.Context, id int64) (Step, error) {
	return step(a.steps.Refund(ctx, id))
}

// Command carries out an operator's command.
func (a *Activities) Command(ctx context.Context, id int64, c Command) (Step, error) {
	cmd := domain.Command{Kind: domain.CommandKind(c.Kind), OrderID: c.OrderID, Reason: c.Reason}
	if c.AmountMinor != 0 {
		cmd.Amount = money.Euro(c.AmountMinor)
	}
	if c.AgreedMinor != nil {
		agreed := money.Euro(*c.AgreedMinor)
		cmd.Agreed = &agreed
	}
	return step(a.steps.Act(ctx, id, cmd))
}

func step(w *domain.Withdrawal, err error) (Step, error) {
	if err != nil {
		return Step{}, err
	}
	return Step{State: State(w.Status), RemindAt: domain.NextReminder(w)}, nil
}
