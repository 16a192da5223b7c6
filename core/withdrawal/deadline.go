package withdrawal

import (
	"time"

	"kontor.dev/kontor/core/clock"
)

// LegalDays is the shortest period to withdraw (§ 355(2) BGB).
const LegalDays = 14

// RefundWithin is how long the shop has to pay back, from the declaration on (§ 357(1) BGB).
const RefundWithin = 14 * 24 * time.Hour

// Deadline is the moment from which on a declaration is late: the period of days begins the day after the last
// delivery (§§ 355(2), 356(2), 187 BGB) and does not end on a Saturday, a Sunday or a public holiday (§ 193 BGB).
// Holidays of single states are not counted; the law of the consumer's place decides about them.
func Deadline(delivered time.Time, days int) time.Time {
	d := delivered.In(clock.Germany)
	last := time.Date(d.Year(), d.Month(), d.Day()+days, 0, 0, 0, 0, clock.Germany)
	for !workingDay(last) {
		last = last.AddDate(0, 0, 1)
	}
	return last.AddDate(0, 0, 1)
}

func workingDay(t time.Time) bool {
	return t.Weekday() != time.Saturday && t.Weekday() != time.Sunday && !holiday(t)
}

// holiday reports whether a day is a public holiday in all German states.
func holiday(t time.Time) bool {
	fixed := map[time.Month][]int{time.January: {1}, time.May: {1}, time.October: {3}, time.December: {25, 26}}
	for _, day := range fixed[t.Month()] {
		if t.Day() == day {
			return true
		}
	}
	const goodFriday, monday, ascension, whitMonday = -2, 1, 39, 50 // days after Easter Sunday
	month, day := easter(t.Year())
	for _, after := range []int{goodFriday, monday, ascension, whitMonday} {
		feast := time.Date(t.Year(), month, day+after, 0, 0, 0, 0, t.Location())
		if feast.Month() == t.Month() && feast.Day() == t.Day() {
			return true
		}
	}
	return false
}

// easter gives the day of Easter Sunday by the Gregorian computus (Meeus, Jones, Butcher).
func easter(year int) (time.Month, int) {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Month(n / 31), n%31 + 1
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
