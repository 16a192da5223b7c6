// Package pdftest reads what package pdf writes.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"testing"
)

var packed = regexp.MustCompile(`(?s)/Filter/FlateDecode>>\nstream\n(.*?)\nendstream`)

// Unpacked gives a document with its pages as they were written, for a look at what they show.
func Unpacked(t testing.TB, document []byte) []byte {
	return packed.ReplaceAllFunc(document, func(object []byte) []byte {
		r, err := zlib.NewReader(bytes.NewReader(packed.FindSubmatch(object)[1]))
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return append([]byte(">>\nstream\n"), append(page, "endstream"...)...)
	})
}
