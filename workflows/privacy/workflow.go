package privacy

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

const (
	// leastWait keeps a workflow whose clock is ahead of the database's from asking over and over.
	leastWait = time.Second
	// rounds bounds a run: a deletion may look for years.
	rounds = 500
)

// Workflow looks at the request whenever something is due, until nothing will be.
func Workflow(ctx workflow.Context, in Input) error {
	for range rounds {
		var s Step
		if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actAdvance, in.ID).Get(ctx, &s); err != nil {
			return err
		}
		if s.DueAt.IsZero() {
			return nil
		}
		if err := workflow.Sleep(ctx, max(s.DueAt.Sub(workflow.Now(ctx)), leastWait)); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, Workflow, in)
}
