package client

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
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
	_, err := p.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: workflow.WorkflowID(id), TaskQueue: p.queue,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
	}, workflow.Name, workflow.Input{ID: id})
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
