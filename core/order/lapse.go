package order

import (
	"slices"
	"time"

	"kontor.dev/kontor/core/clock"
)

// NoticeEnding says that a provider's promise ends soon and goods that it pays for have not left. NoticeExpired follows when
// it has ended.
const NoticeEnding = "authorization_ends"

// endingBefore is how long before the promise ends operators are told.
const endingBefore = 3 * 24 * time.Hour

// lapsing gives what operators have to be told next of the money that a provider promised, and when; a zero time for nothing.
// Money that was taken, or that no delivery waits for, lapses no more.
func (o *Order) lapsing() (at time.Time, kind string) {
	p := o.Attempt.Payment
	waits := slices.ContainsFunc(o.Deliveries, func(d Delivery) bool { return d.State == Planned && d.Charge })
	if o.Status != Placed || p.Captured || p.ExpiresAt.IsZero() || !waits {
		return time.Time{}, ""
	}
	switch {
	case o.noted(NoticeExpired):
		return time.Time{}, ""
	case o.noted(NoticeEnding):
		return p.ExpiresAt, NoticeExpired
	}
	return p.ExpiresAt.Add(-endingBefore), NoticeEnding
}

func (o *Order) noted(kind string) bool {
	return slices.ContainsFunc(o.Notices, func(n Notice) bool { return n.Kind == kind })
}

// lapse tells what is due, once.
func (o *Order) lapse(now time.Time) (told []Notice) {
	for {
		at, kind := o.lapsing()
		if at.IsZero() || at.After(now) {
			return told
		}
		n := Notice{At: now, Kind: kind, Detail: o.Attempt.Payment.ExpiresAt.In(clock.Germany).Format(time.DateOnly)}
		told, o.Notices = append(told, n), append(o.Notices, n)
	}
}
