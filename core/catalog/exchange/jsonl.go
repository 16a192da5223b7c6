package exchange

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxLine is the longest line of a JSONL file, in bytes.
const MaxLine = 1 << 20

// record is one line that could be read: one of them is set.
type record struct {
	category *Category
	product  *Product // the whole of it
	row      *row
}

// reader gives the records of a file in turn. A *lineFault is about one line, and reading may go on; io.EOF ends it; any
// other error is about the file.
type reader interface {
	next() (record, int, error)
}

// lineFault says what is wrong with the writing of a line.
type lineFault struct{ reason string }

func (f *lineFault) Error() string { return f.reason }

type jsonlReader struct {
	in   *bufio.Reader
	line int
}

func newJSONL(in io.Reader) *jsonlReader { return &jsonlReader{in: withoutMark(in)} }

func (r *jsonlReader) next() (record, int, error) {
	for {
		text, err := r.readLine()
		if err != nil {
			return record{}, r.line, err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			rec, err := parseLine(text)
			return rec, r.line, err
		}
	}
}

// readLine gives the next line. One that is longer than MaxLine is skipped to its end and is a lineFault.
func (r *jsonlReader) readLine() ([]byte, error) {
	var text []byte
	tooLong := false
	r.line++
	for {
		part, err := r.in.ReadSlice('\n')
		if tooLong = tooLong || len(text)+len(part) > MaxLine; !tooLong {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (err != io.EOF || (len(text) == 0 && !tooLong)):
			return nil, err
		case tooLong:
			return nil, &lineFault{"the line is longer than 1 MB"}
		}
		return text, nil
	}
}

func parseLine(text []byte) (record, error) {
	if !utf8.Valid(text) {
		return record{}, &lineFault{"the line is not UTF-8"}
	}
	if bytes.Contains(text, []byte(`\u0000`)) {
		return record{}, &lineFault{"the line holds a NUL character"}
	}
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return record{}, &lineFault{"not a JSON object: " + err.Error()}
	}
	if twice := repeated(json.NewDecoder(bytes.NewReader(text)), strings.ToLower); twice != "" {
		return record{}, &lineFault{fmt.Sprintf("%q comes twice", twice)}
	}
	var rec record
	var err error
	switch kind.Type {
	case "category":
		rec.category = &Category{}
		err = decode(text, rec.category)
	case "product":
		rec.product = &Product{}
		err = decode(text, rec.product)
	default:
		return rec, &lineFault{`"type" is neither "product" nor "category"`}
	}
	if err != nil {
		return record{}, &lineFault{err.Error()}
	}
	return rec, nil
}

// repeated gives a key that an object has twice: of two prices only one would count. The fields of a record are taken in any
// case, the keys of what is inside, such as warehouses, as they are.
func repeated(in *json.Decoder, fold func(string) string) string {
	token, err := in.Token()
	object := token == json.Delim('{')
	if err != nil || !object && token != json.Delim('[') {
		return ""
	}
	seen := map[string]bool{}
	for in.More() {
		if object {
			token, _ := in.Token() // the text was found to be JSON
			key, _ := token.(string)
			if seen[fold(key)] {
				return key
			}
			seen[fold(key)] = true
		}
		if twice := repeated(in, strings.Clone); twice != "" {
			return twice
		}
	}
	_, _ = in.Token()
	return ""
}
