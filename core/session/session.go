// Package session keeps a visitor's session: an opaque token in a cookie, whose digest names a row in the store.
//
//	(none) ──Start──► live ──idle or absolute deadline──► expired
//	                   └──────────End──────────► ended
//
// A session begins with the first thing that must be remembered, not with the first page. A customer's login is full for
// FullLogin and soft for as long as the session lives:
//
//	nobody's ──Login──► full ──FullLogin──► soft ──Login──► full
//
// Whose account is given other rights has another token from then on, which Promote makes. A customer who becomes a guest has
// another session, which Succeed makes. In both cases the token before leads there for a while: an answer may be lost.
package session

import (
	"context"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// CookieName is the cookie that carries the token.
const CookieName = "kontor_session"

// The deadlines: Idle after the last visit, Absolute after the beginning.
const (
	Idle     = 30 * 24 * time.Hour
	Absolute = 180 * 24 * time.Hour
)

// FullLogin is how long a customer may do everything after giving the password.
const FullLogin = 2 * time.Hour

// Succession is for how long a token leads to the one that follows it by Succeed or Promote.
const Succession = 10 * time.Minute

// Renewal is for how long a call with a token that was replaced counts as sent before the answer with the new one came.
const Renewal = 10 * time.Second

// ErrRenewed is the fault of such a call: the caller has another token by now, or will in a moment.
var ErrRenewed = fault.New(fault.Unauthenticated, "session_renewed")

// Session is a visitor that the shop remembers. A visitor's holds no personal data.
type Session struct {
	ID        string // UUID
	CartID    string // UUID; the cart is made with its first line
	Lang      catalog.Lang
	CreatedAt time.Time
	SeenAt    time.Time // as stored; refreshed at most once an hour

	CustomerID int64     // whose session it is, 0 for nobody's
	FullUntil  time.Time // when the full login ends; zero for nobody's

	Device string // that used a customer's session last, see Device
	Client string // and from which address

	Expected bool // no call has come with its token yet: the one before leads here, see Service.Promote
}

// Full reports whether a customer is logged in and gave the password within FullLogin.
func (s *Session) Full(now time.Time) bool { return s.CustomerID != 0 && now.Before(s.FullUntil) }

// Soft reports whether it is a customer's session whose full login is over.
func (s *Session) Soft(now time.Time) bool { return s.CustomerID != 0 && !now.Before(s.FullUntil) }

// ExpiresAt is the earlier of the two deadlines.
func (s *Session) ExpiresAt() time.Time {
	idle, absolute := s.SeenAt.Add(Idle), s.CreatedAt.Add(Absolute)
	if idle.Before(absolute) {
		return idle
	}
	return absolute
}

// Store keeps sessions under the digests of their tokens. core/postgres implements it.
type Store interface {
	// Create stores a session; one that is there already stays as it is.
	Create(ctx context.Context, digest []byte, s *Session) error
	// Find gives the session, expired or not; fault NotFound ("session_not_found").
	Find(ctx context.Context, digest []byte) (*Session, error)
	// Touch sets SeenAt. A session that is gone is no error.
	Touch(ctx context.Context, digest []byte, at time.Time) error
	// Delete ends a session; ending it again is no error.
	Delete(ctx context.Context, digest []byte) error
	// Replace stores the session under a new digest and dates that, by the store's clock, under the old one. With a salt, that is put
	// by there, and the session is Expected; now is when the customer was here. Fault NotFound ("session_not_found").
	Replace(ctx context.Context, old, digest, salt []byte, s *Session, now time.Time) error
	// Arrive ends what Replace did with a salt: the session is not Expected any more, and the salt is empty.
	Arrive(ctx context.Context, digest []byte) error
	// Salt puts a salt by under the digest of a token, and gives it, or the one that lies there already.
	Salt(ctx context.Context, digest, salt []byte) ([]byte, error)
	// Salted gives the salt that was put by, an empty one where Replace was called without, and how long ago, by the store's clock alone:
	// the processes that share it may have others. Fault NotFound ("session_not_found").
	Salted(ctx context.Context, digest []byte) ([]byte, time.Duration, error)
	// DeleteAll ends the sessions of a customer but the one of the ID keep.
	DeleteAll(ctx context.Context, customerID int64, keep string) error
	// List gives a customer's sessions that live at now, the one last used first.
	List(ctx context.Context, customerID int64, now time.Time) ([]Session, error)
	// DeleteOne ends a session of a customer; fault NotFound ("session_not_found").
	DeleteOne(ctx context.Context, customerID int64, id string) error
	// Place sets Device and Client. A session that is gone is no error.
	Place(ctx context.Context, digest []byte, device, client string) error
	// Prune deletes the sessions that have expired by the store's clock and says how many.
	Prune(ctx context.Context) (int, error)
}
