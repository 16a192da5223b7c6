package client

import (
	"context"
	"strconv"
	"strings"

	campus "kontor.dev/kontor/workflows/campus"
	checkout "kontor.dev/kontor/workflows/checkout"
	fulfilment "kontor.dev/kontor/workflows/fulfilment"
	"kontor.dev/kontor/workflows/kit"
)

// KeyStore has the keys of histories: of an attempt, which serves its order as well, and of a customer, made when it is
// first asked for. nil is of something that never was, or whose key was destroyed.
type KeyStore interface {
	AttemptKey(ctx context.Context, attemptID string) ([]byte, error)
	CustomerKey(ctx context.Context, customerID int64) ([]byte, error)
}

// Keys finds the key of a workflow by its name. It implements kit.Keys.
type Keys struct{ store KeyStore }

var _ kit.Keys = Keys{}

// NewKeys makes it.
func NewKeys(store KeyStore) Keys { return Keys{store} }

// Key gives the key of a workflow about somebody's order or account, nil for others.
func (k Keys) Key(ctx context.Context, workflowID string) ([]byte, error) {
	for _, prefix := range []string{checkout.WorkflowID(""), fulfilment.WorkflowID("")} {
		if id, ok := strings.CutPrefix(workflowID, prefix); ok {
			return k.store.AttemptKey(ctx, id)
		}
	}
	prefix := strings.TrimSuffix(campus.WorkflowID(0), "0")
	if text, ok := strings.CutPrefix(workflowID, prefix); ok {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			return k.store.CustomerKey(ctx, id)
		}
	}
	return nil, nil
}
