package backup

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Photographs come and go while a backup is taken: what is being added has a folder that is gone in the next moment.
func TestAFolderIsPackedWhileItChanges(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "0-kept.jpg"), []byte("kept"), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			draft, err := os.MkdirTemp(folder, "adding-")
			if err != nil {
				return
			}
			for _, name := range []string{"1.jpg", "2.jpg", "3.jpg"} {
				_ = os.WriteFile(filepath.Join(draft, name), make([]byte, 1<<16), 0o600)
			}
			_ = os.RemoveAll(draft)
		}
	}()
	defer func() { stop(); <-ended }()
	for began := time.Now(); time.Since(began) < 2*time.Second; {
		path := filepath.Join(t.TempDir(), "media.tar.gz")
		require.NoError(t, pack(t.Context(), folder, path))
		var kept bool
		require.NoError(t, each(t.Context(), path, func(h *tar.Header, content io.Reader) error {
			text, err := io.ReadAll(content)
			kept = kept || h.Name == "0-kept.jpg" && string(text) == "kept"
			return err
		}))
		require.True(t, kept)
	}
	linked := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Symlink(folder, linked))
	require.NoError(t, pack(t.Context(), linked, filepath.Join(t.TempDir(), "media.tar.gz")), "a folder that lies on another disk")
}

// A restore that could not write everything leaves no folder that the next one would take for the shop's own.
func TestAFolderIsUnpackedWholeOrNotAtAll(t *testing.T) {
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "media.tar.gz")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "1.jpg"), make([]byte, 1<<16), 0o600))
	require.NoError(t, pack(t.Context(), folder, path))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, int64(len(whole)-20)))
	place := t.TempDir()
	require.Error(t, unpack(t.Context(), path, filepath.Join(place, "media")))
	left, err := os.ReadDir(place)
	require.NoError(t, err)
	require.Empty(t, left)

	require.NoError(t, os.WriteFile(path, whole, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(place, "media.restored"), 0o700)) // of one that was killed
	require.NoError(t, unpack(t.Context(), path, filepath.Join(place, "media")))
	require.FileExists(t, filepath.Join(place, "media", "1.jpg"))
	require.ErrorIs(t, unpack(t.Context(), path, filepath.Join(place, "media")), os.ErrExist)
}

func TestABackupThatTheShopHereCannotGoOnWithSaysWhy(t *testing.T) {
	here := Description{Server: pgserver.Major + ".4 (Debian 18.4-1)", Schema: postgres.Schema()}
	require.NoError(t, Unfit(here))
	older := here
	older.Schema--
	require.NoError(t, Unfit(older), "`kontor up` brings it to the newest schema")

	other := here
	other.Server = "17.6"
	require.ErrorContains(t, Unfit(other), "the backup is of PostgreSQL 17.6, `kontor up` runs "+pgserver.Major)
	newer := here
	newer.Schema++
	require.ErrorContains(t, Unfit(newer), fmt.Sprintf("number %d, this program's is %d", newer.Schema, here.Schema))
}
