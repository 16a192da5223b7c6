package account

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/vat"
)

const (
	actAsk    = "account.ask"
	actSettle = "account.settle"
	actUndo   = "account.undo"
	actLeave  = "account.leave"
)

// Activities are the workflow's steps, over core/customer, core/vat and core/campus. Each may be repeated.
type Activities struct {
	conversions *customer.Conversions
	checks      *vat.Service
	programme   *campus.Service
}

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, conversions *customer.Conversions, checks *vat.Service, programme *campus.Service) {
	a := &Activities{conversions, checks, programme}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Ask, activity.RegisterOptions{Name: actAsk})
	w.RegisterActivityWithOptions(a.Settle, activity.RegisterOptions{Name: actSettle})
	w.RegisterActivityWithOptions(a.Undo, activity.RegisterOptions{Name: actUndo})
	w.RegisterActivityWithOptions(a.Leave, activity.RegisterOptions{Name: actLeave})
}

// Ask asks the authority about the VAT id that the customer has now, if there is one.
func (a *Activities) Ask(ctx context.Context, customerID int64) error {
	return a.checks.Check(ctx, customerID)
}

// Settle ends a conversion that stands, or asks the customer for another VAT id.
func (a *Activities) Settle(ctx context.Context, customerID int64) (Step, error) {
	p, err := a.conversions.Settle(ctx, customerID)
	return Step(p), err
}

// Undo takes a conversion back whose time is over.
func (a *Activities) Undo(ctx context.Context, customerID int64) (Step, error) {
	p, err := a.conversions.Undo(ctx, customerID)
	return Step(p), err
}

// Leave ends a business's part in the campus programme.
func (a *Activities) Leave(ctx context.Context, customerID int64) error {
	return a.programme.Leave(ctx, customerID)
}
