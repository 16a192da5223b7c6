package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// row is one line of the data set; numbers keep their written form.
type row map[string]any

func readRows(folder, name string) ([]row, error) {
	f, err := os.Open(filepath.Join(folder, name+".jsonl"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var rows []row
	in := bufio.NewScanner(f)
	for in.Scan() {
		d := json.NewDecoder(strings.NewReader(in.Text()))
		d.UseNumber()
		var r row
		if err := d.Decode(&r); err != nil {
			return nil, err
		}
		if r.str("price") != "" {
			rows = append(rows, r)
		}
	}
	return rows, in.Err()
}

// str gives a text or a number as written, "" where there is none.
func (r row) str(key string) string { return written(r[key]) }

// list gives the entries of a list; a single value is a list of one.
func (r row) list(key string) []string {
	entries, ok := r[key].([]any)
	if !ok {
		if s := r.str(key); s != "" {
			return []string{s}
		}
		return nil
	}
	var list []string
	for _, e := range entries {
		list = append(list, written(e))
	}
	return list
}

// last gives the largest of a range, or the only value.
func (r row) last(key string) string {
	if l := r.list(key); len(l) > 0 {
		return l[len(l)-1]
	}
	return ""
}

// num gives a whole number, rounded down, 0 where there is none.
func (r row) num(key string) int {
	whole, _, _ := strings.Cut(r.last(key), ".")
	n, _ := strconv.Atoi(whole)
	return n
}

// paint gives the colour in German, for a name.
func (r row) paint() string {
	if c := r.str("color"); c != "" {
		return colourOf(c).text.DE
	}
	return ""
}

func (r row) bool(key string) bool { return r[key] == true }

func written(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// centsOf reads a price such as 299.97 or 52 exactly.
func centsOf(decimal string) int64 {
	whole, fraction, _ := strings.Cut(decimal, ".")
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		panic("price " + decimal + ": " + err.Error())
	}
	return n
}
