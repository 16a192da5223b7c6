package account

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

const (
	// askAgain is how often the authority is asked about an id that it does not know: new ones become known after days.
	askAgain = 24 * time.Hour
	// leastWait keeps a workflow whose clock is ahead of the database's from asking over and over.
	leastWait = time.Second
	// rounds bounds a run: who changes the VAT id again and again gets a new history.
	rounds = 100
)

// Workflow has the authority asked, and brings a conversion to its one end or the other.
func Workflow(ctx workflow.Context, in Input) error {
	changes := workflow.GetSignalChannel(ctx, Changed)
	for range rounds {
		for changes.ReceiveAsync(nil) { // one look at the database answers all that came
		}
		// The authority may be away for days, and nobody waits for it.
		if err := workflow.ExecuteActivity(kit.Patient(ctx), actAsk, in.CustomerID).Get(ctx, nil); err != nil {
			return err
		}
		step, err := take(ctx, actSettle, in.CustomerID)
		if err == nil && step.due(workflow.Now(ctx)) && changes.Len() == 0 {
			step, err = take(ctx, actUndo, in.CustomerID)
		}
		switch {
		case err != nil:
			return err
		case step.Ask || changes.Len() > 0:
			continue
		case step == Step{}:
			return leave(ctx, changes, in)
		}
		wait := min(max(step.DueAt.Sub(workflow.Now(ctx)), leastWait), askAgain)
		if _, err := workflow.AwaitWithTimeout(ctx, wait, func() bool { return changes.Len() > 0 }); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, Workflow, in)
}

// leave follows the conversion's end, so that taking it back leaves a membership that goes on.
func leave(ctx workflow.Context, changes workflow.ReceiveChannel, in Input) error {
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actLeave, in.CustomerID).Get(ctx, nil); err != nil {
		return err
	}
	if changes.Len() > 0 { // a signal that nobody reads would be lost
		return workflow.NewContinueAsNewError(ctx, Workflow, in)
	}
	return nil
}

func (s Step) due(now time.Time) bool { return !s.DueAt.IsZero() && !now.Before(s.DueAt) }

func take(ctx workflow.Context, activity string, customerID int64) (Step, error) {
	var s Step
	err := workflow.ExecuteLocalActivity(kit.Local(ctx), activity, customerID).Get(ctx, &s)
	return s, err
}
