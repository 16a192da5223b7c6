package newsletter

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/newsletter"
)

const (
	actAsk    = "newsletter.ask"
	actExpire = "newsletter.expire"
)

// Activities are the workflow's steps, over core/newsletter. Each may be repeated.
type Activities struct{ service *newsletter.Service }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, service *newsletter.Service) {
	a := &Activities{service}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Ask, activity.RegisterOptions{Name: actAsk})
	w.RegisterActivityWithOptions(a.Expire, activity.RegisterOptions{Name: actExpire})
}

// Ask mails the link.
func (a *Activities) Ask(ctx context.Context, id string) (Step, error) {
	return step(a.service.Ask(ctx, id))
}

// Expire takes back what nobody confirmed.
func (a *Activities) Expire(ctx context.Context, id string) (Step, error) {
	return step(a.service.Expire(ctx, id))
}

func step(s *newsletter.Subscription, err error) (Step, error) {
	if err != nil || s == nil || s.State != newsletter.Pending {
		return Step{}, err
	}
	return Step{Pending: true, DueAt: s.DueAt}, nil
}
