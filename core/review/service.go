package review

import (
	"context"
	"strconv"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// errBlocked is what a Blocked counts as.
var errBlocked = fault.New(fault.Limited, "review_blocked")

// Blocked is the fault of a session that submitted an entry of the same kind too recently.
type Blocked struct{ Until time.Time }

// Error tells when the block ends.
func (b *Blocked) Error() string {
	return "review form blocked until " + strconv.FormatInt(b.Until.Unix(), 10)
}

// Unwrap makes it a fault of code Limited.
func (b *Blocked) Unwrap() error { return errBlocked }

// Service takes what visitors write and lets operators decide. Reading is the store's.
type Service struct {
	Store
	clock clock.Clock
}

// NewService makes the service.
func NewService(store Store, c clock.Clock) *Service { return &Service{Store: store, clock: c} }

// Submit takes a review of e.ProductID, or with e.ReviewID a comment, and gives until when the session is blocked for
// another one. Faults are the store's, and Invalid ("review_invalid") with the fields.
func (s *Service) Submit(ctx context.Context, by Writer, e Entry) (time.Time, error) {
	if err := check(&e); err != nil {
		return time.Time{}, err
	}
	e.WrittenAt, e.State = s.clock.Now(), Pending
	return e.WrittenAt.Add(e.Pause()), s.Store.Submit(ctx, by, e)
}

// Pause is how long a session rests after an entry of this kind.
func (e *Entry) Pause() time.Duration {
	if e.ReviewID != 0 {
		return CommentBlock
	}
	return Block
}

// Publish shows an entry in the shop. Fault NotFound ("review_not_found").
func (s *Service) Publish(ctx context.Context, id int64) (*Entry, error) {
	return s.Decide(ctx, id, Published, "", s.clock.Now())
}

// Reject keeps an entry from the shop, or takes it out. Faults: Invalid ("review_reason_missing"), NotFound
// ("review_not_found").
func (s *Service) Reject(ctx context.Context, id int64, reason string) (*Entry, error) {
	if reason = tidy(reason); reason == "" {
		return nil, fault.New(fault.Invalid, "review_reason_missing")
	}
	return s.Decide(ctx, id, Rejected, reason, s.clock.Now())
}
