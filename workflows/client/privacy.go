package client

import (
	"context"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/fault"
	workflow "kontor.dev/kontor/workflows/privacy"
)

// Privacy brings customers' requests about their data on.
type Privacy struct {
	temporal client.Client
	queue    string
}

// NewPrivacy makes the client for workers of the task queue.
func NewPrivacy(temporal client.Client, queue string) *Privacy { return &Privacy{temporal, queue} }

// Begin starts a request's workflow, once.
func (p *Privacy) Begin(ctx context.Context, id string) error {
	_, err := p.temporal.ExecuteWorkflow(ctx, oneRun(workflow.WorkflowID(id), p.queue), workflow.Name, workflow.Input{ID: id})
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
