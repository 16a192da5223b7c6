package client

import (
	"context"
	"errors"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/fault"
)

// Promote gives a version of the workers that share of the workflows of a task queue, in percent; 100 makes it the
// current one, which open workflows go on with as well. Fault NotFound ("worker_version_unknown") when no worker of that
// version was ever there.
func Promote(ctx context.Context, temporal client.Client, queue, buildID string, share int) error {
	deployment := temporal.WorkerDeploymentClient().GetHandle(queue)
	var err error
	if share == 100 {
		_, err = deployment.SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{BuildID: buildID})
	} else {
		_, err = deployment.SetRampingVersion(ctx, client.WorkerDeploymentSetRampingVersionOptions{BuildID: buildID, Percentage: float32(share)})
	}
	var unknown *serviceerror.NotFound
	var early *serviceerror.FailedPrecondition
	switch {
	case errors.As(err, &unknown), errors.As(err, &early):
		return fault.Wrap(err, fault.NotFound, "worker_version_unknown")
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	}
	return nil
}
