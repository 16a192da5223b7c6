package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// keptDays is for how long a sent event is remembered, today included: longer than events are taken at all (maxAge).
const keptDays = 5

// memory knows which events were sent, because the provider has no ids of events and would count a repeated one again.
// An event is noted before it is sent, in a file, so that a program that dies in between does not send it twice. It is
// forgotten when it surely did not arrive. The file of a day has a line an event: + or - and a hash of its id.
type memory struct {
	dir string
	now func() time.Time

	mu   sync.Mutex
	days map[string]map[uint64]bool
	day  string
	file *os.File
}

// openMemory reads what the folder remembers, and makes the folder when it is missing.
func openMemory(dir string, now func() time.Time) (*memory, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	m := &memory{dir: dir, now: now, days: map[string]map[uint64]bool{}}
	for ago := keptDays - 1; ago >= 0; ago-- {
		day := m.date(ago)
		raw, err := os.ReadFile(filepath.Join(dir, day))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		m.days[day] = map[uint64]bool{}
		for line := range bytes.Lines(raw) {
			if key, err := strconv.ParseUint(string(bytes.TrimSpace(line[1:])), 16, 64); err == nil && len(line) == 18 {
				m.set(day, key, line[0] == '+')
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m, m.turn()
}

func (m *memory) date(ago int) string { return m.now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }

// has reports whether the event was sent.
func (m *memory) has(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, sent := range m.days {
		if sent[hashed(id)] {
			return true
		}
	}
	return false
}

// add notes events that are about to be sent.
func (m *memory) add(ids []string) error { return m.note("+", ids) }

// remove forgets events that did not arrive.
func (m *memory) remove(ids []string) error { return m.note("-", ids) }

func (m *memory) note(sign string, ids []string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.turn(); err != nil {
		return err
	}
	var lines bytes.Buffer
	for _, id := range ids {
		fmt.Fprintf(&lines, "%s%016x\n", sign, hashed(id))
	}
	// One write, so that lines of programs that share the folder do not mix.
	if _, err := m.file.Write(lines.Bytes()); err != nil {
		return err
	}
	for _, id := range ids {
		m.set(m.day, hashed(id), sign == "+")
	}
	return nil
}

func (m *memory) set(day string, key uint64, sent bool) {
	if sent {
		m.days[day][key] = true
		return
	}
	for _, keys := range m.days {
		delete(keys, key)
	}
}

// turn opens today's file and lets go of days that nobody asks for any more.
func (m *memory) turn() error {
	today := m.date(0)
	if m.day == today {
		return nil
	}
	file, err := os.OpenFile(filepath.Join(m.dir, today), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if m.file != nil {
		m.file.Close()
	}
	m.day, m.file = today, file
	if m.days[today] == nil {
		m.days[today] = map[uint64]bool{}
	}
	entries, err := os.ReadDir(m.dir)
	for _, e := range entries {
		if oldest := m.date(keptDays - 1); e.Name() < oldest {
			delete(m.days, e.Name())
			if gone := os.Remove(filepath.Join(m.dir, e.Name())); !errors.Is(gone, os.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	return err
}

func hashed(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash takes everything
	return h.Sum64()
}

// mayHaveArrived reports whether a call that failed may have been counted. An answer of the provider says that it was
// not, unless it came from a gateway that stopped waiting.
func mayHaveArrived(err error) bool {
	var answer *provider.StatusError
	if errors.As(err, &answer) {
		return answer.Status == http.StatusGatewayTimeout || answer.Status == http.StatusRequestTimeout
	}
	return base.AsError(err).OutcomeUnknown
}
