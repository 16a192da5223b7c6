package pgserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// PostgreSQL refuses to run as root, so root hands it to a user without rights.

// account is whom the server runs as: nil for the present user, or the credential of another when that is root.
func account() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody: run as another user")
}

// reachable gives a folder for dir's content that every user can reach. That is dir itself unless a parent is closed to
// others, as /root is; then it is a folder under /var/lib, and dir becomes a link to it, so that nobody's
// permissions have to be widened.
func reachable(dir string, as *syscall.Credential) (string, error) {
	if as == nil || openToAll(filepath.Dir(dir)) {
		return dir, os.MkdirAll(dir, 0o755)
	}
	sum := sha256.Sum256([]byte(dir))
	real := filepath.Join("/var/lib/kontor", hex.EncodeToString(sum[:6])+"-"+filepath.Base(dir))
	if err := os.MkdirAll(real, 0o755); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	if err := os.Symlink(real, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if to, err := os.Readlink(dir); err != nil || to != real {
		return "", fmt.Errorf("%s is in the way: it should be a link to %s, because PostgreSQL cannot reach it as a user without rights; move it away", dir, real)
	}
	return real, nil
}

// openToAll reports whether every existing folder on the way to dir lets others pass.
func openToAll(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err == nil && info.Mode().Perm()&0o005 != 0o005 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}

// giveTo makes dir and everything in it the server's own.
func giveTo(dir string, as *syscall.Credential) error {
	if as == nil {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(as.Uid), int(as.Gid))
	})
}

// Remove deletes a folder that Start made, wherever it had to put it. A missing one is no error.
func Remove(dir string) error {
	if real, err := os.Readlink(dir); err == nil {
		if err := os.RemoveAll(real); err != nil {
			return err
		}
	}
	return os.RemoveAll(dir)
}
