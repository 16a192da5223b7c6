package pluginhost

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Names of the folders that a host has for itself.
const (
	programsPrefix = "host-"           // below Options.Dir: the private copies of the programs
	socketsPrefix  = "kontor-plugins-" // below os.TempDir: where plugins listen
)

// longestSocket is what a socket's address may have, its last zero included; go-plugin adds two names of at most 21 and 17
// bytes to a folder's.
const (
	longestSocket = 108
	socketNames   = len("/plugin-dir4294967295") + len("/plugin4294967295") + 1
)

// folder belongs to one process as long as that lives. A process that dies leaves it to the next that makes one beside it:
// what tells is a lock on the folder and not a process id, because containers that share a folder have the same ids. The lock
// also keeps systemd-tmpfiles off.
type folder struct {
	path string
	lock *os.File
}

// newFolder makes a folder and removes those beside it that were left.
func newFolder(parent, prefix string) (*folder, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	sweep(parent, prefix)
	const tries = 10
	for range tries {
		path, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		lock, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another process swept between the making and the locking
		}
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(path))
		}
		if !errors.Is(hold(lock, path), errHeld) { // where folders cannot be locked, nobody sweeps
			return &folder{path, lock}, nil
		}
		_ = lock.Close()
	}
	return nil, fmt.Errorf("%s: other processes remove every new folder", parent)
}

// newSocketFolder makes a folder for sockets. It is not below Options.Dir, whose name may be as long as it likes.
func newSocketFolder() (*folder, error) {
	f, err := newFolder(os.TempDir(), socketsPrefix)
	if err != nil {
		return nil, err
	}
	if len(f.path)+socketNames > longestSocket {
		return nil, errors.Join(fmt.Errorf("%s is too long for the address of a socket: set TMPDIR to a shorter one", f.path), f.remove())
	}
	return f, nil
}

// remove ends the possession. Again, it does nothing.
func (f *folder) remove() error {
	err := f.lock.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return errors.Join(os.RemoveAll(f.path), err)
}

// errHeld says that a folder is another process's, or gone.
var errHeld = errors.New("held by another process")

// hold takes possession of a folder that was opened, until it is closed or the process ends.
func hold(open *os.File, path string) error {
	err := syscall.Flock(int(open.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	if err != nil {
		return err
	}
	is, err := open.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Lstat(path); err != nil || !os.SameFile(is, named) {
		return errHeld
	}
	return nil
}

// sweep removes what processes of the same user left that were killed.
func sweep(parent, prefix string) {
	left, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	if err != nil {
		return
	}
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || !owned(info) {
			continue
		}
		lock, err := os.Open(path)
		if err != nil {
			continue
		}
		if hold(lock, path) == nil {
			_ = os.RemoveAll(path)
		}
		_ = lock.Close()
	}
}

// owned reports whether a folder is this user's: anybody may make one among the temporary files.
func owned(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
