package session

import (
	"context"
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

var errNone = fault.New(fault.Unauthenticated, "session_missing")

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
	if token == "" {
		return nil, errNone
	}
	digest, now := ident.Digest(token), s.clock.Now()
	found, err := s.store.Find(ctx, digest)
	if errors.Is(err, fault.New(fault.NotFound, "session_not_found")) {
		s.cache.drop(token)
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	if !now.Before(found.ExpiresAt()) {
		s.cache.drop(token)
		return nil, errNone
	}
	if now.Sub(found.SeenAt) > touchEvery {
		if err := s.store.Touch(ctx, digest, now); err != nil {
			return nil, err
		}
		found.SeenAt = now
	}
	s.cache.put(token, *found, now)
	return found, nil
}

// End ends the session of a token at once.
func (s *Service) End(ctx context.Context, token string) error {
	s.cache.drop(token)
	return s.store.Delete(ctx, ident.Digest(token))
}

// Prune deletes what expired.
func (s *Service) Prune(ctx context.Context) (int, error) { return s.store.Prune(ctx, s.clock.Now()) }
