package customer

import (
	"context"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/session"
)

// Sessions gives the customer's sessions, the one last used first.
func (s *Service) Sessions(ctx context.Context, v Visit) ([]session.Session, error) {
	return s.sessions.List(ctx, v.Session.CustomerID)
}

// EndSession ends another of the customer's sessions. Faults: NotFound ("session_not_found"), Conflict
// ("session_current").
func (s *Service) EndSession(ctx context.Context, v Visit, id string) error {
	if id == v.Session.ID {
		return fault.New(fault.Conflict, "session_current")
	}
	if err := s.sessions.EndOne(ctx, v.Session.CustomerID, id); err != nil {
		return err
	}
	return s.store.Record(ctx, s.event(SessionEnded, v.Session.CustomerID, v))
}

// EndOtherSessions ends all of the customer's sessions but this one.
func (s *Service) EndOtherSessions(ctx context.Context, v Visit) error {
	if err := s.sessions.EndAll(ctx, v.Session.CustomerID, v.Session.ID); err != nil {
		return err
	}
	return s.store.Record(ctx, s.event(SessionsEnded, v.Session.CustomerID, v))
}
