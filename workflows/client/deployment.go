package client

import (
	"context"
	"errors"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/fault"
)

// comesEvery is how often Promote looks whether a worker has come.
const comesEvery = 500 * time.Millisecond

// lively is how long ago a worker that asks for work may have asked, where another has asked just now: Temporal answers each within a
// minute, and remembers for five who has been killed.
const lively = 75 * time.Second

// hiccup is how long Temporal may fail to answer: so it does for a moment where those who asked a queue first have just gone.
const hiccup = 5 * time.Second

// Promote gives a version of the workers that share of the workflows of a task queue, in percent; 100 makes it the
// current one, which open workflows go on with as well, and ends the share that another had. It waits so long for a worker of that
// version to ask for work. Faults: NotFound ("worker_version_unknown") when none does by then, Conflict ("worker_version_current")
// for a share of what is the current one. Temporal is asked again for some seconds while it does not answer: Unavailable
// ("temporal_unavailable").
func Promote(ctx context.Context, temporal client.Client, queue, buildID string, share int, wait time.Duration) error {
	begun := time.Now()
	late := time.NewTimer(max(wait, hiccup))
	defer late.Stop()
	look := time.NewTicker(comesEvery)
	defer look.Stop()
	for {
		err := promote(ctx, temporal, queue, buildID, share)
		answered := fault.CodeOf(err) != fault.Unavailable
		if err == nil || fault.CodeOf(err) == fault.Conflict || answered && time.Since(begun) >= wait {
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
	// Temporal would take a version that was there once, and its work would then lie until somebody starts a worker of it again.
	switch there, err := asks(ctx, temporal, queue, buildID); {
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	case !there:
		return fault.New(fault.NotFound, "worker_version_unknown")
	}
	deployment := temporal.WorkerDeploymentClient().GetHandle(queue)
	if share < 100 {
		_, err := deployment.SetRampingVersion(ctx, client.WorkerDeploymentSetRampingVersionOptions{BuildID: buildID, Percentage: float32(share)})
		return refusal(ctx, deployment, buildID, err)
	}
	if _, err := deployment.SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{BuildID: buildID}); err != nil {
		return refusal(ctx, deployment, "", err)
	}
	now, err := deployment.Describe(ctx, client.WorkerDeploymentDescribeOptions{})
	if err == nil && now.Info.RoutingConfig.RampingVersion != nil { // another's, which Temporal leaves
		_, err = deployment.SetRampingVersion(ctx, client.WorkerDeploymentSetRampingVersionOptions{})
	}
	return refusal(ctx, deployment, "", err)
}

// asks reports whether a worker of that version asks the queue for workflows.
func asks(ctx context.Context, temporal client.Client, queue, buildID string) (bool, error) {
	found, err := temporal.DescribeTaskQueue(ctx, queue, enumspb.TASK_QUEUE_TYPE_WORKFLOW)
	return livelyOf(found.GetPollers(), buildID), err
}

func livelyOf(pollers []*taskqueue.PollerInfo, buildID string) bool {
	var newest time.Time // of Temporal's clock, which may not be this machine's
	for _, p := range pollers {
		if at := p.GetLastAccessTime().AsTime(); at.After(newest) {
			newest = at
		}
	}
	return slices.ContainsFunc(pollers, func(p *taskqueue.PollerInfo) bool {
		return p.GetDeploymentOptions().GetBuildId() == buildID && newest.Sub(p.GetLastAccessTime().AsTime()) < lively
	})
}

// refusal says why Temporal did not do it; share is the version that was to get one.
func refusal(ctx context.Context, deployment client.WorkerDeploymentHandle, share string, err error) error {
	var unknown *serviceerror.NotFound
	var early *serviceerror.FailedPrecondition
	switch {
	case err == nil:
		return nil
	case errors.As(err, &early) && share != "":
		now, failed := deployment.Describe(ctx, client.WorkerDeploymentDescribeOptions{})
		if failed == nil && now.Info.RoutingConfig.CurrentVersion != nil && now.Info.RoutingConfig.CurrentVersion.BuildID == share {
			return fault.Wrap(err, fault.Conflict, "worker_version_current")
		}
		fallthrough
	case errors.As(err, &unknown), errors.As(err, &early):
		return fault.Wrap(err, fault.NotFound, "worker_version_unknown")
	}
	return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
}
