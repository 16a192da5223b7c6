package sim

import (
	"encoding/json"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func (s *Sim) memory() *stage.Memory {
	return stage.NewMemory(&s.mu, s.courier).
		Shelf("key", &s.cert).
		Shelf("session", &s.sessions).
		Shelf("charge", &s.charges).
		Shelf("refund", &s.refunds).
		Shelf("dispute", &s.disputes).
		Shelf("permission", &s.permits).
		Shelf("reply", &s.replies)
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any { return s.memory().Pages() }

// Restore implements stage.Keeper. Reviews begin anew.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	if err := s.memory().Restore(pages); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.charges {
		if c.status.State == "AuthorizationInitiated" {
			s.settleLater(c)
		}
	}
	return nil
}
