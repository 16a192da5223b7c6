package campus

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/campus"
)

const actAdvance = "campus.advance"

// Activities are the workflow's steps, over core/campus. Each may be repeated.
type Activities struct{ service *campus.Service }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, service *campus.Service) {
	a := &Activities{service}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Advance, activity.RegisterOptions{Name: actAdvance})
}

// Advance does what is due.
func (a *Activities) Advance(ctx context.Context, customerID int64) (Step, error) {
	due, err := a.service.Advance(ctx, customerID)
	return Step{DueAt: due}, err
}
