package httpapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// AccountSession is a browser in which the customer is logged in.
type AccountSession struct {
	ID       string    `json:"id"`
	Device   string    `json:"device" doc:"browser and system; empty when unknown"`
	Client   string    `json:"client" doc:"address from which it was used last; empty when unknown"`
	LastUsed time.Time `json:"lastUsed" doc:"within an hour"`
	Since    time.Time `json:"since" doc:"of the login"`
	Current  bool      `json:"current" doc:"the one that asks"`
}

// AccountSessions are the customer's sessions.
type AccountSessions struct {
	Sessions []AccountSession `json:"sessions" doc:"the one last used first"`
}

// SessionID names one of the customer's sessions.
type SessionID struct {
	SessionID string `json:"sessionId" format:"uuid"`
}

func (s *Server) registerSessions(api huma.API) {
	register(api, post("account", "sessions", "/api/account/sessions/get", "Where the customer is logged in"), s.sessions)
	register(api, post("account", "sessionEnd", "/api/account/sessions/end", "Log out another browser"), s.sessionEnd)
	register(api, post("account", "sessionsEnd", "/api/account/sessions/end-others", "Log out all other browsers"), s.sessionsEnd)
}

func (s *Server) sessions(ctx context.Context, _ *none) (AccountSessions, error) {
	answer := AccountSessions{Sessions: []AccountSession{}}
	v, err := s.loggedIn(ctx)
	if err != nil {
		return answer, err
	}
	list, err := s.deps.Customers.Sessions(ctx, v)
	for _, one := range list {
		answer.Sessions = append(answer.Sessions, AccountSession{
			ID: one.ID, Device: one.Device, Client: one.Client, LastUsed: one.SeenAt, Since: one.CreatedAt, Current: one.ID == v.Session.ID,
		})
	}
	return answer, err
}

func (s *Server) sessionEnd(ctx context.Context, in *body[SessionID]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.EndSession(ctx, v, in.Body.SessionID))
}

func (s *Server) sessionsEnd(ctx context.Context, _ *none) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.EndOtherSessions(ctx, v))
}

// promoted gives the session a new token once the account has other rights than before.
func (s *Server) promoted(ctx context.Context, token string) error {
	next, err := s.deps.Sessions.Promote(ctx, token)
	if err == nil {
		s.setToken(visitOf(ctx), next)
	}
	return err
}
