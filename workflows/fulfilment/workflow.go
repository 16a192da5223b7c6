package fulfilment

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

const (
	// pause keeps a step that fails for good from being taken again at once.
	pause = time.Minute
	// soonest keeps a worker whose clock is behind from being asked again and again whether it is time.
	soonest = time.Second
)

// How long the shop waits before it asks again for money that did not go back.
const (
	firstGiveBack = 5 * time.Minute
	lastGiveBack  = 15 * time.Minute
)

// Workflow drives one order. It ends when nothing is left to happen and every message is answered.
func Workflow(ctx workflow.Context, in Input) error {
	o := &order{id: in.OrderID}
	if err := o.listen(ctx); err != nil {
		return err
	}
	scans, wakes := workflow.GetSignalChannel(ctx, Scan), workflow.GetSignalChannel(ctx, Wake)
	if err := o.local(ctx, actPlan, o.id); err != nil {
		return err
	}
	for {
		var scan int64
		switch {
		case len(o.progress.Owed) > 0 && !workflow.Now(ctx).Before(o.again):
			o.giveBack(ctx)
		case scans.ReceiveAsync(&scan):
			o.settle(ctx, o.local(ctx, actScan, o.id, scan))
		case wakes.ReceiveAsync(nil):
			o.settle(ctx, o.local(ctx, actPlan, o.id))
		case len(o.inbox) > 0:
			m := o.inbox[0]
			o.inbox = o.inbox[1:]
			m.err = m.handle(ctx)
			m.done = true
		case !o.progress.Open:
			// Handlers that were just answered still have to return.
			if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
				return err
			}
			if len(o.inbox) == 0 && scans.Len() == 0 && wakes.Len() == 0 {
				return nil
			}
		case workflow.GetInfo(ctx).GetContinueAsNewSuggested() && workflow.AllHandlersFinished(ctx):
			return workflow.NewContinueAsNewError(ctx, Workflow, in)
		default:
			o.await(ctx, scans, wakes)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// await sleeps until a message comes or time does something.
func (o *order) await(ctx workflow.Context, scans, wakes workflow.ReceiveChannel) {
	called := func() bool { return len(o.inbox) > 0 || scans.Len() > 0 || wakes.Len() > 0 }
	at, owed := o.progress.DueAt, false
	if len(o.progress.Owed) > 0 && (at.IsZero() || o.again.Before(at)) {
		at, owed = o.again, true
	}
	if at.IsZero() {
		_ = workflow.Await(ctx, called)
		return
	}
	wait := max(at.Sub(workflow.Now(ctx)), soonest)
	if ok, err := workflow.AwaitWithTimeout(ctx, wait, called); err == nil && !ok && !owed {
		o.settle(ctx, o.run(kit.Patient(ctx), actDue, o.id))
	}
}

// ship dispatches: the label first, which can be taken back, then the money. What is refused leaves everything as it was.
func (o *order) ship(ctx workflow.Context, r ShipRequest) error {
	var number int
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actPick, o.id, r).Get(ctx, &number); err != nil {
		return err
	}
	if number == 0 {
		return nil // it has left already
	}
	if err := workflow.ExecuteActivity(kit.Customer(ctx), actLabel, o.id, number).Get(ctx, nil); err != nil {
		return o.undo(ctx, number, err)
	}
	// Whether money was taken must be known before anything is undone, however long that takes.
	if err := workflow.ExecuteActivity(kit.Patient(ctx), actCapture, o.id, number).Get(ctx, nil); err != nil {
		if err := workflow.ExecuteActivity(kit.Patient(ctx), actUnlabel, o.id, number).Get(ctx, nil); err != nil {
			workflow.GetLogger(ctx).Error("label not taken back", "order", o.id, "delivery", number, "error", err)
		}
		return o.undo(ctx, number, err)
	}
	return o.run(kit.Patient(ctx), actDispatched, o.id, number)
}

// undo plans the goods again and gives why.
func (o *order) undo(ctx workflow.Context, number int, why error) error {
	if err := o.local(ctx, actUnpick, o.id, number); err != nil {
		return err
	}
	return why
}

func (o *order) deliver(ctx workflow.Context, r DeliverRequest) error {
	return o.local(ctx, actDeliver, o.id, r.Delivery)
}

func (o *order) cancel(ctx workflow.Context, r CancelRequest) error {
	return o.andGiveBack(ctx, o.local(ctx, actCancel, o.id, r.Reason))
}

func (o *order) refund(ctx workflow.Context, r RefundRequest) error {
	return o.andGiveBack(ctx, o.local(ctx, actRefund, o.id, r))
}

func (o *order) takeBack(ctx workflow.Context, r ReturnRequest) error {
	return o.andGiveBack(ctx, o.local(ctx, actReturn, o.id, r))
}

// andGiveBack moves the money before the operator is answered.
func (o *order) andGiveBack(ctx workflow.Context, err error) error {
	if err == nil && len(o.progress.Owed) > 0 {
		o.giveBack(ctx)
	}
	return err
}

// giveBack moves money to the customer. Each operation is tried for a minute; what is neither done nor refused by then is asked
// for again between messages, which it must not keep waiting: nobody knows how long a provider takes.
func (o *order) giveBack(ctx workflow.Context) {
	o.rounds++
	// Numbered, so that a run which began to give back as it was done before goes on in this way.
	if workflow.GetVersion(ctx, fmt.Sprintf("give-back-%d", o.rounds), workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		for _, number := range o.progress.Owed {
			o.settle(ctx, o.run(kit.Patient(ctx), actGiveBack, o.id, number))
		}
		return
	}
	failed := false
	for _, number := range o.progress.Owed {
		if err := o.run(kit.Customer(ctx), actGiveBack, o.id, number); err != nil {
			workflow.GetLogger(ctx).Error("money not given back", "order", o.id, "operation", number, "error", err)
			failed = true
		}
	}
	if !failed {
		o.pause = 0
		return
	}
	o.pause = min(max(2*o.pause, firstGiveBack), lastGiveBack)
	o.again = workflow.Now(ctx).Add(o.pause)
}

// settle logs what failed for good. The next message or deadline tries again.
func (o *order) settle(ctx workflow.Context, err error) {
	if err != nil {
		workflow.GetLogger(ctx).Error("step failed", "order", o.id, "error", err)
		_ = workflow.Sleep(ctx, pause)
	}
}

// run takes a step that leaves the machine.
func (o *order) run(ctx workflow.Context, activity string, args ...any) error {
	var p Progress
	err := workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, &p)
	if err == nil {
		o.progress = p
	}
	return err
}

func (o *order) local(ctx workflow.Context, activity string, args ...any) error {
	var p Progress
	err := workflow.ExecuteLocalActivity(kit.Local(ctx), activity, args...).Get(ctx, &p)
	if err == nil {
		o.progress = p
	}
	return err
}
