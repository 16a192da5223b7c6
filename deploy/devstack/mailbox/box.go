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

// box is the folder of mails. A file is the mail as it came, with the envelope in two headers before it. It is decoded when
// somebody reads it: most mails of a shop under load nobody does.
type box struct {
	dir   string
	most  int64 // bytes; the oldest mails make room
	mu    sync.RWMutex
	mails []Mail // oldest first; of each its header alone
	size  int64  // of all, in bytes
}

const suffix = ".eml"

func open(dir string, most int64) (*box, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	files, err := os.ReadDir(dir) // sorted by name, and so by time
	if err != nil {
		return nil, err
	}
	b := &box{dir: dir, most: most}
	for _, f := range files {
		id, isMail := strings.CutSuffix(f.Name(), suffix)
		if !isMail {
			continue
		}
		info, err := f.Info()
		if err != nil {
			return nil, err
		}
		m, err := b.header(id, info.ModTime())
		if err != nil {
			return nil, err
		}
		m.size = info.Size()
		b.list(m)
	}
	return b, b.makeRoom()
}

func (b *box) list(m Mail) { b.mails, b.size = append(b.mails, m), b.size+m.size }

// makeRoom deletes the oldest mails while all are more than the box takes; the newest stays.
func (b *box) makeRoom() error {
	for len(b.mails) > 1 && b.size > b.most {
		if err := b.forget(); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the oldest mail.
func (b *box) forget() error {
	if err := os.Remove(b.file(b.mails[0].ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	b.mails, b.size = b.mails[1:], b.size-b.mails[0].size
	return nil
}

func (b *box) file(id string) string { return filepath.Join(b.dir, id+suffix) }

func (b *box) header(id string, received time.Time) (Mail, error) {
	source, err := os.Open(b.file(id))
	if err != nil {
		return Mail{}, err
	}
	defer func() { _ = source.Close() }() // it was only read
	m, _ := parseHeader(id, received, source)
	return m, nil
}

// add stores a mail; once it returns nil, the mail is in its file and listed.
func (b *box) add(from string, to []string, body []byte) error {
	var source bytes.Buffer
	_, _ = fmt.Fprintf(&source, "%s: %s\r\n%s: %s\r\n", envelopeFrom, from, envelopeTo, strings.Join(to, ", "))
	_, _ = source.Write(body)
	b.mu.Lock()
	defer b.mu.Unlock()
	id := ident.New()
	// Only who runs the shop reads it: there are codes and links in it that let somebody in.
	if err := os.WriteFile(b.file(id), source.Bytes(), 0o600); err != nil {
		_ = os.Remove(b.file(id)) // half of it would be a mail at the next start
		return err
	}
	size := int64(source.Len())
	m, _ := parseHeader(id, time.Now(), &source)
	m.size = size
	b.list(m)
	_ = b.makeRoom() // what cannot be deleted is tried again with the next; this one is kept
	return nil
}

// find gives the headers of the mails whose recipient and subject contain the given texts, newest first. Case does not count.
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

func (b *box) source(m Mail) ([]byte, error) { return os.ReadFile(b.file(m.ID)) }

// whole gives a mail with its contents.
func (b *box) whole(m Mail) Mail {
	source, err := os.Open(b.file(m.ID))
	if err != nil {
		m.Defect = err.Error()
		return m
	}
	defer func() { _ = source.Close() }() // it was only read
	return parse(m.ID, m.Received, source)
}

// clear deletes every mail.
func (b *box) clear() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.mails) > 0 {
		if err := b.forget(); err != nil {
			return err
		}
	}
	return nil
}
