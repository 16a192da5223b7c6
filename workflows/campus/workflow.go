package campus

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

const (
	// leastWait keeps a workflow whose clock is ahead of the database's from asking over and over.
	leastWait = time.Second
	// rounds bounds a run: who applies again and again gets a new history.
	rounds = 500
)

// Workflow looks at the record whenever something is due or has changed, until nothing will be.
func Workflow(ctx workflow.Context, in Input) error {
	changes := workflow.GetSignalChannel(ctx, Changed)
	for range rounds {
		for changes.ReceiveAsync(nil) { // one look at the database answers all that came
		}
		var s Step
		if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actAdvance, in.CustomerID).Get(ctx, &s); err != nil {
			return err
		}
		for _, orderID := range s.Overdue { // an order's own workflow does it, and may take its time
			if err := workflow.ExecuteActivity(kit.Patient(ctx), actGiveUp, orderID).Get(ctx, nil); err != nil {
				return err
			}
		}
		if changes.Len() > 0 || len(s.Overdue) > 0 {
			continue
		}
		if s.DueAt.IsZero() {
			return nil
		}
		wait := max(s.DueAt.Sub(workflow.Now(ctx)), leastWait)
		if _, err := workflow.AwaitWithTimeout(ctx, wait, func() bool { return changes.Len() > 0 }); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, Workflow, in)
}
