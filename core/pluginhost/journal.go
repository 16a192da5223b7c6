package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Bounds of the logs that are kept for `kontor plugin logs`. Each process of the shop writes files of its own,
// "<plugin>-<pid>.log", as JSON lines; a full one becomes "<plugin>-<pid>.log.1" and the one before that is dropped.
const (
	journalSize = 8 << 20
	journalLife = 7 * 24 * time.Hour // of a file that nothing is added to
)

// journal is a bounded log file. It never fails the one who logs: what cannot be written is lost, as all is that comes while a full
// file cannot be put aside.
type journal struct {
	path string
	log  *slog.Logger // where it is said that a full file cannot be put aside; not one that writes here

	mu    sync.Mutex
	file  *os.File
	size  int64
	stuck bool // that has been said
}

// Write appends whole lines.
func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		if err := j.open(); err != nil {
			return 0, err
		}
	}
	if j.size > 0 && j.size+int64(len(line)) > journalSize {
		if err := j.turn(); err != nil {
			return 0, err
		}
	}
	n, err := j.file.Write(line)
	j.size += int64(n)
	return n, err
}

// turn puts a full file aside and begins another.
func (j *journal) turn() error {
	if err := os.Rename(j.path, j.path+".1"); err != nil {
		if !j.stuck {
			j.stuck = true
			j.log.Error("a full log of a plugin cannot be put aside; nothing more is kept until it can", "file", j.path, "error", err)
		}
		return err
	}
	j.stuck = false
	_ = j.file.Close()
	j.file = nil
	return j.open()
}

func (j *journal) open() error {
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	j.file, j.size = file, info.Size()
	return nil
}

// Close closes the file; writing opens it again.
func (j *journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// logOf gives the log of a plugin: the host's, and the plugin's own file where logs are kept.
func (h *Host) logOf(name string) *slog.Logger {
	log := h.options.Log.With("plugin", name)
	if h.options.LogDir == "" {
		return log
	}
	h.journals.Lock()
	defer h.journals.Unlock()
	j := h.kept[name]
	if j == nil {
		j = &journal{path: filepath.Join(h.options.LogDir, fmt.Sprintf("%s-%d.log", name, os.Getpid())), log: h.options.Log}
		h.kept[name] = j
	}
	file := slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			return slog.String(a.Key, a.Value.String()) // to be read by people
		}
		return a
	}})
	return slog.New(both{log.Handler(), file.WithAttrs([]slog.Attr{slog.String("process", h.options.Process)})})
}

// closeJournals closes the files and drops those that are out of date.
func (h *Host) closeJournals() {
	h.journals.Lock()
	defer h.journals.Unlock()
	for _, j := range h.kept {
		_ = j.Close()
	}
	if h.options.LogDir == "" {
		return
	}
	files, _ := filepath.Glob(filepath.Join(h.options.LogDir, "*.log*"))
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > journalLife {
			_ = os.Remove(file)
		}
	}
}

var _ io.WriteCloser = (*journal)(nil)

// both hands records to two handlers, each at its own level.
type both [2]slog.Handler

// Enabled implements slog.Handler.
func (b both) Enabled(ctx context.Context, l slog.Level) bool {
	return b[0].Enabled(ctx, l) || b[1].Enabled(ctx, l)
}

// Handle implements slog.Handler.
func (b both) Handle(ctx context.Context, r slog.Record) error {
	var errs []error
	for _, h := range b {
		if h.Enabled(ctx, r.Level) {
			errs = append(errs, h.Handle(ctx, r.Clone()))
		}
	}
	return errors.Join(errs...)
}

// WithAttrs implements slog.Handler.
func (b both) WithAttrs(attrs []slog.Attr) slog.Handler {
	return both{b[0].WithAttrs(attrs), b[1].WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (b both) WithGroup(name string) slog.Handler {
	return both{b[0].WithGroup(name), b[1].WithGroup(name)}
}
