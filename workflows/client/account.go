package client

import (
	"context"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	workflow "kontor.dev/kontor/workflows/account"
)

// Account drives what takes time about accounts. It implements customer.Process.
type Account struct {
	temporal client.Client
	queue    string
}

var _ customer.Process = (*Account)(nil)

// NewAccount makes the client for workers of the task queue.
func NewAccount(temporal client.Client, queue string) *Account {
	return &Account{temporal: temporal, queue: queue}
}

// Changed signals the customer's workflow; one that has ended, or never ran, is started to look.
func (a *Account) Changed(ctx context.Context, customerID int64) error {
	_, err := a.temporal.SignalWithStartWorkflow(ctx, workflow.WorkflowID(customerID), workflow.Changed, nil,
		oneRun(workflow.WorkflowID(customerID), a.queue), workflow.Name, workflow.Input{CustomerID: customerID})
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
