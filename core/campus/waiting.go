package campus

import (
	"context"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// Grace is how long somebody whose proof was refused, or came to nothing, may still become a member before the orders that
// wait for it are cancelled.
const Grace = 14 * 24 * time.Hour

// Waiting is an order with goods at the programme's prices that was placed by somebody who was no member yet. It leaves the
// house once its customer is one. The price was agreed, so it is never raised: an order whose customer does not become a
// member is cancelled, and the customer may order anew at the price for everybody.
//
//	placed while pending ──member──► may leave
//	        │  └──an operator lets it go──► may leave
//	        └──DueAt over──► cancelled, the money goes back
//
// DueAt is Grace after the application's end, or after its refusal where that comes first; applying again does not move it.
type Waiting struct {
	OrderID int64     `json:"orderId"`
	DueAt   time.Time `json:"dueAt"`
}

// Orders cancels orders; workflows/client implements it.
type Orders interface {
	// GiveUp cancels an order whose customer did not become a member in time. One that is over already, or has left, is
	// no fault. Fault Unavailable means to try again.
	GiveUp(ctx context.Context, orderID int64) error
}

// Next is what remains to be done after a look at a record.
type Next struct {
	DueAt   time.Time // when to look again; zero: when something changes
	Overdue []int64   // orders to be cancelled and then released before that
}

// Held reports whether the goods of an order stay, because its customer is no member yet.
func (s *Service) Held(ctx context.Context, orderID int64) (bool, error) {
	return s.store.Held(ctx, orderID)
}

// Release lets the goods of an order leave that waited. Fault NotFound ("campus_order_not_waiting").
func (s *Service) Release(ctx context.Context, orderID int64) error {
	return s.store.Release(ctx, orderID)
}

// GiveUp cancels an order that waited for too long. Done again it does nothing.
func (s *Service) GiveUp(ctx context.Context, orders Orders, orderID int64) error {
	if err := orders.GiveUp(ctx, orderID); err != nil {
		return err
	}
	err := s.store.Release(ctx, orderID)
	if fault.CodeOf(err) == fault.NotFound {
		return nil
	}
	return err
}

// refuse gives the orders that wait their last time, and what the customer is told of them.
func (r *Record) refuse(now time.Time) []mail.CampusOrder {
	if r.granted(now) { // a renewal was refused
		return nil
	}
	var told []mail.CampusOrder
	for i := range r.Waiting {
		w := &r.Waiting[i]
		if due := now.Add(Grace); due.Before(w.DueAt) {
			w.DueAt = due
		}
		told = append(told, mail.CampusOrder{ID: w.OrderID, Until: w.DueAt})
	}
	return told
}

// next gives what remains.
func (r *Record) next(now time.Time) Next {
	n := Next{DueAt: r.Due()}
	for _, w := range r.Waiting {
		if !now.Before(w.DueAt) {
			n.Overdue = append(n.Overdue, w.OrderID)
		}
	}
	return n
}
