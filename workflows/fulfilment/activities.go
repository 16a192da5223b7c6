package fulfilment

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	domain "kontor.dev/kontor/core/order"
	"kontor.dev/kontor/workflows/kit"
)

const (
	actPlan       = "fulfilment.plan"
	actPick       = "fulfilment.pick"
	actUnpick     = "fulfilment.unpick"
	actLabel      = "fulfilment.label"
	actUnlabel    = "fulfilment.unlabel"
	actCapture    = "fulfilment.capture"
	actDispatched = "fulfilment.dispatched"
	actDeliver    = "fulfilment.deliver"
	actCancel     = "fulfilment.cancel"
	actRefund     = "fulfilment.refund"
	actReturn     = "fulfilment.return"
	actGiveBack   = "fulfilment.give_back"
	actScan       = "fulfilment.scan"
	actDue        = "fulfilment.due"
)

// Activities are the workflow's steps, over core/order. Each may be repeated.
type Activities struct{ fulfiller *domain.Fulfiller }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, fulfiller *domain.Fulfiller) {
	a := &Activities{fulfiller}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	for name, f := range map[string]any{
		actPlan: a.Plan, actPick: a.Pick, actUnpick: a.Unpick, actLabel: a.Label, actUnlabel: a.Unlabel, actCapture: a.Capture,
		actDispatched: a.Dispatched, actDeliver: a.Deliver, actCancel: a.Cancel, actRefund: a.Refund, actReturn: a.Return,
		actGiveBack: a.GiveBack, actScan: a.Scan, actDue: a.Due,
	} {
		w.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: name})
	}
}

// Plan divides the order into deliveries.
func (a *Activities) Plan(ctx context.Context, id int64) (Progress, error) {
	return progress(a.fulfiller.Plan(ctx, id))
}

// Pick takes what is to be dispatched.
func (a *Activities) Pick(ctx context.Context, id int64, r ShipRequest) (int, error) {
	p := domain.Pick{Delivery: r.Delivery}
	for _, i := range r.Items {
		p.Items = append(p.Items, domain.Item(i))
	}
	return a.fulfiller.Pick(ctx, id, p)
}

// Unpick undoes Pick.
func (a *Activities) Unpick(ctx context.Context, id int64, number int) (Progress, error) {
	return progress(a.fulfiller.Unpick(ctx, id, number))
}

// Label orders the transport. An operator waits: what would come again is told at once.
func (a *Activities) Label(ctx context.Context, id int64, number int) error {
	err := a.fulfiller.Label(ctx, id, number)
	switch fault.ReasonOf(err) {
	case checkout.ReasonBadAnswer, checkout.ReasonFailed:
		return kit.Final(err)
	}
	return err
}

// Unlabel takes the transport back.
func (a *Activities) Unlabel(ctx context.Context, id int64, number int) error {
	return a.watch(ctx, id, a.fulfiller.Unlabel(ctx, id, number))
}

// Capture takes the money of a delivery.
func (a *Activities) Capture(ctx context.Context, id int64, number int) error {
	return a.watch(ctx, id, a.fulfiller.Capture(ctx, id, number))
}

// Dispatched books that a delivery leaves.
func (a *Activities) Dispatched(ctx context.Context, id int64, number int) (Progress, error) {
	return progress(a.fulfiller.Dispatched(ctx, id, number))
}

// Deliver books that the customer has a delivery.
func (a *Activities) Deliver(ctx context.Context, id int64, number int) (Progress, error) {
	return progress(a.fulfiller.Deliver(ctx, id, number))
}

// Cancel gives up what was not dispatched.
func (a *Activities) Cancel(ctx context.Context, id int64, reason string) (Progress, error) {
	return progress(a.fulfiller.Cancel(ctx, id, reason))
}

// Refund asks for money to be given back.
func (a *Activities) Refund(ctx context.Context, id int64, r RefundRequest) (Progress, error) {
	return progress(a.fulfiller.Refund(ctx, id, r.Request, money.Euro(r.Minor)))
}

// Return books that a delivery came back.
func (a *Activities) Return(ctx context.Context, id int64, r ReturnRequest) (Progress, error) {
	return progress(a.fulfiller.Return(ctx, id, r.Delivery, r.Damaged))
}

// GiveBack asks the provider for one operation.
func (a *Activities) GiveBack(ctx context.Context, id int64, number int) (Progress, error) {
	p, err := a.fulfiller.GiveBack(ctx, id, number)
	return progress(p, a.watch(ctx, id, err))
}

// Scan applies a stored scan.
func (a *Activities) Scan(ctx context.Context, id, scan int64) (Progress, error) {
	return progress(a.fulfiller.Scan(ctx, id, scan))
}

// Due does what the time asks for.
func (a *Activities) Due(ctx context.Context, id int64) (Progress, error) {
	return progress(a.fulfiller.Due(ctx, id))
}

// stuck is the try from which an operator should know that a step does not get done.
const stuck = 6

func (a *Activities) watch(ctx context.Context, id int64, err error) error {
	info := activity.GetInfo(ctx)
	if err == nil || info.Attempt != stuck {
		return err
	}
	if again := a.fulfiller.Notice(ctx, id, domain.NoticeStuck, info.ActivityType.Name); again != nil {
		slog.WarnContext(ctx, "notice not kept", "order", id, "error", again)
	}
	return err
}

func progress(p domain.Progress, err error) (Progress, error) {
	return Progress(p), err
}
