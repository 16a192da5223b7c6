package campus

import (
	"fmt"
	"time"

	"kontor.dev/kontor/core/clock"
)

// InvalidDate is the reason for a date that there is not, or that cannot be meant. It is a translation key.
const InvalidDate = "invalid_date"

// Date is a day in the shop's time zone. In JSON it is "2026-03-31".
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads "2026-03-31" or "31.03.2026".
func ParseDate(text string) (Date, error) {
	for _, layout := range []string{time.DateOnly, "2.1.2006"} {
		if t, err := time.Parse(layout, text); err == nil {
			return dateIn(t), nil
		}
	}
	return Date{}, fmt.Errorf("%q is not a date like 2026-03-31", text)
}

// DateOf gives the day of a moment.
func DateOf(t time.Time) Date { return dateIn(t.In(clock.Germany)) }

func dateIn(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// End gives the moment when the day is over.
func (d Date) End() time.Time {
	return time.Date(d.Year, d.Month, d.Day+1, 0, 0, 0, 0, clock.Germany).UTC()
}

// Before reports whether d is an earlier day.
func (d Date) Before(other Date) bool { return d.End().Before(other.End()) }

// after gives the day so many days later, which End alone can read.
func (d Date) after(days int) Date { return Date{d.Year, d.Month, d.Day + days} }

// known: what people mean has four digits.
func (d Date) known() bool { return d.Year >= 1900 && d.Year <= 2999 }

func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// MarshalText writes "2026-03-31".
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what ParseDate does; no text is no date.
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d = Date{}
	if len(text) > 0 {
		*d, err = ParseDate(string(text))
	}
	return err
}

// age gives how many years somebody is old on a day.
func age(born, on Date) int {
	years := on.Year - born.Year
	if on.Month < born.Month || on.Month == born.Month && on.Day < born.Day {
		years--
	}
	return years
}
