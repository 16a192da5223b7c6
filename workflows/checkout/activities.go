package checkout

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

const (
	actBegin      = "checkout.begin"
	actAuthorize  = "checkout.authorize"
	actComplete   = "checkout.complete"
	actReconcile  = "checkout.reconcile"
	actExpire     = "checkout.expire"
	actRemind     = "checkout.remind"
	actLeave      = "checkout.leave"
	actCancel     = "checkout.cancel"
	actApply      = "checkout.apply"
	actReceived   = "checkout.received"
	actCompensate = "checkout.compensate"
	actGiveUp     = "checkout.giveup"

	reasonExpired = checkout.ReasonExpired
	reasonNotPaid = checkout.ReasonNotPaid
	reasonDown    = checkout.ReasonDown
	reasonHeld    = checkout.ReasonHeld
)

// Activities are the workflow's steps, over core/checkout. Each may be repeated.
type Activities struct{ payer *checkout.Payer }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, payer *checkout.Payer) {
	a := &Activities{payer}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	for name, f := range map[string]any{
		actBegin: a.Begin, actAuthorize: a.Authorize, actComplete: a.Complete, actReconcile: a.Reconcile, actExpire: a.Expire,
		actRemind: a.Remind, actLeave: a.Leave, actCancel: a.Cancel, actApply: a.Apply, actReceived: a.Received, actCompensate: a.Compensate,
		actGiveUp: a.GiveUp,
	} {
		w.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: name})
	}
}

// Begin marks the attempt and pays by methods that answer at once.
func (a *Activities) Begin(ctx context.Context, id string) (Step, error) {
	return step(a.payer.Begin(ctx, id, true))
}

// Authorize pays by the others. A repetition is never fresh: the try before may have reached the provider.
func (a *Activities) Authorize(ctx context.Context, id string, fresh bool) (Step, error) {
	return step(a.payer.Authorize(ctx, id, fresh && activity.GetInfo(ctx).Attempt == 1))
}

// Complete handles the customer's return.
func (a *Activities) Complete(ctx context.Context, id string, query map[string]string) (Step, error) {
	return step(a.payer.Complete(ctx, id, query))
}

// Reconcile asks what became of the attempt.
func (a *Activities) Reconcile(ctx context.Context, id string) (Step, error) {
	return step(a.payer.Reconcile(ctx, id))
}

// Expire ends the attempt because its time is over.
func (a *Activities) Expire(ctx context.Context, id, reason string) (Step, error) {
	return step(a.payer.Expire(ctx, id, reason))
}

// Remind writes to the customer whose money has not come.
func (a *Activities) Remind(ctx context.Context, id string) (Step, error) {
	return step(a.payer.Remind(ctx, id))
}

// Cancel ends the attempt, or its reserved order, because an operator says so.
func (a *Activities) Cancel(ctx context.Context, id, reason string) (Step, error) {
	return step(a.payer.Cancel(ctx, id, reason))
}

// Leave ends the attempt because the customer gave it up.
func (a *Activities) Leave(ctx context.Context, id, reason string) (Step, error) {
	return step(a.payer.Leave(ctx, id, reason))
}

// Apply applies a stored webhook event.
func (a *Activities) Apply(ctx context.Context, id string, event int64) (Step, error) {
	return step(a.payer.Apply(ctx, id, event))
}

// Received records money that an operator saw.
func (a *Activities) Received(ctx context.Context, id string, minor int64) (Step, error) {
	return step(a.payer.Received(ctx, id, money.Euro(minor)))
}

// GiveUp ends an attempt that is no order, because an operator says so.
func (a *Activities) GiveUp(ctx context.Context, id string) (Step, error) {
	return step(a.payer.GiveUp(ctx, id))
}

// Compensate gives money back.
func (a *Activities) Compensate(ctx context.Context, id string) error {
	return a.payer.Compensate(ctx, id)
}

func step(s checkout.Settled, err error) (Step, error) {
	return Step{State: State(s.State), DueAt: s.DueAt, RemindAt: s.RemindAt, Compensate: s.Compensate, Fresh: s.Fresh, Held: s.Held}, err
}
