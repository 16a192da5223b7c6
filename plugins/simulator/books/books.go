// Package books keeps what simulated providers know, so that one that is killed knows it again: a file to which each change
// is appended, and synced, before anybody hears of it.
//
//	{"provider":"aiia","pages":{"payment/5f0…":{"status":"Executed",…},"notice/K3…":null}}
//
// A line has what one call changed, whole: a line that was cut off in the middle belongs to a call that nobody was answered.
// Lazy books are for a simulator that is not killed: no call waits for them, neither for the disk nor for the comparison with what
// is written, which grows with what a provider knows.
package books

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Books are open in one program at a time.
type Books struct {
	mu      sync.Mutex
	file    *os.File
	end     int64                                 // of its last whole line
	written map[string]map[string]json.RawMessage // by provider and key, as the file has it
	keepers []stage.Keeper                        // that are restored
	lazy    *lazy                                 // nil when answers wait
}

// line is one change of one provider's pages; null takes a page out.
type line struct {
	Provider string                     `json:"provider"`
	Pages    map[string]json.RawMessage `json:"pages"`
}

// Open reads the books at path, or begins them.
func Open(path string) (*Books, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	b := &Books{file: file, written: map[string]map[string]json.RawMessage{}}
	if err := b.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return b, nil
}

// read takes in every whole line and cuts off what follows the last.
func (b *Books) read() error {
	lines := bufio.NewReader(b.file)
	for n := 1; ; n++ {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		b.apply(l)
		b.end += int64(len(text))
	}
	if err := b.file.Truncate(b.end); err != nil {
		return err
	}
	_, err := b.file.Seek(b.end, io.SeekStart)
	return err
}

func (b *Books) apply(l line) {
	pages := b.written[l.Provider]
	if pages == nil {
		pages = map[string]json.RawMessage{}
		b.written[l.Provider] = pages
	}
	for key, page := range l.Pages {
		if bytes.Equal(page, gone) {
			delete(pages, key)
		} else {
			pages[key] = page
		}
	}
}

var gone = json.RawMessage("null")

// Restore gives a provider what the books have of it. From then on none of its notices leaves before what it tells of is written.
func (b *Books) Restore(p stage.Keeper) error {
	b.mu.Lock()
	pages := maps.Clone(b.written[p.Name()])
	b.mu.Unlock()
	p.Stage().BeforeNotice(func() error { return b.changed(p) })
	if len(pages) > 0 {
		if err := p.Restore(pages); err != nil {
			return fmt.Errorf("restore %s: %w", p.Name(), err)
		}
	}
	b.keepers = append(b.keepers, p)
	return b.Write(p)
}

// changed writes what a call or a notice changed, now or later.
func (b *Books) changed(p stage.Keeper) error {
	if b.lazy != nil {
		b.lazy.changed(p)
		return nil
	}
	return b.Write(p)
}

// Write appends what has changed at a provider, and returns when it is on the disk.
func (b *Books) Write(p stage.Keeper) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	change := line{Provider: p.Name(), Pages: map[string]json.RawMessage{}}
	now := p.Pages()
	for key, page := range now {
		text, isText := page.(json.RawMessage)
		if !isText {
			var err error
			if text, err = json.Marshal(page); err != nil {
				return fmt.Errorf("%s %s: %w", p.Name(), key, err)
			}
		}
		if !bytes.Equal(text, b.written[p.Name()][key]) {
			change.Pages[key] = bytes.Clone(text) // it may be a piece of all pages' text
		}
	}
	for key := range b.written[p.Name()] {
		if _, there := now[key]; !there {
			change.Pages[key] = gone
		}
	}
	if len(change.Pages) == 0 {
		return nil
	}
	text, err := json.Marshal(change)
	if err != nil {
		return err
	}
	if err := b.append(append(text, '\n')); err != nil {
		return err
	}
	b.apply(change)
	return nil
}

// append adds a line, or nothing: what a full disk took of it is cut off again.
func (b *Books) append(text []byte) error {
	_, err := b.file.Write(text)
	if err == nil && b.lazy == nil {
		err = b.file.Sync()
	}
	if err != nil {
		_, back := b.file.Seek(b.end, io.SeekStart)
		return errors.Join(err, back, b.file.Truncate(b.end))
	}
	b.end += int64(len(text))
	return nil
}

// Behind makes a handler whose answers leave when what the call changed is written, unless the books are lazy.
func (b *Books) Behind(p stage.Keeper, h http.Handler) http.Handler {
	if b.lazy != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer b.lazy.changed(p)
			h.ServeHTTP(w, r)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, r) // where it panics, the caller is told nothing, and the next call writes
		if err := b.changed(p); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w) // the reader may be gone
	})
}

// Close writes what is not written yet, and closes the file.
func (b *Books) Close() error {
	var errs []error
	for _, p := range b.keepers {
		errs = append(errs, b.Write(p))
	}
	return errors.Join(append(errs, b.file.Close())...)
}
