package pluginhost

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk/base"
)

// Bounds of what a plugin can put into the host's log.
const (
	maxLogLine  = 16 << 10
	maxLogAttrs = 32
	maxLogLines = 1000 // in a second
	minLogLines = 10   // in a second of a flood that does not end, which would fill the disk in a day
)

// logLines reads a plugin's log until it ends. A line is hclog's JSON or any text. A line that is too long is dropped,
// not cut, because a secret at the cut would not be recognised; of lines that come too fast it is told how many were dropped. It
// never fails, whatever the plugin writes, and it reads on even when nothing is kept, so that the plugin never blocks.
func logLines(r io.Reader, log *slog.Logger, redactor *base.Redactor) {
	reader := bufio.NewReaderSize(r, maxLogLine)
	pace := pace{log: log}
	defer pace.tell()
	long := false
	for {
		line, err := reader.ReadSlice('\n')
		full := errors.Is(err, bufio.ErrBufferFull)
		switch {
		case long || len(line) == 0 || !pace.keeps(time.Now()):
		case full:
			log.Warn("a log line that is too long was dropped")
		default:
			logLine(line, log, redactor)
		}
		long = full
		if err != nil && !full {
			return
		}
	}
}

// pace keeps a plugin that writes without end from filling the host's log.
type pace struct {
	log           *slog.Logger
	second        time.Time
	room          int // for lines in this second: half as many after one that was too full, twice as many after any other
	kept, dropped int // in this second
}

// keeps reports whether a line that comes now is kept.
func (p *pace) keeps(now time.Time) bool {
	if now.Sub(p.second) >= time.Second {
		p.tell()
		switch {
		case p.second.IsZero():
			p.room = maxLogLines
		case p.dropped > 0:
			p.room = max(p.room/2, minLogLines)
		default:
			p.room = min(p.room*2, maxLogLines)
		}
		p.second, p.kept, p.dropped = now, 0, 0
	}
	if p.kept >= p.room {
		p.dropped++
		return false
	}
	p.kept++
	return true
}

func (p *pace) tell() {
	if p.dropped > 0 {
		p.log.Warn("log lines that came too fast were dropped", "lines", p.dropped)
	}
}

func logLine(line []byte, log *slog.Logger, redactor *base.Redactor) {
	defer fault.Caught(new(error))
	text := redactor.Text(string(line))
	var fields map[string]any
	if json.Unmarshal([]byte(text), &fields) != nil {
		log.Info("output", "text", trimEnd(text))
		return
	}
	message, _ := fields["@message"].(string)
	level := levelOf(fields["@level"])
	attrs := make([]slog.Attr, 0, min(len(fields), maxLogAttrs))
	for key, value := range fields {
		if len(key) > 0 && key[0] != '@' && len(attrs) < maxLogAttrs {
			attrs = append(attrs, slog.Any(key, value))
		}
	}
	log.LogAttrs(context.Background(), level, message, attrs...)
}

func levelOf(v any) slog.Level {
	switch v {
	case "trace", "debug":
		return slog.LevelDebug
	case "warn":
		return slog.LevelWarn
	case "error":
		return slog.LevelError
	}
	return slog.LevelInfo
}

func trimEnd(s string) string {
	for len(s) > 0 && (s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}

// levelFor keeps what strangers can cause, such as forged webhooks and calls that the plugin never promised, out of the errors.
func levelFor(e *base.Error) slog.Level {
	if e.Fault == base.FaultCaller || e.Code == base.CodeNotSupported {
		return slog.LevelInfo
	}
	return slog.LevelError
}

func logAttrs(call string, begun time.Time, e *base.Error) []slog.Attr {
	return []slog.Attr{
		slog.String("call", call), slog.Duration("took", time.Since(begun)), slog.String("fault", e.Fault.String()),
		slog.String("code", e.Code), slog.String("message", e.Message), slog.Bool("retryable", e.Retryable),
		slog.Bool("outcome_unknown", e.OutcomeUnknown),
	}
}
