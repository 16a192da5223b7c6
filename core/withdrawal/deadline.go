package withdrawal

import (
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
)

// LegalDays is the shortest period to withdraw (§ 355(2) BGB).
const LegalDays = 14

// RefundWithin is how long the shop has to pay back, from the declaration on (§ 357(1) BGB).
const RefundWithin = 14 * 24 * time.Hour

// Deadline is the moment from which on a declaration is late: the period of days begins the day after the last
// delivery (§§ 355(2), 356(2), 187 BGB) and does not end on a Saturday, a Sunday or a public holiday (§ 193 BGB), of all
// of Germany or of one of the states.
func Deadline(delivered time.Time, days int, in ...order.Region) time.Time {
	d := delivered.In(clock.Germany)
	last := time.Date(d.Year(), d.Month(), d.Day()+days, 0, 0, 0, 0, clock.Germany)
	for !workingDay(last, in) {
		last = last.AddDate(0, 0, 1)
	}
	return last.AddDate(0, 0, 1)
}

func workingDay(t time.Time, in []order.Region) bool {
	return t.Weekday() != time.Saturday && t.Weekday() != time.Sunday && !order.Holiday(t, in...)
}

// Deadline is that of the contract, where the consumer lives or the goods went; zero while no period has begun.
func (c *Contract) Deadline(p Policy) time.Time {
	if c.DeliveredAt.IsZero() {
		return time.Time{}
	}
	var in []order.Region
	for _, a := range []address.Address{c.Order.Invoice, c.Order.Delivery} {
		if a.CountryID == address.Germany {
			in = append(in, order.RegionsOf(a.ZipCode)...)
		}
	}
	return Deadline(c.DeliveredAt, p.Days, in...)
}

// NextReminder is when operators are next reminded of an open withdrawal after sent reminders: halfway, two days before
// the money is due, when it is due, and then every day.
func NextReminder(w *Withdrawal) time.Time {
	steps := []time.Time{w.ReceivedAt.Add(RefundWithin / 2), w.DueAt.Add(-48 * time.Hour), w.DueAt}
	if w.Reminders < len(steps) {
		return steps[w.Reminders]
	}
	return w.DueAt.Add(time.Duration(w.Reminders-len(steps)+1) * 24 * time.Hour)
}
