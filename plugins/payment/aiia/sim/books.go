package sim

import (
	"encoding/json"
	"strings"
)

const paymentPage = "payment/"

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages := map[string]any{}
	for id, p := range s.payments {
		pages[paymentPage+id] = *p
	}
	s.courier.Letters(pages)
	return pages
}

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, page := range pages {
		id, ok := strings.CutPrefix(key, paymentPage)
		if !ok {
			continue
		}
		p := &accepted{}
		if err := json.Unmarshal(page, p); err != nil {
			return err
		}
		s.payments[id] = p
	}
	return s.courier.Resume(pages)
}
