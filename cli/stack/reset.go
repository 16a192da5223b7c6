package stack

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Reset deletes the data in the state folder, and the programs too if asked. It refuses while a stack runs there.
func Reset(c config.Config, tools bool) error {
	state, err := devstack.Own(c.State.Dir)
	if other, ok := errors.AsType[*devstack.RunningError](err); ok {
		return errors.Join(other, errors.New("stop it first with `kontor down`"))
	}
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(c.State.Dir)
	errs := []error{err}
	for _, e := range entries {
		path := filepath.Join(c.State.Dir, e.Name())
		if path != c.State.Tools && e.Name() != devstack.LockFile {
			errs = append(errs, remove(path))
		}
	}
	if tools {
		errs = append(errs, pgserver.Remove(filepath.Join(c.State.Tools, "postgres")), os.RemoveAll(c.State.Tools))
	}
	return errors.Join(append(errs, state.Release())...)
}

// remove deletes a part of the state: a server's folder, or a test environment unless it is in use.
func remove(path string) error {
	if _, inUse := devstack.Running(path); inUse {
		return fmt.Errorf("%s is in use by a test that runs now", path)
	}
	var err error
	if isDir(path) {
		err = pgserver.Remove(filepath.Join(path, postgresFolder))
	}
	return errors.Join(err, pgserver.Remove(path))
}
