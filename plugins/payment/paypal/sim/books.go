package sim

import (
	"encoding/json"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func (s *Sim) memory() *stage.Memory {
	return stage.NewMemory(&s.mu, nil).
		Shelf("key", &s.cert).
		Shelf("webhook", &s.hooks).
		Shelf("token", &s.tokens).
		Shelf("order", &s.orders).
		Shelf("entry", &s.entries).
		Shelf("request", &s.byRequest).
		Shelf("paid", &s.paid).
		Shelf("dispute", &s.disputes).
		Shelf("event", &s.underWay)
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any { return s.memory().Pages() }

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	if err := s.memory().Restore(pages); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.underWay {
		e.done = make(chan struct{})
		s.send(e, s.cfg.RetryEvery, 1, false, nil)
	}
	return nil
}
