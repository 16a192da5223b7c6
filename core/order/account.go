package order

import (
	"cmp"
	"slices"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// NoticeOverdue says that the day passed until which goods on account were to be paid; detail: how much since when.
const NoticeOverdue = "payment_overdue"

// ReminderDays is how long after the day to pay the time is over that a reminder gives: a week from when it was sent.
const ReminderDays = graceDays + 7

// How long after its day a customer is reminded of an invoice: a transfer of the last day takes one more, over a weekend three, and
// mails of the night are read by nobody.
const (
	graceDays = 3
	graceHour = 9
)

// payBy is until when goods that leave now are to be paid: the customer has as many days from then on as the payment gave from the
// order on. Zero unless they are on account.
func (o *Order) payBy(now time.Time) time.Time {
	days := o.PayDays()
	if days == 0 || o.Attempt.Payment.Captured || !o.PaidAt.IsZero() {
		return time.Time{}
	}
	due := o.Attempt.Payment.DueAt.In(clock.Germany)
	return due.AddDate(0, 0, dayOf(now)+days-dayOf(due)).UTC()
}

// PayDays is how many days after they leave goods on account are to be paid; zero for other payments.
func (o *Order) PayDays() int {
	if o.Attempt.Payment.DueAt.IsZero() {
		return 0
	}
	return dayOf(o.Attempt.Payment.DueAt) - dayOf(o.PlacedAt)
}

// dayOf numbers the days in Germany.
func dayOf(t time.Time) int {
	d := t.In(clock.Germany)
	return int(time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// remindOn is when the customer is reminded of what was to be paid by a day.
func remindOn(payBy time.Time) time.Time {
	d := payBy.In(clock.Germany)
	return time.Date(d.Year(), d.Month(), d.Day()+graceDays, graceHour, 0, 0, 0, clock.Germany)
}

// PayBy is until when the next invoice that is not paid is to be paid; zero for none.
func (o *Order) PayBy() (next time.Time) {
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; o.owes(d) && (next.IsZero() || d.PayBy.Before(next)) {
			next = d.PayBy
		}
	}
	return next
}

// owes reports whether the customer has goods on account of a delivery and did not pay for it.
func (o *Order) owes(d *Delivery) bool {
	paid := o.Attempt.Payment.Captured || !o.PaidAt.IsZero() || o.PaidFor(d)
	return !d.PayBy.IsZero() && d.out() && o.Status == Placed && !paid
}

// reminding gives when the customer is to be reminded next; zero for never.
func (o *Order) reminding() (at time.Time) {
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; o.owes(d) && d.DunnedAt.IsZero() && (at.IsZero() || remindOn(d.PayBy).Before(at)) {
			at = remindOn(d.PayBy)
		}
	}
	if _, _, of := o.Dun(at); len(of) == 0 {
		return time.Time{}
	}
	return at
}

// Overdue is what should have been paid by now for goods that were sent, without what came back or was written off, and since when.
// Nothing for an order that is not on account.
func (o *Order) Overdue(now time.Time) (open money.Amount, since time.Time) {
	open = money.Euro(0)
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; o.owes(d) && d.PayBy.Before(now) {
			open = open.Add(o.OpenOf(d))
			if since.IsZero() || d.PayBy.Before(since) {
				since = d.PayBy
			}
		}
	}
	if since.IsZero() {
		return open, since
	}
	rest := o.Owing().Sub(o.toward(Wanted, Done, Working))
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		later := d.State == Planned || d.State == Dispatching || o.owes(d) && !d.PayBy.Before(now)
		if later {
			rest = rest.Sub(o.OpenOf(d))
		}
	}
	if open = money.Euro(max(min(open.Minor, rest.Minor), 0)); open.Minor == 0 {
		since = time.Time{}
	}
	return open, since
}

// Invoiced is what is to be paid for goods on account that were sent, those whose day to pay is still to come included.
func (o *Order) Invoiced() money.Amount {
	last := time.Time{}
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.PayBy.After(last) {
			last = d.PayBy
		}
	}
	open, _ := o.Overdue(last.Add(time.Second))
	return open
}

// Unclear reports whether only an operator knows what is open: a withdrawal may take some of it away, or a provider told of a part.
func (o *Order) Unclear() bool {
	return o.partUnbooked() || slices.ContainsFunc(o.Claims, func(c Claim) bool {
		return o.WrittenOff(WithdrawalRequest(c.Withdrawal)).IsZero() && !o.Asked(WithdrawalRequest(c.Withdrawal))
	})
}

// Dun is what a reminder to pay asks for now, and for which deliveries; nothing where none is to be sent.
func (o *Order) Dun(now time.Time) (open money.Amount, since time.Time, deliveries []int) {
	open, since = o.Overdue(now)
	if o.Unclear() || open.IsZero() {
		return money.Euro(0), time.Time{}, nil
	}
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; o.owes(d) && d.PayBy.Before(now) {
			deliveries = append(deliveries, d.Number)
		}
	}
	return open, since, deliveries
}

// partUnbooked reports whether a provider told of a part of the money, and nothing was booked since.
func (o *Order) partUnbooked() bool {
	return slices.ContainsFunc(o.Notices, func(n Notice) bool {
		return n.Kind == NoticePaidPart && !slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.Kind == CaptureMoney && p.At.After(n.At) })
	})
}

// dun reminds the customer of each delivery once, of those that are due together in one mail, and tells operators.
func (o *Order) dun(now time.Time) (e Effects) {
	open, since := o.Overdue(now)
	_, _, unpaid := o.Dun(now)
	first, told := 0, false
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		if open.IsZero() || !o.owes(d) || !d.DunnedAt.IsZero() || remindOn(d.PayBy).After(now) {
			continue
		}
		if told = true; slices.Contains(unpaid, d.Number) {
			d.DunnedAt, first = now, cmp.Or(first, d.Number)
		}
	}
	if told {
		e.Notices = []Notice{{Kind: NoticeOverdue, Detail: open.String() + " since " + since.In(clock.Germany).Format(time.DateOnly), At: now}}
	}
	if first != 0 {
		e.Mails = []Mail{{mail.PaymentReminder, first, ""}}
	}
	return e
}

// RemindedAt is when the customer was last reminded to pay; zero for never.
func (o *Order) RemindedAt() (last time.Time) {
	for _, d := range o.Deliveries {
		if d.DunnedAt.After(last) {
			last = d.DunnedAt
		}
	}
	return last
}
