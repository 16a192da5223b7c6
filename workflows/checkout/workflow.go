package checkout

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// How often the provider is asked about an attempt of unknown outcome.
const (
	firstReconcile = time.Second
	lastReconcile  = 5 * time.Minute
)

// How long the shop waits before it asks again a provider that refuses to give money back.
const (
	firstGiveBack = 5 * time.Minute
	lastGiveBack  = 24 * time.Hour
)

// untold is how long a hold is waited for whose message has not come.
const untold = 10 * time.Second

// Workflow drives one attempt. It ends when the attempt is confirmed or failed and every message is answered.
func Workflow(ctx workflow.Context, in Input) error {
	a := &attempt{id: in.AttemptID}
	if err := a.listen(ctx); err != nil {
		return err
	}
	a.events, a.retries = workflow.GetSignalChannel(ctx, Event), workflow.GetSignalChannel(ctx, Retry)
	if err := a.begin(ctx); err != nil {
		return err
	}
	pause := firstReconcile
	for {
		var event int64
		switch {
		case a.compensate && !a.held && !workflow.Now(ctx).Before(a.again):
			_ = a.giveBack(ctx)
		case a.events.ReceiveAsync(&event):
			_ = a.run(kit.Patient(ctx), actApply, a.id, event)
			a.again = time.Time{} // it may be about the money that goes back
		case a.retries.ReceiveAsync(nil):
			a.again = time.Time{}
		case len(a.inbox) > 0:
			a.handle(ctx)
		case a.final() && !a.compensate:
			// Handlers that were just answered still have to return.
			if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
				return err
			}
			if len(a.inbox) == 0 && a.events.Len() == 0 {
				return nil
			}
		case workflow.GetInfo(ctx).GetContinueAsNewSuggested() && workflow.AllHandlersFinished(ctx):
			return workflow.NewContinueAsNewError(ctx, Workflow, in)
		case a.state == Unknown && !a.held:
			if a.quiet(ctx, pause) {
				_ = a.run(kit.Customer(ctx), actReconcile, a.id)
				pause = min(2*pause, lastReconcile)
			}
		default:
			a.await(ctx)
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
	a.held = s.Held
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
		switch {
		case a.state == Redirected || a.state == Unknown:
			_ = a.run(kit.Customer(ctx), actComplete, a.id, m.query)
		case a.state == Failed && workflow.GetVersion(ctx, "late-return", workflow.DefaultVersion, 1) == 1:
			_ = a.run(kit.Customer(ctx), actReconcile, a.id) // the customer may have paid for what is no order: that goes back
		}
	case Leave:
		_ = a.run(kit.Customer(ctx), actLeave, a.id, m.text)
	case Cancel:
		_ = a.run(kit.Customer(ctx), actCancel, a.id, m.text)
	case Paid:
		a.local(ctx, actReceived, a.id, m.minor)
	case Reconcile:
		m.err = a.run(kit.Customer(ctx), actReconcile, a.id)
	case Compensate:
		if m.err = a.run(kit.Customer(ctx), actGiveUp, a.id); m.err == nil && a.compensate {
			m.err = a.giveBack(ctx)
		}
	}
	m.done = true
}

// await sleeps until a message comes or the attempt's time is over, or it is time to remind of that, or to try again to give money
// back. An attempt that is held has time.
func (a *attempt) await(ctx workflow.Context) {
	if a.compensate && !a.held {
		a.quiet(ctx, a.again.Sub(workflow.Now(ctx)))
		return
	}
	if a.held || a.step.DueAt.IsZero() {
		held := a.held
		_ = workflow.Await(ctx, func() bool { return a.called() || a.held != held })
		return
	}
	if !a.reminded && !a.step.RemindAt.IsZero() {
		if a.quiet(ctx, a.step.RemindAt.Sub(workflow.Now(ctx))) {
			a.reminded = true
			_ = a.run(kit.Patient(ctx), actRemind, a.id)
		}
		return
	}
	if !a.quiet(ctx, a.step.DueAt.Sub(workflow.Now(ctx))) {
		return
	}
	reason := reasonExpired
	if a.state == Pending {
		reason = reasonNotPaid
	}
	_ = a.run(kit.Patient(ctx), actExpire, a.id, reason)
}

// quiet waits and reports whether no message came in that time.
func (a *attempt) quiet(ctx workflow.Context, d time.Duration) bool {
	called, err := workflow.AwaitWithTimeout(ctx, max(d, 0), func() bool { return a.called() || a.held })
	return err == nil && !called
}

func (a *attempt) called() bool {
	return len(a.inbox) > 0 || a.events.Len() > 0 || a.retries.Len() > 0
}

// run takes a step that leaves the machine. One that fails for good leaves the attempt as it was, and the next message
// or deadline tries again; the pause keeps a defect from spinning.
func (a *attempt) run(ctx workflow.Context, activity string, args ...any) error {
	var s Step
	if err := workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("step failed", "attempt", a.id, "step", activity, "error", err)
		a.rest(ctx, err, time.Second)
		return err
	}
	a.set(s)
	return nil
}

// rest pauses after a step that failed for good. One that failed because an operator holds the attempt needs no pause: the
// attempt waits for messages then. Between the hold and the message that tells of it, that message ends the pause.
func (a *attempt) rest(ctx workflow.Context, err error, d time.Duration) {
	switch {
	case kit.ReasonOf(err) != reasonHeld:
		_ = workflow.Sleep(ctx, d)
	case !a.held:
		_, _ = workflow.AwaitWithTimeout(ctx, untold, func() bool { return a.called() || a.held })
	}
}

func (a *attempt) local(ctx workflow.Context, activity string, args ...any) {
	var s Step
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), activity, args...).Get(ctx, &s); err != nil {
		workflow.GetLogger(ctx).Error("step failed", "attempt", a.id, "step", activity, "error", err)
		return
	}
	a.set(s)
}

// giveBack returns money that no order answers to; it is tried until it is done. Of a provider that is away, that is the
// activity's to try; one that refuses is asked again ever more rarely, while messages are answered.
func (a *attempt) giveBack(ctx workflow.Context) error {
	err := workflow.ExecuteActivity(kit.Patient(ctx), actCompensate, a.id).Get(ctx, nil)
	if err == nil {
		a.compensate = false
		return nil
	}
	workflow.GetLogger(ctx).Error("compensation failed", "attempt", a.id, "error", err)
	a.refusals++
	// Numbered, so that a run which began to wait as it was done before goes on in this way.
	if workflow.GetVersion(ctx, fmt.Sprintf("give-back-%d", a.refusals), workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		a.rest(ctx, err, lastReconcile)
		return err
	}
	a.again = workflow.Now(ctx).Add(pauseAfter(a.refusals))
	return err
}
