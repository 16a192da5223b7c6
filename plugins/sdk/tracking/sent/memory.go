// Package sent remembers which events a tracking plugin has sent, for providers that have no ids of events and would count
// a repeated one again.
package sent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// MaxAge is how old an event may be to be sent at all. What is older may be forgotten already.
const MaxAge = 72 * time.Hour

// keptDays is for how long a sent event is remembered, today included: longer than MaxAge.
const keptDays = 5

// Memory knows which events were sent. An event is noted before it is sent, in a file, so that neither a program that dies in between nor
// another one with the same folder sends it twice. It is forgotten when it surely did not arrive. The file of a day has a line an event:
// + or - and a hash of its id.
type Memory struct {
	dir string
	now func() time.Time

	mu   sync.Mutex
	days map[string]map[uint64]bool // the sent ones by day
	day  string                     // of file
	file *os.File
	read int64 // bytes of file that days knows
}

// Open reads what the folder remembers, and makes the folder when it is missing.
func Open(dir string, now func() time.Time) (*Memory, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	m := &Memory{dir: dir, now: now, days: map[string]map[uint64]bool{}}
	for ago := keptDays - 1; ago > 0; ago-- {
		raw, err := os.ReadFile(filepath.Join(dir, m.date(ago)))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		m.take(m.date(ago), raw)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m, m.catchUp()
}

func (m *Memory) date(ago int) string { return m.now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }

// Has reports whether the event was sent, by this program or another one.
func (m *Memory) Has(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.catchUp() // Once will say what is wrong with the folder, before anything is sent
	for _, sent := range m.days {
		if sent[hashed(id)] {
			return true
		}
	}
	return false
}

// Once notes the events, sends them, and forgets them when they surely did not arrive. After an answer that got lost they
// count as sent, because the provider cannot be asked; an event may then be missing, none is doubled, and the error lets
// the rest of the batch come again.
func (m *Memory) Once(ctx context.Context, ids []string, send func() error) error {
	if err := m.note("+", ids); err != nil {
		return Again(base.PluginFault("state_lost", err))
	}
	err := send()
	switch {
	case err == nil:
		return nil
	case mayHaveArrived(err):
		return Again(base.AsError(err))
	}
	if forget := m.note("-", ids); forget != nil {
		slog.ErrorContext(ctx, "events that did not arrive cannot be forgotten", "count", len(ids), "error", forget)
	}
	return err
}

// Again lets the batch of a failed call come again: what was sent by then is not sent twice.
func Again(e *base.Error) error {
	changed := *e
	changed.Retryable = true
	return &changed
}

// Dir gives the folder of what a plugin sent to one destination, so that another one does not take its memory over. An
// empty root is the system's folder for temporary files.
func Dir(root, plugin string, destination ...string) string {
	if root == "" {
		root = os.TempDir()
	}
	sum := sha256.Sum256([]byte(strings.Join(destination, "|")))
	return filepath.Join(root, "kontor-"+plugin+"-"+hex.EncodeToString(sum[:8]))
}

func (m *Memory) note(sign string, ids []string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.catchUp(); err != nil {
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
	return m.catchUp()
}

// take learns lines of a day. What is no line, because a program died while it wrote, is passed over.
func (m *Memory) take(day string, lines []byte) {
	if m.days[day] == nil {
		m.days[day] = map[uint64]bool{}
	}
	for line := range bytes.Lines(lines) {
		key, err := strconv.ParseUint(string(bytes.TrimSpace(line[1:])), 16, 64)
		switch {
		case err != nil || len(line) != 18:
		case line[0] == '+':
			m.days[day][key] = true
		case line[0] == '-':
			for _, sent := range m.days {
				delete(sent, key)
			}
		}
	}
}

// catchUp reads what was written since, into today's file after midnight.
func (m *Memory) catchUp() error {
	if m.file != nil {
		if err := m.readOn(); err != nil {
			return err
		}
	}
	if m.day == m.date(0) {
		return nil
	}
	if err := m.turn(); err != nil {
		return err
	}
	return m.readOn()
}

func (m *Memory) readOn() error {
	info, err := m.file.Stat()
	if err != nil || info.Size() <= m.read {
		return err
	}
	raw := make([]byte, info.Size()-m.read)
	if _, err := m.file.ReadAt(raw, m.read); err != nil {
		return err
	}
	raw = raw[:bytes.LastIndexByte(raw, '\n')+1]
	m.take(m.day, raw)
	m.read += int64(len(raw))
	return nil
}

// turn opens today's file and lets go of days that nobody asks for any more.
func (m *Memory) turn() error {
	today := m.date(0)
	file, err := os.OpenFile(filepath.Join(m.dir, today), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := endLine(file); err != nil {
		file.Close()
		return err
	}
	if m.file != nil {
		m.file.Close()
	}
	m.day, m.file, m.read = today, file, 0
	oldest := m.date(keptDays - 1)
	entries, err := os.ReadDir(m.dir)
	for _, e := range entries {
		if e.Name() >= oldest {
			continue
		}
		delete(m.days, e.Name())
		if gone := os.Remove(filepath.Join(m.dir, e.Name())); !errors.Is(gone, os.ErrNotExist) { // another program was faster
			err = errors.Join(err, gone)
		}
	}
	return err
}

// endLine ends a line in whose middle a program died, so that the next one stands for itself.
func endLine(file *os.File) error {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = file.WriteString("\n")
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
