package privacy

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/privacy"
)

const actAdvance = "privacy.advance"

// Activities are the workflow's steps, over core/privacy. Each may be repeated.
type Activities struct{ service *privacy.Service }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, service *privacy.Service) {
	a := &Activities{service}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Advance, activity.RegisterOptions{Name: actAdvance})
}

// Advance does what is due.
func (a *Activities) Advance(ctx context.Context, id string) (Step, error) {
	due, err := a.service.Advance(ctx, id)
	return Step{DueAt: due}, err
}
