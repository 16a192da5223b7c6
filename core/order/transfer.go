package order

import (
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
)

// ToTransfer gives the refunds that an operator is to transfer, since their method cannot refund.
func (o *Order) ToTransfer() (list []Operation) {
	for _, p := range o.Payments {
		if p.Kind == RefundMoney && p.State == ByHand {
			list = append(list, p)
		}
	}
	return list
}

// WasTransferred books that an operator transferred the refund of that number; again does nothing. What a withdrawal gives back is
// booked there, which tells the consumer. Faults: NotFound ("refund_not_found"), Conflict ("refund_not_by_hand",
// "refund_of_withdrawal").
func (o *Order) WasTransferred(number int, at time.Time) error {
	p := o.payment(number)
	switch {
	case p == nil || p.Kind != RefundMoney:
		return fault.New(fault.NotFound, "refund_not_found")
	case strings.HasPrefix(p.Request, withdrawals):
		return fault.New(fault.Conflict, "refund_of_withdrawal")
	case p.State == Done:
		return nil
	case p.State != ByHand:
		return fault.New(fault.Conflict, "refund_not_by_hand")
	}
	p.State, p.At = Done, at
	return nil
}
