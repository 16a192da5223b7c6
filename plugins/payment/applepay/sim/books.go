package sim

import (
	"crypto/ecdh"
	"encoding/json"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const keyPage = "key"

func (s *Sim) memory() *stage.Memory {
	return stage.NewMemory(&s.mu, nil).
		Shelf("session", &s.sessions).
		Shelf("transaction", &s.transactions).
		Shelf("order", &s.order).
		Shelf("token", &s.tokens).
		Shelf("request", &s.requests)
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any {
	pages := s.memory().Pages()
	pages[keyPage] = s.key.Bytes()
	return pages
}

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	var raw []byte
	if err := json.Unmarshal(pages[keyPage], &raw); err != nil {
		return err
	}
	key, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		return err
	}
	s.key = key
	return s.memory().Restore(pages)
}
