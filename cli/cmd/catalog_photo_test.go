package cmd

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog/photo"
)

func TestPhotographsGetKeysAndWhatIsNoneIsNamed(t *testing.T) {
	media := t.TempDir()
	t.Setenv("KONTOR_MEDIA_DIR", media)
	var picture bytes.Buffer
	require.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 6))))
	front, letter := write(t, "front.png", picture.String()), write(t, "letter.txt", "Sehr geehrte Damen und Herren")
	gone := filepath.Join(t.TempDir(), "gone.png")

	var out bytes.Buffer
	root := newRoot(&session{out: printer{out: &out}})
	root.SetArgs([]string{"catalog", "photo", "-o", "json", front, letter, gone})
	require.ErrorAs(t, root.ExecuteContext(t.Context()), new(exitCode))
	var added []addedPhoto
	require.NoError(t, json.Unmarshal(out.Bytes(), &added), out.String())
	require.Len(t, added, 3)
	require.Equal(t, front, added[0].File)
	require.Empty(t, added[0].Error)
	require.Contains(t, added[1].Error, "no JPEG, PNG or WebP")
	require.Contains(t, added[2].Error, "no such file")

	_, err := photo.NewStore(media).Image(added[0].Key, 100)
	require.NoError(t, err, "the shop shows it")
	left, err := os.ReadDir(media)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// Where the disk is full there is no photograph, and no key of one to put into an import.
func TestAPhotographThatWasNotKeptHasNoKey(t *testing.T) {
	media := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.WriteFile(media, nil, 0o600)) // no folder can be made there
	t.Setenv("KONTOR_MEDIA_DIR", media)
	var picture, out bytes.Buffer
	require.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 6))))
	root := newRoot(&session{out: printer{out: &out}})
	root.SetArgs([]string{"catalog", "photo", "-o", "json", write(t, "front.png", picture.String())})
	require.ErrorAs(t, root.ExecuteContext(t.Context()), new(exitCode))
	var added []addedPhoto
	require.NoError(t, json.Unmarshal(out.Bytes(), &added), out.String())
	require.NotEmpty(t, added[0].Error)
	require.Empty(t, added[0].Key)
}

// The shop, whose user may be another one than the operator, reads what a careful operator adds.
func TestAPhotographIsReadByTheShopsUser(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	media := filepath.Join(t.TempDir(), "media")
	t.Setenv("KONTOR_MEDIA_DIR", media)
	var picture, out bytes.Buffer
	require.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 6))))
	root := newRoot(&session{out: printer{out: &out}})
	root.SetArgs([]string{"catalog", "photo", "-o", "json", write(t, "front.png", picture.String())})
	require.NoError(t, root.ExecuteContext(t.Context()))
	require.NoError(t, filepath.WalkDir(media, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		require.EqualValues(t, 0o044, info.Mode()&0o044, path)
		return nil
	}))
}
