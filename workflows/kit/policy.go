package kit

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// forever bounds all tries of a step together. Unless it is said, the time of a single try does.
const forever = 365 * 24 * time.Hour

// Local is for short steps on the shop's own database, run where the workflow runs. They are tried until they succeed
// or cannot, however long the database is away. Pauses that are longer than a workflow task are timers of the server: a task that is kept
// open fills its history as well.
func Local(ctx workflow.Context) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: 10 * time.Second, ScheduleToCloseTimeout: forever,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 50 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 30 * time.Second,
		},
	})
}

// Once is for a short step that is tried once where the workflow runs; the caller has another way when it fails.
func Once(ctx workflow.Context) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: 5 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// Long is for steps on the shop's own database that may take minutes and that nobody waits for.
func Long(ctx workflow.Context) workflow.Context {
	return workflow.WithStartToCloseTimeout(plugin(ctx, 0, 5*time.Minute), 30*time.Minute)
}

// Customer is for calls that leave the machine while a customer waits: tried for at most a minute.
func Customer(ctx workflow.Context) workflow.Context {
	return plugin(ctx, time.Minute, 10*time.Second)
}

// Patient is for calls that leave the machine and must succeed in the end, however long a provider is down.
func Patient(ctx workflow.Context) workflow.Context {
	return plugin(ctx, 0, 5*time.Minute)
}

func plugin(ctx workflow.Context, limit, interval time.Duration) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    30 * time.Second,
		HeartbeatTimeout:       6 * time.Second,
		ScheduleToCloseTimeout: limit,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: interval,
		},
	})
}
