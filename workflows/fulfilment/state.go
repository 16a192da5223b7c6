package fulfilment

import (
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/kit"
)

// order is the state of a run.
type order struct {
	id       int64
	progress Progress
	inbox    []*message // handled one at a time, in the order they came

	rounds int           // of giving money back
	again  time.Time     // when money that did not go back is asked for again
	pause  time.Duration // before that, after the last round; 0 where nothing failed
}

// message is an update under way. Its handler waits for done.
type message struct {
	handle func(ctx workflow.Context) error
	err    error
	done   bool
}

// listen sets the handlers, before anything else can yield, and in a fixed order: updates that wait for their handler
// start in the order in which the handlers are set.
func (o *order) listen(ctx workflow.Context) error {
	return errors.Join(
		accept(ctx, o, Ship, o.ship, func(r ShipRequest) bool {
			good := r.Delivery >= 0
			for _, i := range r.Items {
				good = good && i.Line >= 0 && i.Quantity > 0
			}
			return good
		}),
		accept(ctx, o, Deliver, o.deliver, func(r DeliverRequest) bool { return r.Delivery >= 0 }),
		accept(ctx, o, Cancel, o.cancel, func(r CancelRequest) bool { return r.Reason != "" }),
		accept(ctx, o, Refund, o.refund, func(r RefundRequest) bool { return r.Request != "" && r.Minor >= 0 }),
		accept(ctx, o, Return, o.takeBack, func(r ReturnRequest) bool { return r.Delivery >= 0 }),
	)
}

// accept sets the handler of an update with its validator.
func accept[R any](ctx workflow.Context, o *order, name string, handle func(workflow.Context, R) error, valid func(R) bool) error {
	return workflow.SetUpdateHandlerWithOptions(ctx, name, func(ctx workflow.Context, r R) error {
		m := &message{handle: func(ctx workflow.Context) error { return handle(ctx, r) }}
		o.inbox = append(o.inbox, m)
		if err := workflow.Await(ctx, func() bool { return m.done }); err != nil {
			return err
		}
		return cause(m.err)
	}, workflow.UpdateHandlerOptions{Validator: func(r R) error {
		if valid(r) {
			return nil
		}
		return kit.ErrorOf(fault.New(fault.Invalid, "input_invalid"))
	}})
}

// cause gives an activity's fault without the activity around it, which is no affair of who sent the message.
func cause(err error) error {
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return app
	}
	return err
}
