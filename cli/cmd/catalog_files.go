package cmd

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"kontor.dev/kontor/core/catalog/exchange"
)

// importSet is the files of one import, opened and unpacked, with a count of what has been read of them.
type importSet struct {
	sources []exchange.Source
	readers []*countingReader
	size    int64
}

// openFiles opens all files before anything is imported, so that a wrong name costs nothing.
func openFiles(names []string) (*importSet, error) {
	set := &importSet{}
	for _, name := range names {
		if err := set.open(name); err != nil {
			set.close()
			return nil, err
		}
	}
	return set, nil
}

func (s *importSet) open(name string) error {
	format := exchange.FormatOf(name)
	if format == "" {
		return usageError{fmt.Errorf("%s: files end in .jsonl, .ndjson, .csv or .tsv, or one of these and .gz", name)}
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	counted := &countingReader{file: f}
	s.readers = append(s.readers, counted)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	s.size += info.Size()
	var in io.Reader = counted
	if strings.HasSuffix(strings.ToLower(name), ".gz") {
		packed, err := gzip.NewReader(counted)
		if err != nil {
			return fmt.Errorf("%s cannot be unpacked: its name says that gzip has packed it (%w)", name, err)
		}
		in = unpacked{packed}
	}
	s.sources = append(s.sources, exchange.Source{Name: name, Format: format, In: in})
	return nil
}

func (s *importSet) done() int64 {
	var n int64
	for _, r := range s.readers {
		n += r.read
	}
	return n
}

func (s *importSet) close() {
	for _, r := range s.readers {
		_ = r.file.Close()
	}
}

// unpacked says of a file that ends too early, or was changed, what may have happened to it.
type unpacked struct{ *gzip.Reader }

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("it cannot be unpacked to its end: was it copied whole? (%w)", err)
	}
	return n, err
}

type countingReader struct {
	file *os.File
	read int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	r.read += int64(n)
	return n, err
}
