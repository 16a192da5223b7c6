package withdrawal

import (
	"context"
	"fmt"
	"slices"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
)

// Handling is how the shop works on withdrawals.
type Handling struct {
	Policy
	Returns  address.Address // where goods come back to; without a street no label is ordered
	Phone    string          // of the returns desk
	Operator string          // e-mail address that is reminded; "" reminds nobody
}

// Parts are what the steps work with.
type Parts struct {
	Store    Store
	Money    Money
	Carrier  Carrier
	Orders   Orders
	Clock    clock.Clock
	Handling Handling
}

// Steps are taken by a withdrawal's workflow, one at a time; each may be repeated after a crash at any point. Faults
// that mean "try again" leave as they are.
type Steps struct{ Parts }

// NewSteps makes the steps.
func NewSteps(p Parts) *Steps { return &Steps{p} }

// Decide applies the rules to a declaration; one that was decided on is given as it is.
func (s *Steps) Decide(ctx context.Context, id int64) (*Withdrawal, error) {
	return s.Store.Change(ctx, id, func(w *Withdrawal, c *Contract) (Effects, error) {
		if w.Status != Declared {
			return Effects{}, nil
		}
		return s.decided(w, c, Assess(w, c, s.Handling.Policy, false)), nil
	})
}

// decided writes a decision into w. What is accepted is announced by Prepare, when it is known how the goods come back.
func (s *Steps) decided(w *Withdrawal, c *Contract, d Decision) Effects {
	now := s.Clock.Now()
	w.Status, w.Reason, w.Lines, w.Amount, w.DecidedAt = d.Status, d.Reason, d.Lines, d.Amount, now
	// An order that the sender has not proven to be theirs is none of this withdrawal's yet.
	if d.Status == Accepted || d.Status == Refused && c != nil {
		w.OrderID = c.Order.ID
	}
	fx := Effects{Events: []Event{{EventDecided, word(string(d.Status), d.Reason), now}}}
	switch d.Status {
	case Refused:
		w.SettledAt = now
		fx.Mails = append(fx.Mails, s.toConsumer(w, mail.WithdrawalRefused))
	case Review:
		fx.Mails = append(fx.Mails, s.toOperator(w, "review")...)
	}
	return fx
}

// Prepare ends what nothing is wanted of any more before it leaves the shop, or gets a label for the goods' way back, and
// tells the consumer. patient says that the carrier may be tried again; else the consumer is told without a label.
func (s *Steps) Prepare(ctx context.Context, id int64, patient bool) (*Withdrawal, error) {
	w, err := s.Store.Withdrawal(ctx, id)
	if err != nil || w.Status != Accepted {
		return w, err
	}
	c, err := s.Store.Contract(ctx, w.OrderID)
	if err != nil {
		return nil, err
	}
	if left(c, nil) == 0 || c.Order.Status == order.Cancelled {
		o, err := s.stop(ctx, c.Order)
		if err != nil {
			return nil, err
		}
		if o.Status == order.Cancelled {
			return s.end(ctx, id)
		}
	}
	label, failure := s.label(ctx, w, c.Order)
	if failure != nil && patient {
		return nil, failure
	}
	return s.Store.Change(ctx, id, func(w *Withdrawal, c *Contract) (Effects, error) {
		if w.Status != Accepted {
			return Effects{}, nil
		}
		w.Amount = amount(w.Lines, c) // the money of a reserved order came after all, or a part of the order was stopped
		now := s.Clock.Now()
		fx := Effects{Mails: []mail.Request{s.toConsumer(w, mail.WithdrawalAccepted)}}
		switch {
		case label != nil && w.Return == nil:
			w.Return = label
			fx.Events = []Event{{EventLabel, label.Carrier + " " + label.TrackingNumber, now}}
		case label == nil && failure != nil:
			fx.Events = []Event{{EventNoLabel, fault.ReasonOf(failure), now}}
		}
		return fx, nil
	})
}

// stop cancels what of an order has not left: its goods stay, and its money goes back as with any cancellation. What is
// being dispatched right now is worth another try, and so is an order that was found paid instead.
func (s *Steps) stop(ctx context.Context, o *order.Order) (*order.Order, error) {
	stopped, err := s.Orders.Cancel(ctx, o.ID)
	switch fault.ReasonOf(err) {
	case "order_dispatched":
		return o, nil
	case "delivery_being_dispatched":
		return nil, fault.Wrap(err, fault.Unavailable, fault.ReasonOf(err))
	}
	if err == nil && stopped.Status != order.Cancelled && !stopped.Left() {
		return nil, fault.New(fault.Unavailable, "order_not_cancelled")
	}
	return stopped, err
}

// end closes the withdrawal from an order that was cancelled: its goods never left, or nobody collected them. What was paid for
// it has gone back with that, or an operator transfers this withdrawal's share of it. Until the provider has answered it is
// refunding, so that the operator is reminded meanwhile.
func (s *Steps) end(ctx context.Context, id int64) (*Withdrawal, error) {
	return s.Store.Change(ctx, id, func(w *Withdrawal, c *Contract) (Effects, error) {
		if w.Status != Accepted && w.Status != Refunding {
			return Effects{}, nil
		}
		back, state, reason := c.Order.GivenBack()
		if state == order.Wanted && w.Status == Refunding {
			return Effects{}, fault.New(fault.Unavailable, "refund_under_way")
		}
		now := s.Clock.Now()
		var events []Event
		if w.Status == Accepted {
			events = []Event{{EventOrderEnded, "", now}}
		}
		w.Amount = c.share(back)
		if state == order.Wanted {
			w.Status = Refunding
			return Effects{Events: append(events, Event{EventRefunding, w.Amount.String(), now})}, nil
		}
		if state != order.Done && !w.Amount.IsZero() {
			fx := s.byHand(w, reason)
			fx.Events = append(events, fx.Events...)
			return fx, nil
		}
		w.Status, w.Reason, w.SettledAt = Settled, "", now
		if events == nil {
			events = []Event{{EventSettled, "provider " + w.Amount.String(), now}}
		}
		return Effects{Events: events, Mails: []mail.Request{s.toConsumer(w, mail.WithdrawalSettled)}}, nil
	})
}

// label orders the transport to the shop by the carrier that brought the goods. Goods that were collected in a store
// are brought back there.
func (s *Steps) label(ctx context.Context, w *Withdrawal, o *order.Order) (*Return, error) {
	by := broughtBy(o, w.Lines)
	if w.Return != nil || by.Pickup || s.Handling.Returns.StreetName == "" || s.Carrier == nil {
		return nil, nil
	}
	value := w.Amount
	shipment, err := s.Carrier.Ship(ctx, checkout.ShipmentRequest{
		Key: fmt.Sprintf("withdrawal-%d-return", w.ID), Option: by, OrderID: o.ID, Recipient: s.Handling.Returns,
		Phone: s.Handling.Phone, Parcels: []checkout.Parcel{{WeightGrams: returnGrams, Value: value}}, ShipDate: s.Clock.Now(),
		Sender: consumer(o),
	})
	if err != nil || len(shipment.Packages) == 0 || len(shipment.Packages[0].Label) == 0 {
		return nil, err
	}
	p := shipment.Packages[0]
	return &Return{
		Carrier: by.Plugin, Reference: shipment.Reference, TrackingNumber: p.TrackingNumber,
		Token: ident.Token(), LabelType: p.LabelType, Label: p.Label,
	}, nil
}

// broughtBy is how the goods of lines came, or are to: the first way of several that is not the customer's own.
func broughtBy(o *order.Order, lines []Taken) checkout.ShippingOption {
	var ways []checkout.ShippingOption
	for _, d := range o.Deliveries {
		if d.State != order.DeliveryCancelled && d.State != order.Expired && slices.ContainsFunc(d.Items, func(i order.Item) bool {
			return slices.ContainsFunc(lines, func(l Taken) bool { return l.Line == i.Line })
		}) {
			ways = append(ways, d.Shipping)
		}
	}
	for _, way := range ways {
		if !way.Pickup {
			return way
		}
	}
	if len(ways) > 0 {
		return ways[0]
	}
	return o.Shipping
}

// consumer is whom the goods come back from: where they were brought, or the billed address where that is no door.
func consumer(o *order.Order) *address.Address {
	if o.Delivery.Kind == address.Delivery && o.Delivery.StreetName != "" {
		return &o.Delivery
	}
	return &o.Invoice
}

// returnGrams is the weight on a return label: what a parcel of goods may weigh is settled by its way here.
const returnGrams = 5000

// Remind writes to the operator once NextReminder has come.
func (s *Steps) Remind(ctx context.Context, id int64) (*Withdrawal, error) {
	return s.Store.Change(ctx, id, func(w *Withdrawal, _ *Contract) (Effects, error) {
		if !w.Status.Open() || s.Clock.Now().Before(NextReminder(w)) {
			return Effects{}, nil
		}
		w.Reminders++
		return Effects{
			Events: []Event{{EventReminded, string(w.Status), s.Clock.Now()}},
			Mails:  s.toOperator(w, fmt.Sprintf("reminder-%d", w.Reminders)),
		}, nil
	})
}

// Refund pays back through the provider. What the provider refuses for good is left to an operator.
func (s *Steps) Refund(ctx context.Context, id int64) (*Withdrawal, error) {
	w, err := s.Store.Withdrawal(ctx, id)
	if err != nil || w.Status != Refunding {
		return w, err
	}
	c, err := s.Store.Contract(ctx, w.OrderID)
	if err != nil {
		return nil, err
	}
	// It was cancelled since: another withdrawal took the rest, or nobody collected it. What was asked for before stands, and what the
	// provider refused of the end is asked for anew once an operator says so.
	anew := c.Order.RefusedOfEnd() && w.AskedAfter > 0
	if c.Order.Status == order.Cancelled && !anew && !c.Order.Asked(order.WithdrawalRequest(id)) {
		return s.end(ctx, id)
	}
	failure := s.pay(ctx, w, c.Order)
	if failure != nil && !final(failure) {
		return nil, failure
	}
	return s.Store.Change(ctx, id, func(w *Withdrawal, _ *Contract) (Effects, error) {
		if w.Status != Refunding {
			return Effects{}, nil
		}
		if failure != nil {
			return s.byHand(w, fault.ReasonOf(failure)), nil
		}
		return s.settled(w, "provider"), nil
	})
}

// byHand leaves the money to an operator.
func (s *Steps) byHand(w *Withdrawal, reason string) Effects {
	w.Status, w.Reason = ByHand, reason
	return Effects{
		Events: []Event{{EventNoRefund, w.Reason, s.Clock.Now()}},
		Mails:  s.toOperator(w, fmt.Sprintf("by-hand-%d-%d", w.Reminders, w.count(EventNoRefund))),
	}
}

// pay moves the money. Nothing to pay is paid.
func (s *Steps) pay(ctx context.Context, w *Withdrawal, o *order.Order) error {
	if w.Amount.Minor <= 0 {
		return nil
	}
	if short(w, o) == ReasonNotAllPaid {
		return fault.New(fault.Conflict, ReasonNotAllPaid)
	}
	err := s.Money.Refund(ctx, o.Attempt.Ref(), w.Amount, order.WithdrawalRequest(w.ID), w.AskedAfter)
	if fault.ReasonOf(err) == "refund_nothing_left" && o.Unpaid() {
		err = fault.New(fault.Conflict, ReasonNotPaid)
	}
	return err
}

func final(err error) bool {
	switch fault.CodeOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Forbidden:
		return true
	}
	return false
}

func (s *Steps) settled(w *Withdrawal, by string) Effects {
	w.Status, w.Reason, w.SettledAt = Settled, "", s.Clock.Now()
	return Effects{
		Events: []Event{{EventSettled, by + " " + w.Amount.String(), w.SettledAt}},
		Mails:  []mail.Request{s.toConsumer(w, mail.WithdrawalSettled)},
	}
}

// toConsumer asks for a mail to the address of the declaration, which each template is sent to once per decision.
func (s *Steps) toConsumer(w *Withdrawal, template string) mail.Request {
	id := fmt.Sprintf("withdrawal-%d-%s", w.ID, template)
	switch n := w.count(EventOverruled); n {
	case 0:
	case 1:
		id += "-overruled"
	default: // refused again meanwhile
		id += fmt.Sprintf("-overruled-%d", n)
	}
	return mail.AboutWithdrawal(id, template, w.Email, w.Lang, w.ID)
}

func (s *Steps) toOperator(w *Withdrawal, what string) []mail.Request {
	if s.Handling.Operator == "" {
		return nil
	}
	id := fmt.Sprintf("withdrawal-%d-operator-%s", w.ID, what)
	return []mail.Request{mail.AboutWithdrawal(id, mail.WithdrawalReminder, s.Handling.Operator, catalog.German, w.ID)}
}

func word(parts ...string) string {
	text := ""
	for _, p := range parts {
		if p != "" && text != "" {
			text += " "
		}
		text += p
	}
	return text
}
