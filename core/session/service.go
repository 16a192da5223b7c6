package session

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
)

// trust is how long Resolve believes what it read: a session ended on another server lives on here for at most this
// long, in calls that only show things. Fresh never trusts.
const trust = 5 * time.Second

// touchEvery keeps reading pages from writing: SeenAt is that much behind at most.
const touchEvery = time.Hour

var (
	errNone     = fault.New(fault.Unauthenticated, "session_missing")
	errNotFound = fault.New(fault.NotFound, "session_not_found")
)

// Service begins, finds and ends sessions. It is safe for concurrent use.
type Service struct {
	store Store
	clock clock.Clock
	cache cache
}

// NewService makes a service over a store.
func NewService(store Store, c clock.Clock) *Service {
	return &Service{store: store, clock: c, cache: cache{entries: map[string]entry{}}}
}

// Start begins a session and gives the token for the cookie. Its cart ID is new.
func (s *Service) Start(ctx context.Context, lang catalog.Lang) (string, *Session, error) {
	now := s.clock.Now()
	token := ident.Token()
	made := &Session{ID: ident.New(), CartID: ident.New(), Lang: lang, CreatedAt: now, SeenAt: now}
	if err := s.store.Create(ctx, ident.Digest(token), made); err != nil {
		return "", nil, err
	}
	s.cache.put(token, *made, now)
	return token, made, nil
}

// Succeed begins a session, nobody's, in the place of the one of a token, which the caller ends. Its token follows from the
// old one and a salt that only the store has: called again it gives the same session, so that what was moved into its cart is
// not lost with an answer.
func (s *Service) Succeed(ctx context.Context, token string, lang catalog.Lang) (string, *Session, error) {
	now := s.clock.Now()
	salt, err := s.store.Salt(ctx, ident.Digest(token), ident.Digest(ident.Token()))
	if err != nil {
		return "", nil, err
	}
	next := following(token, salt)
	made := &Session{ID: ident.New(), CartID: ident.New(), Lang: lang, CreatedAt: now, SeenAt: now}
	if err := s.store.Create(ctx, ident.Digest(next), made); err != nil {
		return "", nil, err
	}
	found, err := s.Fresh(ctx, next)
	return next, found, err
}

// Successor gives the session that Succeed or Promote left in the place of the one of a token, and its token: for Succession,
// and until somebody logs in there or, after Promote, comes with the new token. Faults Unauthenticated ("session_missing") and
// ErrRenewed.
func (s *Service) Successor(ctx context.Context, token string) (string, *Session, error) {
	salt, age, err := s.store.Salted(ctx, ident.Digest(token))
	switch {
	case errors.Is(err, errNotFound):
		return "", nil, errNone
	case err != nil:
		return "", nil, err
	case len(salt) == 0 && age < Renewal:
		return "", nil, ErrRenewed
	case len(salt) == 0, age >= Succession:
		return "", nil, errNone
	}
	next := following(token, salt)
	found, err := s.read(ctx, next)
	if errors.Is(err, errNone) {
		return s.Successor(ctx, next) // which was replaced in turn, where it is not over
	}
	return next, found, err
}

// following is the token after another one. Neither who knows the old one nor who reads the store can tell it alone.
func following(token string, salt []byte) string {
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(token))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Resolve gives the session of a token, as it was at most 5 s ago; fault Unauthenticated ("session_missing") when there
// is none. For calls that show; those that sell use Fresh.
func (s *Service) Resolve(ctx context.Context, token string) (*Session, error) {
	now := s.clock.Now()
	if found, ok := s.cache.get(token, now); ok && now.Before(found.ExpiresAt()) {
		return &found, nil
	}
	return s.Fresh(ctx, token)
}

// Fresh is Resolve without trust in what was read before.
func (s *Service) Fresh(ctx context.Context, token string) (*Session, error) {
	found, err := s.read(ctx, token)
	if err != nil {
		return nil, err
	}
	if found.Expected {
		if err := s.store.Arrive(ctx, ident.Digest(token)); err != nil {
			return nil, err
		}
		found.Expected = false
	}
	s.cache.put(token, *found, s.clock.Now())
	return found, nil
}

// read finds a session that is not over, and dates its last visit.
func (s *Service) read(ctx context.Context, token string) (*Session, error) {
	if token == "" {
		return nil, errNone
	}
	digest, now := ident.Digest(token), s.clock.Now()
	found, err := s.store.Find(ctx, digest)
	if errors.Is(err, errNotFound) || err == nil && !now.Before(found.ExpiresAt()) {
		s.cache.drop(token)
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	if now.Sub(found.SeenAt) > touchEvery {
		if err := s.store.Touch(ctx, digest, now); err != nil {
			return nil, err
		}
		found.SeenAt = now
	}
	return found, nil
}

// Login makes the session of a token a customer's, with a full login and the customer's cart, and gives its new token:
// whoever knew the old one knows nothing. Fault Unauthenticated ("session_missing").
func (s *Service) Login(ctx context.Context, token string, customerID int64, cartID string) (string, *Session, error) {
	found, err := s.Fresh(ctx, token)
	if err != nil {
		return "", nil, err
	}
	now, next := s.clock.Now(), ident.Token()
	found.CustomerID, found.CartID, found.FullUntil = customerID, cartID, now.Add(FullLogin)
	found.CreatedAt, found.SeenAt = now, now
	if err := s.replace(ctx, token, next, nil, found); err != nil {
		return "", nil, err
	}
	s.cache.put(next, *found, now)
	return next, found, nil
}

// Rotate gives the session of a token a new one: whoever knew the old one knows nothing. Fault Unauthenticated
// ("session_missing").
func (s *Service) Rotate(ctx context.Context, token string) (string, error) {
	found, err := s.Fresh(ctx, token)
	if err != nil {
		return "", err
	}
	next := ident.Token()
	return next, s.replace(ctx, token, next, nil, found)
}

// Promote gives the session of a token, whose account has other rights from now on, a new one. It follows from the old one as
// with Succeed: who does not learn of it, because the answer was lost, has it from Successor. With the first call that comes
// with it, the old one is worth nothing. Fault Unauthenticated ("session_missing").
func (s *Service) Promote(ctx context.Context, token string) (string, error) {
	found, err := s.read(ctx, token)
	if err != nil {
		return "", err
	}
	salt := ident.Digest(ident.Token())
	next := following(token, salt)
	return next, s.replace(ctx, token, next, salt, found)
}

func (s *Service) replace(ctx context.Context, token, next string, salt []byte, now *Session) error {
	s.cache.drop(token)
	err := s.store.Replace(ctx, ident.Digest(token), ident.Digest(next), salt, now, s.clock.Now())
	if errors.Is(err, errNotFound) {
		return errNone // another call was quicker
	}
	return err
}

// EndAll ends the sessions of a customer but the one of the ID keep ("" for all).
func (s *Service) EndAll(ctx context.Context, customerID int64, keep string) error {
	s.cache.dropCustomer(customerID)
	return s.store.DeleteAll(ctx, customerID, keep)
}

// List gives the sessions of a customer, the one last used first.
func (s *Service) List(ctx context.Context, customerID int64) ([]Session, error) {
	return s.store.List(ctx, customerID, s.clock.Now())
}

// EndOne ends a session of a customer by its ID; fault NotFound ("session_not_found").
func (s *Service) EndOne(ctx context.Context, customerID int64, id string) error {
	s.cache.dropCustomer(customerID)
	return s.store.DeleteOne(ctx, customerID, id)
}

// Note remembers where a customer's session is used. It writes only what is new.
func (s *Service) Note(ctx context.Context, token string, found *Session, device, client string) error {
	if found.CustomerID == 0 || found.Device == device && found.Client == client {
		return nil
	}
	found.Device, found.Client = device, client
	s.cache.put(token, *found, s.clock.Now())
	return s.store.Place(ctx, ident.Digest(token), device, client)
}

// End ends the session of a token at once.
func (s *Service) End(ctx context.Context, token string) error {
	s.cache.drop(token)
	return s.store.Delete(ctx, ident.Digest(token))
}

// Full reports whether the session is fully logged in now.
func (s *Service) Full(one *Session) bool { return one.Full(s.clock.Now()) }

// Soft reports whether the session's full login is over now.
func (s *Service) Soft(one *Session) bool { return one.Soft(s.clock.Now()) }

// Prune deletes what expired.
func (s *Service) Prune(ctx context.Context) (int, error) { return s.store.Prune(ctx) }
