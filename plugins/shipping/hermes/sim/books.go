package sim

import (
	"encoding/json"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func (s *Sim) memory() *stage.Memory {
	return stage.NewMemory(&s.mu, nil).
		Shelf("token", &s.tokens).
		Shelf("order", &s.orders).
		Shelf("serial", &s.serial)
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any { return s.memory().Pages() }

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error { return s.memory().Restore(pages) }
