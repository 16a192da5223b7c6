package client

import (
	"context"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	workflow "kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/fulfilment"
)

// Order carries out operators' commands. It implements order.Commands and campus.Orders.
type Order struct {
	checkout   *Checkout
	fulfilment *Fulfilment
	orders     order.Reader
}

var (
	_ order.Commands = (*Order)(nil)
	_ campus.Orders  = (*Order)(nil)
)

// NewOrder makes the commands.
func NewOrder(checkout *Checkout, fulfilment *Fulfilment, orders order.Reader) *Order {
	return &Order{checkout, fulfilment, orders}
}

// Paid records that the money has come. That of a cancelled order is given back.
func (o *Order) Paid(ctx context.Context, id int64, amount money.Amount) (*order.Order, error) {
	was, err := o.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := was.Unbought(); err != nil {
		return nil, err
	}
	if was.Status == order.Placed && amount.IsZero() && !was.PaidAt.IsZero() { // goods on account are placed before they are paid
		return was, nil
	}
	if (was.Charges() || was.Attempt.AwaitsDecision()) && !amount.IsZero() && was.Status != order.Cancelled && amount.Minor < was.Owing().Minor {
		return nil, fault.New(fault.Conflict, "order_paid_in_part")
	}
	if !amount.IsZero() && amount.Minor < was.Captured().Minor { // whoever takes it for what came since the last part
		return nil, fault.New(fault.Conflict, "order_paid_less")
	}
	is, err := o.told(ctx, was, workflow.Paid, amount.Minor)
	if err == nil && is.Status == order.Reserved && (amount.IsZero() || is.Captured().Minor < amount.Minor) {
		return nil, fault.New(fault.Unavailable, "command_unanswered")
	}
	return is, err
}

// Cancel cancels and gives the goods back. An order that waits for its money is its checkout's, one that was placed is
// its fulfilment's; so is one whose money the provider turns out to have promised in the meantime.
func (o *Order) Cancel(ctx context.Context, id int64) (*order.Order, error) {
	return o.cancel(ctx, id, order.ReasonCancelled)
}

// GiveUp cancels an order whose customer did not become a member of the campus programme in time.
func (o *Order) GiveUp(ctx context.Context, id int64) error {
	_, err := o.cancel(ctx, id, order.ReasonUnproven)
	switch fault.ReasonOf(err) {
	case "order_dispatched", "delivery_being_dispatched": // an operator let it go
		return nil
	case "order_awaits_payment": // it is asked again when the payment came to an end
		return fault.New(fault.Unavailable, "order_awaits_payment")
	}
	return err
}

func (o *Order) cancel(ctx context.Context, id int64, reason string) (*order.Order, error) {
	was, err := o.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	if was.Status == order.Reserved {
		if was, err = o.told(ctx, was, workflow.Cancel, reason); err != nil {
			return nil, err
		}
	}
	switch was.Status {
	case order.Placed:
		return o.tell(ctx, id, ident.New(), fulfilment.Cancel, fulfilment.CancelRequest{Reason: reason}, func(before, is *order.Order) bool {
			return is.GaveUp(before)
		})
	case order.Reserved:
		return nil, fault.New(fault.Unavailable, "command_unanswered")
	}
	if err := was.Unbought(); err != nil {
		return nil, err
	}
	return was, nil
}

// Ship dispatches.
func (o *Order) Ship(ctx context.Context, id int64, p order.Pick) (*order.Order, error) {
	r := fulfilment.ShipRequest{Delivery: p.Delivery}
	for _, i := range p.Items {
		r.Items = append(r.Items, fulfilment.Item(i))
	}
	return o.tell(ctx, id, ident.New(), fulfilment.Ship, r, func(before, is *order.Order) bool { return is.Shipped(before, p) })
}

// Deliver records that the customer has the goods. Without a number it is the only delivery under way, also when the step is taken
// again.
func (o *Order) Deliver(ctx context.Context, id int64, delivery int) (*order.Order, error) {
	return o.tell(ctx, id, ident.New(), fulfilment.Deliver, fulfilment.DeliverRequest{Delivery: delivery}, func(_, is *order.Order) bool {
		return is.Handed(delivery)
	})
}

// Refund gives money back.
func (o *Order) Refund(ctx context.Context, id int64, request string, amount money.Amount) (*order.Order, error) {
	booked := func(_, is *order.Order) bool {
		return is.Asked(request) && (amount.IsZero() || is.RefundedFor(request).Minor == amount.Minor)
	}
	return o.tell(ctx, id, ident.New(), fulfilment.Refund, fulfilment.RefundRequest{Request: request, Minor: amount.Minor}, booked)
}

// Return records that a delivery came back. Without a number it is the only one that left, also when the step is taken again.
func (o *Order) Return(ctx context.Context, id int64, delivery int, damaged bool) (*order.Order, error) {
	r := fulfilment.ReturnRequest{Delivery: delivery, Damaged: damaged}
	return o.tell(ctx, id, ident.New(), fulfilment.Return, r, func(_, is *order.Order) bool { return is.CameBack(delivery) })
}

// done tells by an order whether what was asked for is done.
type done func(before, is *order.Order) bool

// tell sends an update to the order's fulfilment. The order may come with a provider's answer outstanding. Fault Unavailable
// ("command_unanswered") where it does not show in time that it is done: it may still be.
func (o *Order) tell(ctx context.Context, id int64, updateID, update string, arg any, booked done) (*order.Order, error) {
	before, err := o.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	if before.Status != order.Placed && before.Status != order.Cancelled {
		return nil, fault.New(fault.Conflict, "order_not_placed")
	}
	there := func(ctx context.Context) bool {
		is, err := o.orders.Order(ctx, id)
		return err == nil && booked(before, is)
	}
	if err := o.fulfilment.tell(ctx, order.Ref{ID: id, AttemptID: before.AttemptID}, updateID, update, arg, there); err != nil {
		return nil, err
	}
	return o.orders.Order(ctx, id)
}

// told sends an update to the order's checkout.
func (o *Order) told(ctx context.Context, was *order.Order, update string, args ...any) (*order.Order, error) {
	if _, err := o.checkout.tell(ctx, was.AttemptID, ident.New(), update, args...); err != nil {
		return nil, err
	}
	return o.orders.Order(ctx, was.ID)
}
