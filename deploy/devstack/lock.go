package devstack

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Lock waits until no other process holds the lock of that name, or ctx ends, and says when it has to. Its file stays; a process
// that dies leaves the lock free.
func Lock(ctx context.Context, path string, say Say) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for said := false; ; said = true {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return func() { _ = f.Close() }, nil
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return nil, errors.Join(err, f.Close())
		case !said:
			say("waiting for another process that builds it")
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-look.C:
		}
	}
}

// LockFolder locks a folder until the file is closed or the process has died. It fails where another process does.
func LockFolder(dir string) (*os.File, error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder, nil
}

// AwaitFolder is LockFolder that waits for its turn. Where the file system has no locks, it is everybody's.
func AwaitFolder(ctx context.Context, dir string) (release func(), err error) {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		held, err := LockFolder(dir)
		switch {
		case err == nil:
			return func() { _ = held.Close() }, nil
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return func() {}, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-look.C:
		}
	}
}
