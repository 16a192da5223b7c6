package campus

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/campus"
)

const (
	actAdvance = "campus.advance"
	actGiveUp  = "campus.give_up"
)

// Activities are the workflow's steps, over core/campus. Each may be repeated.
type Activities struct {
	service *campus.Service
	orders  campus.Orders
}

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, service *campus.Service, orders campus.Orders) {
	a := &Activities{service, orders}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Advance, activity.RegisterOptions{Name: actAdvance})
	w.RegisterActivityWithOptions(a.GiveUp, activity.RegisterOptions{Name: actGiveUp})
}

// Advance does what is due.
func (a *Activities) Advance(ctx context.Context, customerID int64) (Step, error) {
	n, err := a.service.Advance(ctx, customerID)
	return Step(n), err
}

// GiveUp cancels an order whose customer did not become a member in time.
func (a *Activities) GiveUp(ctx context.Context, orderID int64) error {
	return a.service.GiveUp(ctx, a.orders, orderID)
}
