package mailbox

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/core/ident"
)

// box is the folder of mails. A file is the mail as it came, with the envelope in two headers before it.
type box struct {
	dir   string
	mu    sync.RWMutex
	mails []Mail // oldest first
}

const suffix = ".eml"

func open(dir string) (*box, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	files, err := os.ReadDir(dir) // sorted by name, and so by time
	if err != nil {
		return nil, err
	}
	b := &box{dir: dir}
	for _, f := range files {
		id, isMail := strings.CutSuffix(f.Name(), suffix)
		if !isMail {
			continue
		}
		source, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		info, err := f.Info()
		if err != nil {
			return nil, err
		}
		b.mails = append(b.mails, parse(id, info.ModTime(), source))
	}
	return b, nil
}

// add stores a mail; once it returns nil, the mail is in its file and listed.
func (b *box) add(from string, to []string, body []byte) error {
	var source bytes.Buffer
	_, _ = fmt.Fprintf(&source, "%s: %s\r\n%s: %s\r\n", envelopeFrom, from, envelopeTo, strings.Join(to, ", "))
	_, _ = source.Write(body)
	b.mu.Lock()
	defer b.mu.Unlock()
	id := ident.New()
	if err := os.WriteFile(filepath.Join(b.dir, id+suffix), source.Bytes(), 0o644); err != nil {
		return err
	}
	b.mails = append(b.mails, parse(id, time.Now(), source.Bytes()))
	return nil
}

// find gives the mails whose recipient and subject contain the given texts, newest first. Case does not count.
func (b *box) find(to, subject string) []Mail {
	b.mu.RLock()
	defer b.mu.RUnlock()
	found := []Mail{}
	for _, m := range slices.Backward(b.mails) {
		if contains(strings.Join(m.To, " "), to) && contains(m.Subject, subject) {
			found = append(found, m)
		}
	}
	return found
}

func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

func (b *box) get(id string) (Mail, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i := slices.IndexFunc(b.mails, func(m Mail) bool { return m.ID == id })
	if i < 0 {
		return Mail{}, false
	}
	return b.mails[i], true
}

func (b *box) source(m Mail) ([]byte, error) {
	return os.ReadFile(filepath.Join(b.dir, m.ID+suffix))
}

// clear deletes every mail.
func (b *box) clear() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.mails) > 0 {
		if err := os.Remove(filepath.Join(b.dir, b.mails[0].ID+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		b.mails = b.mails[1:]
	}
	return nil
}
