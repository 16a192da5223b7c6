package checkout

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// How often the provider is asked about an attempt of unknown outcome.
const (
	firstReconcile = time.Second
	lastReconcile  = 5 * time.Minute
)

// Workflow drives one attempt. It ends when the attempt is confirmed or failed and every message is answered.
func Workflow(ctx workflow.Context, in Input) error {
	a := &attempt{id: in.AttemptID}
	if err := a.listen(ctx); err != nil {
		return err
	}
	events := workflow.GetSignalChannel(ctx, Event)
	if err := a.begin(ctx); err != nil {
		return err
	}
	pause := firstReconcile
	for {
		var event int64
		switch {
		case a.compensate:
			a.giveBack(ctx)
		case events.ReceiveAsync(&event):
			a.run(kit.Patient(ctx), actApply, a.id, event)
		case len(a.inbox) > 0:
			a.handle(ctx)
		case a.final():
			// Handlers that were just answered still have to return.
			if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
				return err
			}
			if len(a.inbox) == 0 && events.Len() == 0 {
				return nil
			}
		case workflow.GetInfo(ctx).GetContinueAsNewSuggested() && workflow.AllHandlersFinished(ctx):
			return workflow.NewContinueAsNewError(ctx, Workflow, in)
		case a.state == Unknown:
			if a.quiet(ctx, events, pause) {
				a.run(kit.Customer(ctx), actReconcile, a.id)
				pause = min(2*pause, lastReconcile)
			}
		default:
			a.await(ctx, events)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// begin pays. Methods that answer at once do so within the workflow task, which saves the way over the server; all
// others, and those that failed to, go the durable way.
func (a *attempt) begin(ctx workflow.Context) error {
	var s Step
	err := workflow.ExecuteLocalActivity(kit.Once(ctx), actBegin, a.id).Get(ctx, &s)
	if err == nil && s.State != Authorizing {
		a.set(s)
		return nil
	}
	fresh := err == nil && s.Fresh
	if err = workflow.ExecuteActivity(kit.Customer(ctx), actAuthorize, a.id, fresh).Get(ctx, &s); err == nil {
		a.set(s)
		return nil
	}
	workflow.GetLogger(ctx).Warn("payment could not begin", "attempt", a.id, "error", err)
	// Nothing was sent, or it cannot be known: ask as long as it takes, then fail or go on from what is found.
	err = workflow.ExecuteActivity(kit.Patient(ctx), actLeave, a.id, reasonDown).Get(ctx, &s)
	if err != nil {
		return err
	}
	a.set(s)
	return nil
}

// handle answers the oldest message.
func (a *attempt) handle(ctx workflow.Context) {
	m := a.inbox[0]
	a.inbox = a.inbox[1:]
	switch m.kind {
	case Return:
		if a.state == Redirected || a.state == Unknown {
			a.run(kit.Customer(ctx), actComplete, a.id, m.query)
		}
	case Leave:
		a.run(kit.Customer(ctx), actLeave, a.id, m.text)
	case Cancel:
		a.run(kit.Customer(ctx), actCancel, a.id, m.text)
	case Paid:
		a.local(ctx, actReceived, a.id)
	}
	m.done = true
}

// await sleeps until a message comes or the attempt's time is over.
func (a *attempt) await(ctx workflow.Context, events workflow.ReceiveChannel) {
	if a.step.DueAt.IsZero() {
		_ = workflow.Await(ctx, func() bool { return a.called(events) })
		return
	}
	if !a.quiet(ctx, events, a.step.DueAt.Sub(workflow.Now(ctx))) {
		return
	}
	reason := reasonExpired
	if a.state == Pending {
		reason = reasonNotPaid
	}
	a.run(kit.Patient(ctx), actExpire, a.id, reason)
}

// quiet waits and reports whether no message came in that time.
func (a *attempt) quiet(ctx workflow.Context, events workflow.ReceiveChannel, d time.Duration) bool {
	called, err := workflow.AwaitWithTimeout(ctx, max(d, 0), func() bool { return a.called(events) })
	return err == nil && !called
}

func (a *attempt) called(events workflow.ReceiveChannel) bool {
	return len(a.inbox) > 0 || events.Len() > 0
}

// run takes a step that leaves the machine. One that fails for good leaves the attempt as it was, and the next message
// or deadline tries again; the pause keeps a defect from spinning.
func (a *attempt) run(ctx workflow.Context, activity string, args ...any) {
	var s Step
	if err := workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("step failed", "attempt", a.id, "step", activity, "error", err)
		_ = workflow.Sleep(ctx, time.Second)
		return
	}
	a.set(s)
}

func (a *attempt) local(ctx workflow.Context, activity string, args ...any) {
	var s Step
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), activity, args...).Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("step failed", "attempt", a.id, "step", activity, "error", err)
		return
	}
	a.set(s)
}

// giveBack returns money that no order answers to; it is tried until it is done.
func (a *attempt) giveBack(ctx workflow.Context) {
	if err := workflow.ExecuteActivity(kit.Patient(ctx), actCompensate, a.id).Get(ctx, nil); err != nil {
		workflow.GetLogger(ctx).Error("compensation failed", "attempt", a.id, "error", err)
		_ = workflow.Sleep(ctx, lastReconcile)
		return
	}
	a.compensate = false
}
