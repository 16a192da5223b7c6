package stack

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"kontor.dev/kontor/core/campus"
)

// keepKey gives the shop a key for uploaded documents, the same at every start, unless one is configured.
func (s *Stack) keepKey() error {
	if s.cfg.Campus.Key != "" {
		return nil
	}
	file := filepath.Join(s.state.Dir, campusKeyFile)
	key, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		key = []byte(campus.NewKey())
		err = os.WriteFile(file, key, 0o600)
	}
	s.cfg.Campus.Key = string(key)
	return err
}
