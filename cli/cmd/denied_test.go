package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who gives a command as another user than the shop's is told whose the files are.
func TestAFileOfAnotherUserIsNamedWithItsOwner(t *testing.T) {
	folder := "/etc" // root's
	if os.Geteuid() == 0 {
		folder = t.TempDir()
		require.NoError(t, os.Chown(folder, 65534, 65534))
	}
	text := said(&fs.PathError{Op: "open", Path: filepath.Join(folder, "none", "seal.key"), Err: syscall.EACCES})
	require.Contains(t, text, " may not: "+folder+" is ")
	require.Contains(t, text, "give the command as that user")

	_, ok := denied(&fs.PathError{Op: "open", Path: t.TempDir(), Err: syscall.EACCES})
	require.False(t, ok, "its own")
	_, ok = denied(&fs.PathError{Op: "open", Path: filepath.Join(folder, "none"), Err: syscall.ENOENT})
	require.False(t, ok)
}
