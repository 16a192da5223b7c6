package stack

import (
	"path/filepath"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/deploy/devstack"
)

// keepKey gives the shop a key for uploaded documents, the same at every start, unless one is configured.
func (s *Stack) keepKey() error {
	if s.cfg.Campus.Key != "" {
		return nil
	}
	key, err := devstack.KeptSecret(filepath.Join(s.state.Dir, campusKeyFile), campus.NewKey)
	s.cfg.Campus.Key = key
	return err
}
