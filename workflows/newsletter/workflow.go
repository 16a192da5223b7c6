package newsletter

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// leastWait keeps a workflow whose clock is ahead of the database's from asking over and over.
const leastWait = time.Second

// Workflow waits for the customer's confirmation.
func Workflow(ctx workflow.Context, in Input) error {
	changes := workflow.GetSignalChannel(ctx, Changed)
	for {
		for changes.ReceiveAsync(nil) { // one look at the database answers all that came
		}
		step, err := take(ctx, actAsk, in.SubscriptionID)
		for err == nil && step.Pending && changes.Len() == 0 {
			wait := max(step.DueAt.Sub(workflow.Now(ctx)), leastWait)
			changed, waited := workflow.AwaitWithTimeout(ctx, wait, func() bool { return changes.Len() > 0 })
			if waited != nil {
				return waited
			}
			if !changed {
				step, err = take(ctx, actExpire, in.SubscriptionID)
			}
		}
		if err != nil {
			return err
		}
		if changes.Len() == 0 {
			return nil
		}
	}
}

func take(ctx workflow.Context, activity, id string) (Step, error) {
	var s Step
	err := workflow.ExecuteLocalActivity(kit.Local(ctx), activity, id).Get(ctx, &s)
	return s, err
}
