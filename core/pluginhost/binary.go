package pluginhost

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// errChecksum refuses a program that is not the pinned one.
var errChecksum = errors.New("the program's checksum is not the pinned one")

// binary is a program to run: a private copy, so that the bytes that were checked are the bytes that run, and so that
// the original may be replaced in any way while the copy runs.
type binary struct {
	path   string
	sha256 string
}

// take copies the program at path into dir and checks it against the pin, if there is one. The copy is named by its
// content, so that taking the same program again costs a read.
func take(path, pin, dir string) (binary, error) {
	in, err := os.Open(path)
	if err != nil {
		return binary{}, err
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || !info.Mode().IsRegular() {
		return binary{}, fmt.Errorf("%s is not a program", path)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return binary{}, err
	}
	out, err := os.CreateTemp(dir, "incoming-*")
	if err != nil {
		return binary{}, err
	}
	defer func() { _ = os.Remove(out.Name()) }()
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, hash), in)
	if err = errors.Join(err, out.Chmod(0o700), out.Close()); err != nil {
		return binary{}, err
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	if pin != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(pin)), []byte(sum)) != 1 {
		return binary{}, fmt.Errorf("%w: it is %s", errChecksum, sum)
	}
	kept := filepath.Join(dir, sum[:16]+"-"+filepath.Base(path))
	return binary{path: kept, sha256: sum}, os.Rename(out.Name(), kept)
}

// stamp tells one state of a file from another without reading it.
type stamp struct {
	size    int64
	changed time.Time
	inode   uint64
}

// stampOf gives the zero stamp for a file that is not there.
func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{size: info.Size(), changed: info.ModTime(), inode: inodeOf(info)}
}

func inodeOf(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
