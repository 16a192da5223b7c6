package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// denied says whose a file is that this user may not use, and so who is to give the command. False where it is this user's own.
func denied(err error) (string, bool) {
	file, is := errors.AsType[*fs.PathError](err)
	if !is || !errors.Is(err, fs.ErrPermission) {
		return "", false
	}
	path, err := filepath.Abs(file.Path)
	if err != nil {
		return "", false
	}
	info, err := os.Stat(path)
	for err != nil && path != filepath.Dir(path) { // it is not there, or in a folder that shows nothing
		path = filepath.Dir(path)
		info, err = os.Stat(path)
	}
	if err != nil {
		return "", false
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || int(owner.Uid) == os.Geteuid() {
		return "", false
	}
	return fmt.Sprintf("the user %s may not: %s is %s's; give the command as that user, or name another place",
		userName(os.Geteuid()), path, userName(int(owner.Uid))), true
}

func userName(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}

// letShopRead has the photographs and programs that a command puts into the shop's folders be read by the shop's user, who may be
// another one than the operator, whatever the operator's umask.
func letShopRead() { syscall.Umask(syscall.Umask(0o022) &^ 0o055) }
