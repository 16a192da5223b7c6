package devstack

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// KeptSecret gives what a file holds. Where there is none, or an empty one, it is made of what fresh gives, whole or not at
// all; of several processes that make it at once all get the same.
func KeptSecret(path string, fresh func() string) (string, error) {
	kept, err := os.ReadFile(path)
	if err == nil && len(kept) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return string(kept), err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	_, err = draft.WriteString(fresh())
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", err
	}
	if kept != nil { // a disk that was full left an empty file, with which nothing was sealed
		err = os.Rename(draft.Name(), path)
	} else {
		err = os.Link(draft.Name(), path)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	kept, err = os.ReadFile(path)
	return string(kept), err
}
