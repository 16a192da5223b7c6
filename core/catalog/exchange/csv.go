package exchange

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// csvReader reads rows about products, under a heading row that names the columns. Comma, semicolon and tab separate.
type csvReader struct {
	in      *csv.Reader
	bounds  *bounded
	line    int // where the last row ends that was read
	heading []string
	columns []column
	places  map[string]int // of the heading
}

// numberColumn names the products that the rows are about.
const numberColumn = "articleNumber"

func newCSV(in io.Reader) (*csvReader, error) {
	bounds := &bounded{in: in}
	bounds.allow()
	buffered := withoutMark(bounds)
	if oneLine(buffered) {
		return nil, errReturns
	}
	r := &csvReader{in: csv.NewReader(buffered), bounds: bounds, places: map[string]int{}}
	r.in.Comma = separator(buffered)
	heading, err := r.read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the file is empty: the first row names the columns")
		}
		return nil, err
	}
	for _, name := range heading {
		if name = strings.TrimSpace(name); !plainText(name) {
			return nil, errors.New("the file is not UTF-8: save the table as CSV in UTF-8")
		}
		if name == "" { // as a spreadsheet writes of a column that was emptied
			r.heading, r.columns = append(r.heading, ""), append(r.columns, nameless)
			continue
		}
		c, err := columnOf(name)
		if err != nil {
			return nil, err
		}
		if r.has(name) {
			return nil, fmt.Errorf("column %q comes twice", name)
		}
		r.places[name] = len(r.heading)
		r.heading, r.columns = append(r.heading, name), append(r.columns, c)
	}
	if !r.has(numberColumn) {
		return nil, fmt.Errorf("there is no column %q, which says what product a row is about", numberColumn)
	}
	return r, nil
}

// column names one in a message.
func (r *csvReader) column(i int) string {
	if r.heading[i] == "" {
		return fmt.Sprintf("column %d", i+1)
	}
	return fmt.Sprintf("column %d (%s)", i+1, r.heading[i])
}

func (r *csvReader) has(column string) bool {
	_, there := r.places[column]
	return there
}

const readAhead = 1 << 16

// withoutMark skips the mark with which programs on Windows begin a text in UTF-8.
func withoutMark(in io.Reader) *bufio.Reader {
	buffered := bufio.NewReaderSize(in, readAhead)
	if mark, _ := buffered.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = buffered.Discard(3)
	}
	return buffered
}

var errReturns = errors.New("its lines end in a carriage return alone, as a spreadsheet's CSV for Macintosh does: save it with line feeds")

// oneLine reports whether a file has carriage returns and no line feed: all of it would be taken for one line.
func oneLine(in *bufio.Reader) bool {
	start, _ := in.Peek(readAhead)
	start = bytes.TrimSpace(start)
	return bytes.IndexByte(start, '\r') >= 0 && bytes.IndexByte(start, '\n') < 0
}

func separator(in *bufio.Reader) rune {
	start, _ := in.Peek(1 << 14)
	heading, _, _ := bytes.Cut(start, []byte("\n"))
	best := ','
	for _, c := range ";\t" {
		if bytes.Count(heading, []byte(string(c))) > bytes.Count(heading, []byte(string(best))) {
			best = c
		}
	}
	return best
}

// without gives those of some columns that are not there.
func (r *csvReader) without(columns []string) (missing []string) {
	for _, name := range columns {
		if !r.has(name) {
			missing = append(missing, name)
		}
	}
	return missing
}

// read gives the next row, unless it is too long to be one.
func (r *csvReader) read() ([]string, error) {
	r.bounds.allow()
	cells, err := r.in.Read()
	switch parse, wrong := errors.AsType[*csv.ParseError](err); {
	case errors.Is(err, errTooLong):
		return nil, fmt.Errorf("the row after line %d %w: is a quotation mark not closed?", r.line, err)
	case wrong:
		r.line = parse.Line
	case err == nil:
		r.line, _ = r.in.FieldPos(len(cells) - 1)
	}
	return cells, err
}

var errTooLong = errors.New("is longer than 1 MB")

// bounded gives so much of a file and then errTooLong, until more is allowed: a row is held in memory as a whole.
type bounded struct {
	in   io.Reader
	left int
}

func (b *bounded) allow() { b.left = MaxLine + readAhead }

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// next gives the next row that has anything: spreadsheets write emptied rows as separators alone.
func (r *csvReader) next() (record, int, error) {
	cells, err := r.read()
	for err == nil && strings.TrimSpace(strings.Join(cells, "")) == "" {
		cells, err = r.read()
	}
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return record{}, parse.StartLine, r.faultOf(parse, cells)
	}
	if err != nil {
		return record{}, 0, err
	}
	line, _ := r.in.FieldPos(0)
	for i, cell := range cells {
		cells[i] = unguarded(strings.TrimSpace(cell))
		if !plainText(cell) {
			return record{}, line, &lineFault{reason: fmt.Sprintf("column %d is not plain UTF-8 text", i+1)}
		}
	}
	return record{row: &row{table: r, cells: cells}}, line, nil
}

// faultOf says what is wrong with the writing of a row, of which there may be some cells.
func (r *csvReader) faultOf(parse *csv.ParseError, cells []string) *lineFault {
	f := &lineFault{reason: parse.Err.Error()}
	if !errors.Is(parse.Err, csv.ErrFieldCount) {
		return f
	}
	f.reason = fmt.Sprintf("the row has %d cells, and the heading names %d columns", len(cells), len(r.heading))
	if at := r.places[numberColumn]; at < len(cells) {
		f.articleNumber = strings.TrimSpace(cells[at])
	}
	return f
}

func plainText(cell string) bool { return utf8.ValidString(cell) && !strings.ContainsRune(cell, 0) }

// row is what a line of a table says of a product: the columns that are there, and nothing of the others.
type row struct {
	table *csvReader
	cells []string
}

func (r *row) articleNumber() string { return r.cells[r.table.places[numberColumn]] }

// put changes a product as the row has it. Pictures are last, because the name describes new ones.
func (r *row) put(into *Product) error {
	last, late := r.table.places["images"]
	for i := range r.cells {
		if late && i == last {
			continue
		}
		if err := r.cell(into, i); err != nil {
			return err
		}
	}
	if late {
		return r.cell(into, last)
	}
	return nil
}

func (r *row) cell(into *Product, i int) error {
	if err := r.table.columns[i].put(into, r.cells[i]); err != nil {
		return fmt.Errorf("%s: %w", r.table.column(i), err)
	}
	return nil
}

// guarded keeps spreadsheets from computing a text: it stands behind an apostrophe then, as they write it themselves.
func guarded(cell string) string {
	if computed(strings.TrimLeft(cell, "'")) {
		return "'" + cell
	}
	return cell
}

// unguarded gives the text of a cell.
func unguarded(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && computed(strings.TrimLeft(text, "'")) {
		return text
	}
	return cell
}

// computed reports whether a spreadsheet takes a text for a formula. Numbers below zero stay numbers.
func computed(text string) bool {
	return text != "" && strings.ContainsRune("=+-@", rune(text[0])) && strings.Trim(text, "-0123456789.") != ""
}
