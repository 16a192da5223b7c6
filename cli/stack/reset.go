package stack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Reset deletes the data in the state folder but for backups, and the programs too if asked. It refuses while a stack runs
// there. It works on a full disk, where it is the way out.
func Reset(c config.Config, tools bool) error {
	state, err := devstack.Hold(c.State.Dir)
	if other, ok := errors.AsType[*devstack.RunningError](err); ok {
		return errors.Join(other, errors.New("stop it first with `kontor down`"))
	}
	if err != nil {
		return err
	}
	paths, err := Resets(c, tools)
	errs := []error{err}
	for _, path := range paths {
		if path == c.State.Tools {
			errs = append(errs, pgserver.Remove(filepath.Join(path, "postgres")), os.RemoveAll(path))
			continue
		}
		errs = append(errs, remove(path))
	}
	return errors.Join(append(errs, state.Release())...)
}

// Resets lists what Reset deletes.
func Resets(c config.Config, tools bool) ([]string, error) {
	entries, err := os.ReadDir(c.State.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	stays := []string{devstack.LockFile}
	if dir := BackupFolder(c); isDir(dir) {
		stays = append(stays, filepath.Base(dir), campusKeyFile, sealKeyFile)
	}
	paths := []string{}
	for _, e := range entries {
		path := filepath.Join(c.State.Dir, e.Name())
		if path != c.State.Tools && !slices.Contains(stays, e.Name()) {
			paths = append(paths, path)
		}
	}
	if tools && isDir(c.State.Tools) {
		paths = append(paths, c.State.Tools)
	}
	return paths, nil
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
