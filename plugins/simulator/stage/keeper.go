package stage

import "encoding/json"

// Keeper is a Provider whose knowledge can be kept beyond the program's end.
type Keeper interface {
	Provider
	// Pages gives everything that has to be known again, each thing under a key of its own and in a form for JSON.
	Pages() map[string]any
	// Restore takes in what Pages gave, before the first call comes; notices that were under way leave again.
	Restore(pages map[string]json.RawMessage) error
}

// BeforeNotice has do called before each notice leaves: the shop must not be told of what the provider may yet forget.
func (s *Stage) BeforeNotice(do func() error) {
	s.mu.Lock()
	s.beforeNotice = do
	s.mu.Unlock()
}

// Noted is called by whoever is about to send a notice; an error keeps it from leaving for now.
func (s *Stage) Noted() error {
	if do := s.noting(); do != nil {
		return do()
	}
	return nil
}

func (s *Stage) noting() func() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beforeNotice
}
