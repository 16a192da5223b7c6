package client

import (
	"context"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/newsletter"
	workflow "kontor.dev/kontor/workflows/newsletter"
)

// Newsletter drives subscriptions. It implements newsletter.Process.
type Newsletter struct {
	temporal client.Client
	queue    string
}

var _ newsletter.Process = (*Newsletter)(nil)

// NewNewsletter makes the client for workers of the task queue.
func NewNewsletter(temporal client.Client, queue string) *Newsletter {
	return &Newsletter{temporal: temporal, queue: queue}
}

// Changed signals the subscription's workflow; one that has ended, or never ran, is started to look.
func (n *Newsletter) Changed(ctx context.Context, id string) error {
	_, err := n.temporal.SignalWithStartWorkflow(ctx, workflow.WorkflowID(id), workflow.Changed, nil,
		oneRun(workflow.WorkflowID(id), n.queue), workflow.Name, workflow.Input{SubscriptionID: id})
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
