package importer

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
)

// csvReader reads products, one a row, under a heading row that names the columns. Comma, semicolon and tab separate.
type csvReader struct {
	in      *csv.Reader
	columns []column
}

// column puts a cell into a product; an empty cell is never given to it.
type column func(p *Product, cell string) error

func newCSV(in io.Reader) (*csvReader, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	if bom, _ := buffered.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		_, _ = buffered.Discard(3)
	}
	r := &csvReader{in: csv.NewReader(buffered)}
	r.in.Comma = separator(buffered)
	heading, err := r.in.Read()
	if err != nil {
		if err == io.EOF {
			return nil, errors.New("the file is empty: the first row names the columns")
		}
		return nil, err
	}
	for _, name := range heading {
		c, err := columnOf(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		r.columns = append(r.columns, c)
	}
	return r, nil
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

func (r *csvReader) next() (record, int, error) {
	cells, err := r.in.Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return record{}, parse.StartLine, &lineFault{parse.Err.Error()}
	}
	if err != nil {
		return record{}, 0, err
	}
	line, _ := r.in.FieldPos(0)
	p := &Product{Type: "product"}
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		if !utf8.ValidString(cell) || strings.ContainsRune(cell, 0) {
			return record{}, line, &lineFault{fmt.Sprintf("column %d is not plain UTF-8 text", i+1)}
		}
		if err := r.columns[i](p, cell); err != nil {
			return record{}, line, &lineFault{fmt.Sprintf("column %d: %v", i+1, err)}
		}
	}
	return record{product: p}, line, nil
}

func columnOf(name string) (column, error) {
	if c, ok := fixedColumns[name]; ok {
		return c, nil
	}
	group, key, _ := strings.Cut(name, ".")
	switch {
	case key == "":
	case group == "attribute":
		return func(p *Product, cell string) error {
			if p.Attributes == nil {
				p.Attributes = map[string]Value{}
			}
			p.Attributes[key] = cellValue(cell)
			return nil
		}, nil
	case group == "stock":
		return func(p *Product, cell string) error {
			n, err := strconv.Atoi(cell)
			if p.Stock == nil {
				p.Stock = map[string]int{}
			}
			p.Stock[key] = n
			return err
		}, nil
	case group == "warranty":
		months, err := strconv.Atoi(key)
		if err != nil {
			return nil, fmt.Errorf("column %q: after warranty. comes the number of months", name)
		}
		return func(p *Product, cell string) error {
			n, err := strconv.ParseInt(cell, 10, 64)
			p.Warranties = append(p.Warranties, Warranty{Months: months, PriceCents: n})
			return err
		}, nil
	}
	return nil, fmt.Errorf("column %q is unknown", name)
}

// cellValue reads "Schwarz|Black|#111111": German, then English, then the swatch; the last two may be left out.
func cellValue(cell string) Value {
	parts := strings.SplitN(cell, "|", 3)
	v := Value{Text: catalog.Text{DE: parts[0]}}
	if len(parts) > 1 {
		v.Text.EN = parts[1]
	}
	if len(parts) > 2 {
		v.Hex = parts[2]
	}
	return v
}
