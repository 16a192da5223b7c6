package order

import (
	"strings"
	"time"

	"kontor.dev/kontor/core/checkout"
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

// ReasonNotMade is why an operation came to nothing of which an operator found that the provider never made it.
const ReasonNotMade = "not_made"

// Settle books what an operator found at the provider of an operation whose answer is lost for good: that it was made, under the
// provider's reference, or with none that it was not. The shop asks for it no more. Faults: NotFound ("operation_not_found"),
// Conflict ("operation_not_open") for one that was answered.
func (o *Order) Settle(number int, reference string, at time.Time) (Effects, error) {
	p := o.payment(number)
	switch {
	case p == nil:
		return Effects{}, fault.New(fault.NotFound, "operation_not_found")
	case p.State != Wanted:
		return Effects{}, fault.New(fault.Conflict, "operation_not_open")
	case reference == "":
		return o.book(number, checkout.Receipt{Reason: ReasonNotMade}, at), nil
	}
	return o.book(number, checkout.Receipt{Done: true, Reference: reference, Amount: p.Amount}, at), nil
}
