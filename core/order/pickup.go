package order

import (
	"time"

	"kontor.dev/kontor/core/clock"
)

// PickupDays is how many working days a store holds goods for the customer. Saturdays are working days.
const PickupDays = 5

// PickupTimes say until when goods are held that lie ready since a time, and when to remind the customer: at the end of
// the last of PickupDays working days after that day, and in the morning of the one before. German time.
func PickupTimes(ready time.Time, in ...Region) (remind, until time.Time) {
	year, month, date := ready.In(clock.Germany).Date()
	for n := 0; n < PickupDays; {
		date++
		day := time.Date(year, month, date, 9, 0, 0, 0, clock.Germany)
		if day.Weekday() == time.Sunday || Holiday(day, in...) {
			continue
		}
		if n++; n == PickupDays-1 {
			remind = day
		}
	}
	return remind.UTC(), time.Date(year, month, date+1, 0, 0, 0, 0, clock.Germany).UTC()
}
