package client

import (
	"context"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/order"
	workflow "kontor.dev/kontor/workflows/checkout"
)

// Order carries out operators' commands. It implements order.Commands.
type Order struct {
	checkout *Checkout
	orders   order.Reader
}

var _ order.Commands = (*Order)(nil)

// NewOrder makes the commands.
func NewOrder(checkout *Checkout, orders order.Reader) *Order { return &Order{checkout, orders} }

// Paid records that the money has come.
func (o *Order) Paid(ctx context.Context, id int64) (*order.Order, error) {
	return o.tell(ctx, id, order.Placed, workflow.Paid)
}

// Cancel cancels and gives the goods back.
func (o *Order) Cancel(ctx context.Context, id int64) (*order.Order, error) {
	return o.tell(ctx, id, order.Cancelled, workflow.Cancel, order.ReasonCancelled)
}

// tell sends the update unless the order is already there.
func (o *Order) tell(ctx context.Context, id int64, goal order.Status, update string, args ...any) (*order.Order, error) {
	was, err := o.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	if was.Status == goal && (goal != order.Placed || !was.PaidAt.IsZero()) {
		return was, nil
	}
	// Goods on account are placed before they are paid.
	if was.Status != order.Reserved && (goal != order.Placed || was.Status != order.Placed) {
		return nil, fault.New(fault.Conflict, "order_not_reserved")
	}
	if _, err := o.checkout.tell(ctx, was.AttemptID, ident.New(), update, args...); err != nil {
		return nil, err
	}
	return o.orders.Order(ctx, id)
}
