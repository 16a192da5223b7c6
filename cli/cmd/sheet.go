package cmd

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// writeSheet writes a table as a CSV file that only its owner reads, because it is about people. rows gets a function that
// writes a row.
func writeSheet(name string, headings []string, rows func(row func(cells ...string) error) error) error {
	return writeWhole(name, private, func(out io.Writer) error {
		w := csv.NewWriter(out)
		row := func(cells ...string) error {
			for i, cell := range cells {
				cells[i] = harmless(cell)
			}
			return w.Write(cells)
		}
		if err := w.Write(headings); err != nil {
			return err
		}
		if err := rows(row); err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	})
}

// private is the mode of what only its owner reads, public of what is made to be fetched by others.
const private, public fs.FileMode = 0o600, 0o644

// writeWhole writes a file of that mode. It is there when all of it is: what failed half way leaves the one of
// before. A link leads to the file that is written; a pipe or a device takes what comes and stays what it is, as does what
// /dev/stdout or "-" leads to.
func writeWhole(name string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	if isStdout(name) {
		return write(os.Stdout)
	}
	switch is, err := os.Stat(name); {
	case err != nil: // it is not there yet
	case is.IsDir():
		return usageError{fmt.Errorf("%s is a folder: name a file in it", name)}
	case !is.Mode().IsRegular():
		return writeThrough(name, write)
	default:
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	draft, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*") // private
	if err != nil {
		return err
	}
	defer func() {
		_ = draft.Close() // all of it is on the disk, or is thrown away
		if err != nil {
			_ = os.Remove(draft.Name())
		}
	}()
	if err := errors.Join(draft.Chmod(mode), write(draft)); err != nil {
		return err
	}
	if err := draft.Sync(); err != nil {
		return err
	}
	return os.Rename(draft.Name(), name)
}

func isStdout(name string) bool {
	if name == "-" { // as everywhere; else a list of people would lie in a file of that name
		return true
	}
	named, err := os.Stat(name)
	out, outErr := os.Stdout.Stat()
	return err == nil && outErr == nil && os.SameFile(named, out)
}

// wrote tells what a command wrote into a file. Where that is the standard output it is told beside it: what is there is for whoever
// reads the file.
func (p *printer) wrote(file string, value any, format string, args ...any) error {
	if isStdout(file) {
		p = &printer{out: os.Stderr, json: p.json}
	}
	return p.done(value, format, args...)
}

func writeThrough(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// plainAddress is an e-mail address without what a spreadsheet needs to call anything, such as a bracket or an exclamation mark.
var plainAddress = regexp.MustCompile(`^[\w.=+-]+@[\w.-]+$`)

// further is a formula after what spreadsheets take for the end of a cell where the comma is none, as in Germany.
var further = regexp.MustCompile(`([;\t])([ "']*[=+@-])`)

// harmless keeps spreadsheets from computing what a customer wrote. Numbers below zero stay numbers, and e-mail addresses stay those
// of their owners, for programs that write to them: at worst a spreadsheet shows an error in their place.
func harmless(cell string) string {
	cell = further.ReplaceAllString(cell, "$1'$2")
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) || strings.Trim(cell, "-0123456789.") == "" || plainAddress.MatchString(cell) {
		return cell
	}
	return "'" + cell
}
