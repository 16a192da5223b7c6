package withdrawal

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// withdrawal is a run's memory.
type withdrawal struct {
	id       int64
	step     Step
	prepared bool // the consumer knows how the goods come back
	inbox    []*message
}

// message is a command that waits for its turn.
type message struct {
	command Command
	done    bool
	err     error
}

// listen takes commands, each answered when the main loop has handled it.
func (w *withdrawal) listen(ctx workflow.Context) error {
	return workflow.SetUpdateHandler(ctx, Act, func(ctx workflow.Context, c Command) error {
		m := &message{command: c}
		w.inbox = append(w.inbox, m)
		if err := workflow.Await(ctx, func() bool { return m.done }); err != nil {
			return err
		}
		return m.err
	})
}

// set takes over a step. What an operator accepts after all is prepared like anything else.
func (w *withdrawal) set(s Step) {
	if s.State != w.step.State && s.State == Accepted {
		w.prepared = false
	}
	w.step = s
}

func (w *withdrawal) final() bool { return w.step.State == Settled || w.step.State == Refused }

// untilReminder is how long nothing needs to be done. Clocks differ: a reminder that comes a moment too early does
// nothing, and the second keeps it from being asked for without end.
func (w *withdrawal) untilReminder(now time.Time) time.Duration {
	return max(w.step.RemindAt.Sub(now), time.Second)
}
