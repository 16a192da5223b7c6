package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
)

// Desk is what operators do with attempts that do not go on by themselves. Whatever changes something is written down.
type Desk struct {
	cases      Cases
	operations Operations
	log        audit.Log
	clock      clock.Clock
}

// NewDesk makes the desk.
func NewDesk(cases Cases, operations Operations, log audit.Log, clock clock.Clock) *Desk {
	return &Desk{cases, operations, log, clock}
}

// Operator is who acts, and why.
type Operator struct{ Name, Reason string }

// List gives a page of cases, the oldest first, and how many there are; only those in trouble when stuck.
func (d *Desk) List(ctx context.Context, f CaseFilter, stuck bool, p page.Page) ([]*Case, int, error) {
	read := p
	if stuck { // which of them are, their pages tell only once they are judged
		f.Open, read = true, page.Page{}
	}
	list, total, err := d.cases.Cases(ctx, f, read)
	if err != nil {
		return nil, 0, err
	}
	now := d.clock.Now()
	for _, c := range list {
		c.Trouble = c.Judge(now)
	}
	if stuck {
		list = slices.DeleteFunc(list, func(c *Case) bool { return c.Trouble == "" })
		total = len(list)
		list = list[min(p.Offset(), total):min(p.Offset()+p.Size, total)]
	}
	return list, total, nil
}

// auditShown is how many of its newest entries a story has.
const auditShown = 50

// Explain tells what happened to an attempt, where it stands, what it waits for and what can be done. idOrOrder is its ID
// or the number of its order. A workflow server that is away is said, not failed with.
func (d *Desk) Explain(ctx context.Context, idOrOrder string) (*Story, error) {
	c, err := d.Case(ctx, idOrOrder)
	if err != nil {
		return nil, err
	}
	record, err := d.cases.Record(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	acts, _, err := d.log.Entries(ctx, audit.Filter{Subject: subject(c)}, page.Of(1, auditShown, auditShown))
	if err != nil {
		return nil, err
	}
	run, err := d.operations.Look(ctx, c.ID)
	if err != nil && fault.CodeOf(err) != fault.Unavailable {
		return nil, err
	}
	return tell(c, record, run, acts, d.clock.Now()), nil
}

// Retry has an attempt taken up again: the step that failed is tried now, or its workflow is started.
func (d *Desk) Retry(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "retry", idOrOrder, by, d.operations.Retry)
}

// Reconcile asks the provider what became of an attempt and applies the answer. Fault as of Case.MayReconcile.
func (d *Desk) Reconcile(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "reconcile", idOrOrder, by, d.operations.Reconcile)
}

// Compensate gives an attempt up that is no order, and its money back. Faults are those of Case.MayCompensate, and the provider's.
func (d *Desk) Compensate(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "compensate", idOrOrder, by, d.operations.Compensate)
}

// Repaid records that an operator gave back the money of an attempt that is no order by other means than the payment's: the
// shop does not try to any more. Fault as of Case.MayRepay.
func (d *Desk) Repaid(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "repaid", idOrOrder, by, func(ctx context.Context, id string) error {
		if err := d.cases.Repaid(ctx, id); err != nil {
			return err
		}
		// The workflow that still tries ends with its next try, now or later.
		if err := d.operations.Retry(ctx, id); fault.CodeOf(err) != fault.Unavailable {
			return err
		}
		return nil
	})
}

// Unpaid gives up an attempt of which its provider has nothing, as an operator has seen there. That counts where the provider gives
// no answer, and is no word against one: what it has is given back as by Compensate. Faults are those of Case.MayCompensate.
func (d *Desk) Unpaid(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "unpaid", idOrOrder, by, func(ctx context.Context, id string) error {
		c, err := d.cases.Case(ctx, id)
		if err != nil {
			return err
		}
		if err := c.MayCompensate(); err != nil {
			return err
		}
		if err := d.cases.Nothing(ctx, id); err != nil {
			return err
		}
		return d.operations.Compensate(ctx, id)
	})
}

// Hold keeps an attempt still: the shop does not expire it, ask about it, or give its money back, and its goods are not
// dispatched. What the customer and the provider do is applied all the same. It may be repeated.
func (d *Desk) Hold(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "hold", idOrOrder, by, func(ctx context.Context, id string) error { return d.hold(ctx, id, true) })
}

// Release lets an attempt go on that was held. It may be repeated.
func (d *Desk) Release(ctx context.Context, idOrOrder string, by Operator) error {
	return d.act(ctx, "release", idOrOrder, by, func(ctx context.Context, id string) error { return d.hold(ctx, id, false) })
}

func (d *Desk) hold(ctx context.Context, id string, held bool) error {
	if err := d.cases.Hold(ctx, id, held); err != nil {
		return err
	}
	return d.operations.Held(ctx, id, held)
}

// Case gives an attempt as it stands, by its ID or the number of its order.
func (d *Desk) Case(ctx context.Context, idOrOrder string) (*Case, error) {
	c, err := d.cases.Case(ctx, idOrOrder)
	if err == nil {
		c.Trouble = c.Judge(d.clock.Now())
	}
	return c, err
}

// standing is what the log keeps of an attempt: no personal data.
type standing struct {
	State  State  `json:"state"`
	Status string `json:"status"`
	Held   bool   `json:"held,omitempty"`
	Owed   bool   `json:"owed,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (c *Case) standing() standing {
	return standing{c.State, c.Status, c.Held, c.Owed, c.Payment.Reason}
}

// subject names an attempt in the log by its order, as commands on orders do.
func subject(c *Case) string { return fmt.Sprintf("order-%d", c.OrderID) }

func (d *Desk) act(ctx context.Context, action, idOrOrder string, by Operator, do func(context.Context, string) error) error {
	c, err := d.Case(ctx, idOrOrder)
	if err != nil {
		return err
	}
	e := audit.Entry{Actor: by.Name, Action: "checkout." + action, Subject: subject(c), Reason: by.Reason}
	return audit.Act(ctx, d.log, e, c.standing(), func(ctx context.Context) (any, error) {
		failed := do(ctx, c.ID)
		after, err := d.Case(context.WithoutCancel(ctx), c.ID)
		if err != nil {
			return nil, errors.Join(failed, err)
		}
		return after.standing(), failed
	})
}
