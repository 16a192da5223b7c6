package withdrawal

import (
	"context"
	"errors"
	"slices"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// Act carries out an operator's command; one that is done already, with the same amount if it names one, does nothing. Faults:
// Conflict with what is in the way ("withdrawal_not_accepted", "withdrawal_refunding", "withdrawal_closed",
// "withdrawal_amount_booked", "withdrawal_amount_changed", "withdrawal_other_order" of what is accepted for one, "refused_before_" with the
// first reason of what was refused for another, "withdrawal_not_paid" and "withdrawal_not_all_paid" where more would be
// transferred than came, or the reason why the law gives no right), Invalid ("withdrawal_amount_invalid", "withdrawal_reason_unknown").
func (s *Steps) Act(ctx context.Context, id int64, cmd Command) (*Withdrawal, error) {
	return s.Store.ChangeWith(ctx, id, cmd.names(), func(w *Withdrawal, c *Contract) (Effects, error) { return s.carryOut(w, c, cmd) })
}

// Try gives a withdrawal as Act would leave it, and stores nothing: it is for showing what would be done, or why it is refused.
func (s *Steps) Try(ctx context.Context, id int64, cmd Command) (*Withdrawal, error) {
	var would *Withdrawal
	_, err := s.Store.ChangeWith(ctx, id, cmd.names(), func(w *Withdrawal, c *Contract) (Effects, error) {
		if _, err := s.carryOut(w, c, cmd); err != nil {
			return Effects{}, err
		}
		would = w
		return Effects{}, errTried
	})
	if errors.Is(err, errTried) {
		return would, nil
	}
	return nil, err
}

// names gives the order that an acceptance names, 0 for none.
func (c Command) names() int64 {
	if c.Kind != Accept {
		return 0
	}
	return c.OrderID
}

var errTried = errors.New("only tried")

func (s *Steps) carryOut(w *Withdrawal, c *Contract, cmd Command) (Effects, error) {
	switch cmd.Kind {
	case Accept:
		return s.accept(w, c, cmd.OrderID)
	case Refund:
		return s.refund(w, c, cmd.Amount)
	case Transferred:
		fx, err := s.transferred(w, c, cmd.Amount)
		if err == nil && cmd.Agreed != nil && *cmd.Agreed != w.Amount {
			return Effects{}, fault.New(fault.Conflict, "withdrawal_amount_changed") // money came, or a part was stopped, meanwhile
		}
		return fx, err
	case Reject:
		return s.reject(w, cmd.Reason)
	}
	return Effects{}, fault.New(fault.Invalid, "withdrawal_command_unknown")
}

func (s *Steps) accept(w *Withdrawal, c *Contract, orderID int64) (Effects, error) {
	switch w.Status {
	case Accepted, Refunding, ByHand, Settled:
		if orderID != 0 && orderID != w.OrderID {
			return Effects{}, fault.New(fault.Conflict, "withdrawal_other_order")
		}
		return Effects{}, nil
	}
	d := Assess(w, c, s.Handling.Policy, true)
	if d.Status != Accepted {
		return Effects{}, fault.New(fault.Conflict, d.Reason)
	}
	overruled := Event{EventOverruled, w.Reason, s.Clock.Now()}
	w.Events, w.SettledAt = append(w.Events, overruled), time.Time{}
	fx := s.decided(w, c, d)
	fx.Events = append([]Event{overruled}, fx.Events...)
	return fx, nil
}

func (s *Steps) refund(w *Withdrawal, c *Contract, other money.Amount) (Effects, error) {
	switch w.Status {
	case Refunding:
		return Effects{}, same(w, other, "withdrawal_refunding")
	case Settled:
		return Effects{}, same(w, other, "withdrawal_closed")
	case Accepted, ByHand:
	default:
		return Effects{}, notYet(w)
	}
	reprice(w, c)
	if err := setAmount(w, c, other); err != nil {
		return Effects{}, err
	}
	w.Status, w.Reason = Refunding, ""
	if c != nil {
		w.AskedAfter = len(c.Order.Payments)
	}
	return Effects{Events: []Event{{EventRefunding, w.Amount.String(), s.Clock.Now()}}}, nil
}

func (s *Steps) transferred(w *Withdrawal, c *Contract, other money.Amount) (Effects, error) {
	switch w.Status {
	case Settled:
		return Effects{}, same(w, other, "withdrawal_closed")
	case Refunding: // the provider may be paying right now
		return Effects{}, fault.New(fault.Conflict, "withdrawal_refunding")
	case Accepted, ByHand:
	default:
		return Effects{}, notYet(w)
	}
	reprice(w, c)
	if w.Status == Accepted && c != nil && c.Order.Status == order.Cancelled {
		back, state, _ := c.Order.GivenBack()
		if state == order.Wanted { // as with a refund of its own
			return Effects{}, fault.New(fault.Conflict, "withdrawal_refunding")
		}
		w.Amount = c.share(back)
	}
	claim, why := claimOf(w, c), w.Reason
	if w.Status == Accepted && c != nil && c.Order.Status != order.Cancelled { // nobody has tried to pay back, which would tell
		why = short(w, c.Order)
	}
	if err := setAmount(w, c, other); err != nil {
		return Effects{}, err
	}
	if c != nil && !other.IsZero() && c.Order.Unpaid() {
		return Effects{}, fault.New(fault.Conflict, ReasonNotPaid)
	}
	if why == ReasonNotPaid && c != nil && c.Order.Unpaid() {
		w.Amount = money.Euro(0)
		fx := s.settled(w, "operator")
		c.Order.WriteOff(w.ID, claim, w.SettledAt)
		fx.Order = true
		return fx, nil
	}
	if c == nil {
		return s.settled(w, "operator"), nil
	}
	open := c.Order.OpenWith(w.Pieces())
	if came := money.Euro(max(claim.Sub(open).Minor, 0)); why == ReasonNotAllPaid && open.Minor > 0 {
		if other.Minor > came.Minor { // the customer would owe what was not paid, and be given it
			return Effects{}, fault.New(fault.Conflict, ReasonNotAllPaid)
		}
		if other.IsZero() {
			w.Amount = money.Euro(min(w.Amount.Minor, came.Minor))
		}
	}
	fx := s.settled(w, "operator")
	fx.Order = true
	c.Order.Transferred(w.ID, w.Amount, w.SettledAt)
	c.Order.WriteOff(w.ID, money.Euro(min(claim.Sub(w.Amount).Minor, open.Minor)), w.SettledAt)
	return fx, nil
}

// claimOf is what the rules say that is taken back, whatever amount a refund was tried with: nothing of what was given up since.
func claimOf(w *Withdrawal, c *Contract) money.Amount {
	if c == nil {
		return w.Amount
	}
	return amount(slices.Clone(w.Lines), c)
}

// same refuses another amount than is, or was, given back, for the reason.
func same(w *Withdrawal, other money.Amount, reason string) error {
	if other.IsZero() || other.Minor == w.Amount.Minor {
		return nil
	}
	return fault.New(fault.Conflict, reason)
}

// short says why less is paid back than a withdrawal takes back: nothing of the order came, or not all of the goods' money. It is
// "" where all of it came, or its refund is booked.
func short(w *Withdrawal, o *order.Order) string {
	switch {
	case o.Unpaid():
		return ReasonNotPaid
	case o.OpenWith(w.Pieces()).Minor > 0 && !o.Asked(order.WithdrawalRequest(w.ID)):
		return ReasonNotAllPaid
	}
	return ""
}

// reprice leaves out of what was accepted what was given up since, whose money went back with it, and what else went back since. When
// all of the order was given up, its end says what came back.
func reprice(w *Withdrawal, c *Contract) {
	if w.Status != Accepted || c == nil || c.Order.Status == order.Cancelled {
		return
	}
	if slices.ContainsFunc(w.Lines, func(l Taken) bool { return l.Quantity > c.free(l.Line) }) {
		w.Amount = amount(w.Lines, c)
	}
	w.Amount = money.Euro(min(w.Amount.Minor, c.most().Minor))
}

// setAmount takes another amount than the rules give: less for goods that lost value (§ 357a BGB), more for goodwill,
// and never more than was paid, nor less than a credit note says already.
func setAmount(w *Withdrawal, c *Contract, other money.Amount) error {
	if other.IsZero() {
		return nil
	}
	if c == nil || other.Minor < 0 || other.Minor > c.most().Minor {
		return fault.New(fault.Invalid, "withdrawal_amount_invalid")
	}
	if other.Minor < c.Order.RefundedBy(order.WithdrawalRequest(w.ID)).Minor {
		return fault.New(fault.Conflict, "withdrawal_amount_booked")
	}
	w.Amount = money.Euro(other.Minor)
	return nil
}

// refusedBefore begins the reason for which another refusal is refused, and the reason of the first one follows.
const refusedBefore = "refused_before_"

func (s *Steps) reject(w *Withdrawal, reason string) (Effects, error) {
	if !slices.Contains(RefusalReasons, reason) {
		return Effects{}, fault.New(fault.Invalid, "withdrawal_reason_unknown")
	}
	switch w.Status {
	case Refused:
		if reason != w.Reason { // the consumer was told that one
			return Effects{}, fault.New(fault.Conflict, refusedBefore+w.Reason)
		}
		return Effects{}, nil
	case Refunding:
		return Effects{}, fault.New(fault.Conflict, "withdrawal_refunding")
	case Settled:
		return Effects{}, fault.New(fault.Conflict, "withdrawal_closed")
	}
	now := s.Clock.Now()
	w.Status, w.Reason, w.Lines, w.Amount, w.SettledAt = Refused, reason, nil, money.Euro(0), now
	return Effects{
		Events: []Event{{EventDecided, word(string(Refused), reason, "operator"), now}},
		Mails:  []mail.Request{s.toConsumer(w, mail.WithdrawalRefused)},
	}, nil
}

func notYet(w *Withdrawal) error {
	if w.Status == Refused {
		return fault.New(fault.Conflict, "withdrawal_closed")
	}
	return fault.New(fault.Conflict, "withdrawal_not_accepted")
}
