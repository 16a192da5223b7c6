package exchange

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
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
type lineFault struct {
	reason        string
	articleNumber string // where it could be read
}

func (f *lineFault) Error() string { return f.reason }

type jsonlReader struct {
	in   *bufio.Reader
	line int
}

func newJSONL(in io.Reader) (*jsonlReader, error) {
	buffered := withoutMark(in)
	// Of a whole file in UTF-16, as PowerShell writes one, every line would be called wrong.
	if start, _ := buffered.Peek(2); len(start) == 2 && (bytes.Equal(start, []byte("\xff\xfe")) || bytes.Equal(start, []byte("\xfe\xff")) || bytes.IndexByte(start, 0) >= 0) {
		return nil, errors.New("the file is not UTF-8: write it as JSON lines in UTF-8")
	}
	if oneLine(buffered) {
		return nil, errReturns
	}
	return &jsonlReader{in: buffered}, nil
}

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
			return nil, &lineFault{reason: "the line is longer than 1 MB"}
		}
		return text, nil
	}
}

func parseLine(text []byte) (record, error) {
	if !utf8.Valid(text) {
		return record{}, &lineFault{reason: "the line is not UTF-8"}
	}
	if bytes.Contains(text, []byte(`\u0000`)) {
		return record{}, &lineFault{reason: "the line holds a NUL character"}
	}
	var kind struct {
		Type          string `json:"type"`
		ArticleNumber any    `json:"articleNumber"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return record{}, &lineFault{reason: "not a JSON object: " + misread(err)}
	}
	article, _ := kind.ArticleNumber.(string)
	if twice := repeated(json.NewDecoder(bytes.NewReader(text)), strings.ToLower); twice != "" {
		return record{}, &lineFault{fmt.Sprintf("%q comes twice", twice), article}
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
		tidy(reflect.ValueOf(rec.product).Elem())
	default:
		return rec, &lineFault{`"type" is neither "product" nor "category"`, article}
	}
	if err != nil {
		return record{}, &lineFault{misread(err), article}
	}
	return rec, nil
}

// misread says what is wrong with a line's JSON in the words of the file, not in those of the program that reads it.
func misread(err error) string {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return strings.Replace(strings.TrimPrefix(err.Error(), "json: "), "unknown field", "there is no field", 1)
	}
	takes := "another kind of value"
	switch wrong.Type.Kind() {
	case reflect.String:
		takes = "a text"
	case reflect.Bool:
		takes = "true or false"
	case reflect.Int, reflect.Int64:
		takes = "a whole number"
	case reflect.Slice:
		takes = "a list"
	case reflect.Struct, reflect.Map:
		takes = "an object"
	}
	if wrong.Field == "" {
		return "a line takes an object"
	}
	return fmt.Sprintf("%s takes %s, and not a JSON %s", wrong.Field, takes, wrong.Value)
}

// tidy takes the blanks from around all texts and gives them one kind of line break. A cell of a table comes like this, so that
// a product is the same from both.
func tidy(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.TrimSpace(strings.ReplaceAll(v.String(), "\r\n", "\n")))
	case reflect.Pointer:
		if !v.IsNil() {
			tidy(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			tidy(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			tidy(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				tidy(v.Field(i))
			}
		}
	}
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
