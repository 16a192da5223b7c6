package client

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/fault"
)

// comesEvery is how often Promote looks whether a worker has come.
const comesEvery = 500 * time.Millisecond

// Promote gives a version of the workers that share of the workflows of a task queue, in percent; 100 makes it the
// current one, which open workflows go on with as well. It waits so long for a worker of that version to ask for work. Fault
// NotFound ("worker_version_unknown") when none was ever there by then.
func Promote(ctx context.Context, temporal client.Client, queue, buildID string, share int, wait time.Duration) error {
	late := time.NewTimer(wait)
	defer late.Stop()
	look := time.NewTicker(comesEvery)
	defer look.Stop()
	for {
		err := promote(ctx, temporal, queue, buildID, share)
		if err == nil || fault.CodeOf(err) != fault.NotFound || wait == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			return err
		case <-look.C:
		}
	}
}

func promote(ctx context.Context, temporal client.Client, queue, buildID string, share int) error {
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
