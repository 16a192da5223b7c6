package sim

import (
	"encoding/json"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func (s *Sim) memory() *stage.Memory {
	return stage.NewMemory(&s.mu, s.courier).
		Shelf("secret", &s.cfg.Secret).
		Shelf("webhook", &s.hooks).
		Shelf("order", &s.orders).
		Shelf("invoice", &s.invoices)
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any { return s.memory().Pages() }

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error { return s.memory().Restore(pages) }
