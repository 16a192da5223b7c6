package campus

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"kontor.dev/kontor/core/fault"
)

// MaxFile is the most that a document may have, in bytes: 2.5 MB.
const MaxFile = 2_500_000

// maxPixels is the most that a picture may have; a page scanned at 600 dots an inch has 35 million.
const maxPixels = 100_000_000

// The faults of documents. What the file calls itself plays no part.
var (
	ErrFileMissing = fault.New(fault.Invalid, "campus_file_missing")
	ErrFileTooBig  = fault.New(fault.Invalid, "campus_file_too_big")
	ErrFileType    = fault.New(fault.Invalid, "campus_file_type")
)

// Proof is a document whose content was looked at.
type Proof struct {
	MediaType string // image/jpeg, image/gif, image/png, application/pdf
	Content   []byte
}

var formats = []struct {
	mediaType string
	magic     []string
	holds     func([]byte) bool
}{
	{"image/jpeg", []string{"\xff\xd8\xff"}, picture(jpeg.DecodeConfig)},
	{"image/png", []string{"\x89PNG\r\n\x1a\n"}, picture(png.DecodeConfig)},
	{"image/gif", []string{"GIF87a", "GIF89a"}, picture(gif.DecodeConfig)},
	{"application/pdf", []string{"%PDF-"}, wholePDF},
}

// Sniff tells what a document is by its content. Faults: Invalid ("campus_file_missing", "campus_file_too_big",
// "campus_file_type").
func Sniff(content []byte) (Proof, error) {
	switch {
	case len(content) == 0:
		return Proof{}, ErrFileMissing
	case len(content) > MaxFile:
		return Proof{}, ErrFileTooBig
	}
	for _, f := range formats {
		for _, magic := range f.magic {
			if bytes.HasPrefix(content, []byte(magic)) && f.holds(content) {
				return Proof{MediaType: f.mediaType, Content: content}, nil
			}
		}
	}
	return Proof{}, ErrFileType
}

// picture reads the head alone: what it says of the size decides whether anybody should open the rest.
func picture(head func(io.Reader) (image.Config, error)) func([]byte) bool {
	return func(content []byte) bool {
		c, err := head(bytes.NewReader(content))
		return err == nil && c.Width > 0 && c.Height > 0 && int64(c.Width)*int64(c.Height) <= maxPixels
	}
}

// wholePDF reports whether the file has its end, which a broken transfer would lack.
func wholePDF(content []byte) bool {
	const tail = 1024
	return bytes.Contains(content[max(0, len(content)-tail):], []byte("%%EOF"))
}

// Extension gives the ending for a file of the proof, ".pdf"; the name that it was uploaded under is not kept.
func Extension(mediaType string) string {
	switch mediaType {
	case "image/jpeg":
		return ".jpg"
	case "image/png":
		return ".png"
	case "image/gif":
		return ".gif"
	}
	return ".pdf"
}
