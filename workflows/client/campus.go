package client

import (
	"context"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/fault"
	workflow "kontor.dev/kontor/workflows/campus"
	"kontor.dev/kontor/workflows/kit"
)

// Campus drives the campus programme. It implements campus.Process.
type Campus struct {
	temporal client.Client
	queue    string
}

var _ campus.Process = (*Campus)(nil)

// NewCampus makes the client for workers of the task queue.
func NewCampus(temporal client.Client, queue string) *Campus {
	return &Campus{temporal: temporal, queue: queue}
}

// Changed signals the customer's workflow; one that has ended, or never ran, is started to look.
func (c *Campus) Changed(ctx context.Context, customerID int64) error {
	ctx = kit.For(ctx, workflow.WorkflowID(customerID))
	_, err := c.temporal.SignalWithStartWorkflow(ctx, workflow.WorkflowID(customerID), workflow.Changed, nil,
		oneRun(workflow.WorkflowID(customerID), c.queue), workflow.Name, workflow.Input{CustomerID: customerID})
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
