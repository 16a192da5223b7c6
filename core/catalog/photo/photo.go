// Package photo keeps photographs of products in a folder: each is scaled once, when it comes, to the sizes that the shop
// shows. What a camera wrote beside the picture, such as the place, is not kept.
package photo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png" // decoded by image.Decode
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	_ "golang.org/x/image/webp" // decoded by image.Decode

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Limits of what is taken: both are above what cameras make.
const (
	maxBytes  = 64 << 20
	maxPixels = 120_000_000
	maxSide   = 65_535 // JPEG's own
)

const quality = 85 // of JPEG: above it files grow and nobody sees a difference

const prefix = "photo~"

var shape = regexp.MustCompile(`^photo~[0-9a-f]{32}$`)

// Store is a folder of photographs, {folder}/{key}/{size}.jpg. All processes that serve /images share it.
type Store struct{ folder string }

// NewStore makes a store. The folder need not be there.
func NewStore(folder string) *Store { return &Store{folder} }

// Is reports whether an image's key is a photograph's.
func Is(key string) bool { return strings.HasPrefix(key, prefix) }

// Add takes a JPEG, PNG or WebP file and gives its key, which follows from its content: what is added again is there
// already. Fault Invalid: "photo_unreadable", "photo_too_large".
func (s *Store) Add(file io.Reader) (key string, err error) {
	data, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err != nil {
		return "", err
	}
	if len(data) > maxBytes {
		return "", fault.New(fault.Invalid, "photo_too_large")
	}
	sum := sha256.Sum256(data)
	key = prefix + hex.EncodeToString(sum[:16])
	if _, err := os.Stat(filepath.Join(s.folder, key)); err == nil {
		return key, nil
	}
	picture, err := decode(data)
	if err != nil {
		return "", err
	}
	return key, s.keep(key, picture)
}

// Image gives a photograph as JPEG in one of catalog.ImageSizes: that many pixels along its longer side, or as many as it
// has. Fault NotFound: "image_not_found".
func (s *Store) Image(key string, size int) ([]byte, error) {
	if !shape.MatchString(key) {
		return nil, errNotFound
	}
	data, err := os.ReadFile(filepath.Join(s.folder, key, fileName(size)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNotFound
	}
	return data, err
}

var errNotFound = fault.New(fault.NotFound, "image_not_found")

func fileName(size int) string { return fmt.Sprintf("%d.jpg", size) }

func decode(data []byte) (image.Image, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "photo_unreadable")
	}
	if _, taken := formats[format]; !taken { // image.Decode takes whatever another package of the program has registered
		return nil, fault.New(fault.Invalid, "photo_unreadable")
	}
	if max(config.Width, config.Height) > maxSide || int64(config.Width)*int64(config.Height) > maxPixels {
		return nil, fault.New(fault.Invalid, "photo_too_large")
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "photo_unreadable")
	}
	largest := catalog.ImageSizes[len(catalog.ImageSizes)-1]
	return upright(scaled(picture, largest), orientation(data, format)), nil
}

// keep writes all sizes at once: the folder of a key is whole or not there.
func (s *Store) keep(key string, picture image.Image) error {
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(s.folder, "adding-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(draft) }()
	for _, size := range catalog.ImageSizes {
		var file bytes.Buffer
		if err := jpeg.Encode(&file, scaled(picture, size), &jpeg.Options{Quality: quality}); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(draft, fileName(size)), file.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(draft, 0o755); err != nil { // the shop's user may be another one than the operator
		return err
	}
	err = os.Rename(draft, filepath.Join(s.folder, key))
	if errors.Is(err, fs.ErrExist) {
		return nil // somebody else added the same meanwhile
	}
	return err
}
