package stack

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"kontor.dev/kontor/deploy/devstack"
)

// Builds of the storefront lie side by side, and several shops of one machine may share them. Each shop holds a lock on the
// folder that its storefront reads from; the system lets it go when the shop dies, however that happens.

// kept is how many builds stay that no shop runs from: going back to the branch before is quick with them.
const kept = 3

// What is no build: one that is being made or was cut short, and one that is being removed.
const (
	freshBuild = ".new"
	goneBuild  = ".old"
)

// useBuild keeps a build from being forgotten until release. It reports false where there is none.
func useBuild(path string) (release devstack.Stop, there bool, err error) {
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	// It waits for a shop that is about to forget the build. Where folders cannot be locked, nobody forgets any.
	_ = syscall.Flock(int(folder.Fd()), syscall.LOCK_SH)
	is, err := folder.Stat()
	if err != nil {
		return nil, false, errors.Join(err, folder.Close())
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(is, named) {
		return nil, false, folder.Close()
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // those used last are kept; in somebody else's folder that is its age
	return func(context.Context) error { return folder.Close() }, true, nil
}

// forgetOldBuilds removes the builds that no shop runs from, but for those used last. Only the shop that may build calls it.
func forgetOldBuilds(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var builds []fs.DirEntry
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), freshBuild) || strings.HasSuffix(e.Name(), goneBuild) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
			continue
		}
		builds = append(builds, e)
	}
	used := func(e fs.DirEntry) time.Time {
		info, err := e.Info()
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortFunc(builds, func(a, b fs.DirEntry) int { return used(b).Compare(used(a)) })
	for _, e := range builds[min(kept, len(builds)):] {
		if err := forgetBuild(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// forgetBuild removes a build unless a shop runs from it.
func forgetBuild(path string) error {
	held, err := devstack.LockFolder(path)
	if err != nil {
		return nil // a shop runs from it, or another has forgotten it
	}
	defer held.Close()
	// Its name goes first: half of a build must not pass for one.
	if err := os.Rename(path, path+goneBuild); err != nil {
		return err
	}
	return os.RemoveAll(path + goneBuild)
}
