package bench

import (
	"context"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/ident"
)

// What buying would cost at least if it went through its workflow, as it does by methods that do not answer at once: one workflow with
// one update and one local activity. It then sleeps on a timer, as that of a guest order paid in advance, which has no update.
const bareUpdate = "submit"

func bareWorkflow(ctx workflow.Context) error {
	begun, submitted := false, false
	err := workflow.SetUpdateHandler(ctx, bareUpdate, func(ctx workflow.Context) error {
		err := workflow.Await(ctx, func() bool { return begun })
		submitted = true
		return err
	})
	if err != nil {
		return err
	}
	if err := bareStep(ctx); err != nil {
		return err
	}
	begun = true
	if err := workflow.Await(ctx, func() bool { return submitted && workflow.AllHandlersFinished(ctx) }); err != nil {
		return err
	}
	// As the order's workflow, which sleeps until the money comes. It must not wake while other scenarios are measured.
	return workflow.Sleep(ctx, 5*24*time.Hour)
}

// stepsPerRun is how many updates a run takes before it continues as new: a server takes 2,000 of them.
const stepsPerRun = 1000

// A step of a process that waits for its customer is one update with one local activity; the process goes on waiting.
// After its idle time it ends, so that none outlives the bench for long.
func bareSteps(ctx workflow.Context) error {
	const idle = time.Minute
	taken := 0
	err := workflow.SetUpdateHandler(ctx, bareUpdate, func(ctx workflow.Context) error {
		err := bareStep(ctx)
		taken++
		return err
	})
	if err != nil {
		return err
	}
	for seen := -1; seen != taken; {
		seen = taken
		_, err := workflow.AwaitWithTimeout(ctx, idle, func() bool { return taken >= stepsPerRun && workflow.AllHandlersFinished(ctx) })
		if err != nil {
			return err
		}
		if taken >= stepsPerRun {
			return workflow.NewContinueAsNewError(ctx, "bench-steps")
		}
	}
	return nil
}

func bareStep(ctx workflow.Context) error {
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Second})
	return workflow.ExecuteLocalActivity(local, bareActivity).Get(ctx, nil)
}

func bareActivity(context.Context) error { return nil }

// bareWorker runs workflows that do nothing, on a task queue of its own, until ctx ends.
func bareWorker(ctx context.Context, temporal client.Client) (queue string, err error) {
	queue = "bench-" + ident.New()
	w := worker.New(temporal, queue, worker.Options{MaxConcurrentWorkflowTaskPollers: 4})
	w.RegisterWorkflowWithOptions(bareWorkflow, workflow.RegisterOptions{Name: "bench-bare"})
	w.RegisterWorkflowWithOptions(bareSteps, workflow.RegisterOptions{Name: "bench-steps"})
	w.RegisterActivity(bareActivity)
	if err := w.Start(); err != nil {
		return "", fmt.Errorf("start the baseline's worker: %w", err)
	}
	context.AfterFunc(ctx, w.Stop)
	return queue, nil
}

// workflows begins a workflow with each call and waits for what it says first.
func workflows(temporal client.Client, queue string) Scenario {
	return Scenario{Name: Workflow, Do: func(ctx context.Context, _ int) error {
		handle, err := temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
			StartWorkflowOperation: temporal.NewWithStartWorkflowOperation(client.StartWorkflowOptions{
				ID: "bench-" + ident.New(), TaskQueue: queue,
				WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
			}, "bench-bare"),
			UpdateOptions: client.UpdateWorkflowOptions{
				UpdateID: "submit", UpdateName: bareUpdate, WaitForStage: client.WorkflowUpdateStageCompleted,
			},
		})
		if err != nil {
			return err
		}
		return handle.Get(ctx, nil)
	}}
}

// updates sends steps to workflows that run, one workflow per worker at a time.
func updates(temporal client.Client, queue string, concurrency int) Scenario {
	running := make([]string, concurrency)
	return Scenario{
		Name: Update,
		Prepare: func(ctx context.Context, workers int) error {
			return each(ctx, workers, workers, func(ctx context.Context, n int) (err error) {
				running[n], err = beginSteps(ctx, temporal, queue)
				return err
			})
		},
		Do: func(ctx context.Context, worker int) error {
			return step(ctx, temporal, running[worker])
		},
	}
}

func beginSteps(ctx context.Context, temporal client.Client, queue string) (id string, err error) {
	id = "bench-" + ident.New()
	_, err = temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: queue}, "bench-steps")
	return id, err
}

func step(ctx context.Context, temporal client.Client, id string) error {
	handle, err := temporal.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: id, UpdateName: bareUpdate, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err != nil {
		return err
	}
	return handle.Get(ctx, nil)
}
