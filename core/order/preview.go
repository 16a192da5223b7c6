package order

import (
	"time"

	"kontor.dev/kontor/core/money"
)

// WouldCancel makes of an order that was read what an operator's cancelling makes of the stored one, with the money that
// goes back. Its faults are those of the command. Nothing is stored: it is for showing before it is done.
func (o *Order) WouldCancel(reason string, now time.Time) error {
	if o.Status == Reserved { // it waits for its money, so that none was taken
		o.Status, o.CancelReason, o.CancelledAt = Cancelled, reason, now
		return nil
	}
	if err := o.Unbought(); err != nil {
		return err
	}
	o.plan()
	_, err := o.cancel(reason, now)
	return err
}

// WouldRefund is the same for giving money back; amount zero is all that is left.
func (o *Order) WouldRefund(request string, amount money.Amount) error {
	if o.Status != Placed && o.Status != Cancelled {
		return errNotPlaced
	}
	o.plan()
	return o.refund(request, amount)
}

// WouldReturn is the same for a delivery that came back.
func (o *Order) WouldReturn(number int, damaged bool, now time.Time) error {
	_, err := o.returned(number, damaged, now)
	return err
}
