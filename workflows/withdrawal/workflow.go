package withdrawal

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// labelPatience is how long a consumer waits for the label of a carrier that does not answer; then they are told to send
// the goods without one.
const labelPatience = time.Hour

// Workflow handles one withdrawal. It ends when nothing is open and every command is answered.
func Workflow(ctx workflow.Context, in Input) error {
	w := &withdrawal{id: in.ID}
	if err := w.listen(ctx); err != nil {
		return err
	}
	var s Step
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actDecide, w.id).Get(ctx, &s); err != nil {
		return err
	}
	w.set(s)
	w.prepared = in.Prepared
	for ctx.Err() == nil {
		switch {
		case len(w.inbox) > 0:
			w.handle(ctx)
		case w.step.State == Accepted && !w.prepared:
			w.prepare(ctx)
		case w.step.State == Refunding:
			w.refund(ctx)
		case w.final():
			if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
				return err
			}
			if len(w.inbox) == 0 {
				return nil
			}
		case workflow.GetInfo(ctx).GetContinueAsNewSuggested() && workflow.AllHandlersFinished(ctx):
			return workflow.NewContinueAsNewError(ctx, Workflow, Input{ID: w.id, Prepared: w.prepared})
		default:
			called, err := workflow.AwaitWithTimeout(ctx, w.untilReminder(workflow.Now(ctx)), func() bool { return len(w.inbox) > 0 })
			if err == nil && !called {
				w.remind(ctx)
			}
		}
	}
	return ctx.Err()
}

// handle answers the oldest command.
func (w *withdrawal) handle(ctx workflow.Context) {
	m := w.inbox[0]
	w.inbox = w.inbox[1:]
	var s Step
	if m.err = workflow.ExecuteLocalActivity(kit.Local(ctx), actCommand, w.id, m.command).Get(ctx, &s); m.err == nil {
		w.set(s)
	}
	m.done = true
}

// prepare gets a label, and goes without one when the carrier stays away.
func (w *withdrawal) prepare(ctx workflow.Context) {
	patient := workflow.WithScheduleToCloseTimeout(kit.Patient(ctx), labelPatience)
	var s Step
	err := workflow.ExecuteActivity(patient, actPrepare, w.id, true).Get(ctx, &s)
	if err != nil {
		workflow.GetLogger(ctx).Warn("no return label", "withdrawal", w.id, "error", err)
		err = workflow.ExecuteActivity(kit.Patient(ctx), actPrepare, w.id, false).Get(ctx, &s)
	}
	if err != nil {
		workflow.GetLogger(ctx).Error("withdrawal not announced", "withdrawal", w.id, "error", err)
		_ = workflow.Sleep(ctx, time.Minute)
		return
	}
	w.set(s)
	w.prepared = true
}

// refund pays back, however long the provider is down. Meanwhile commands are answered and the operator is reminded.
func (w *withdrawal) refund(ctx workflow.Context) {
	paying := workflow.ExecuteActivity(kit.Patient(ctx), actRefund, w.id)
	for !paying.IsReady() && ctx.Err() == nil {
		called, err := workflow.AwaitWithTimeout(ctx, w.untilReminder(workflow.Now(ctx)), func() bool {
			return paying.IsReady() || len(w.inbox) > 0
		})
		switch {
		case err != nil:
			return
		case !called:
			w.remind(ctx)
		case len(w.inbox) > 0:
			w.handle(ctx)
		}
	}
	var s Step
	if err := paying.Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("refund failed", "withdrawal", w.id, "error", err)
		_ = workflow.Sleep(ctx, time.Minute)
		return
	}
	w.set(s)
}

func (w *withdrawal) remind(ctx workflow.Context) {
	var s Step
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actRemind, w.id).Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("no reminder", "withdrawal", w.id, "error", err)
		_ = workflow.Sleep(ctx, time.Minute)
		return
	}
	w.set(s)
}
