package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// notStarted says why a program did not come to be a plugin, with the last that it wrote to its standard error. go-plugin has no
// error values for that, and its texts are for those who write hosts.
func (i *instance) notStarted(err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	printed, greets := strings.CutPrefix(text, "Unrecognized remote plugin message:")
	switch printed = strings.TrimSpace(printed); {
	case strings.Contains(strings.ToLower(text), "incompatible"):
		return fmt.Errorf("the program speaks another version of the contract than %d: %w", sdk.ProtocolVersion, errPermanent)
	case errors.Is(err, syscall.ENOEXEC):
		text = "it is no program for " + runtime.GOOS + "/" + runtime.GOARCH
	case errors.Is(err, fs.ErrNotExist):
		text = "the interpreter or loader that it asks for is missing"
	case i.process != nil && errors.Is(i.process.launch.Err(), context.DeadlineExceeded):
		text = fmt.Sprintf("it did not say where it listens within %s", startTimeout)
	case strings.HasSuffix(text, "Failed to read any lines from plugin's stdout"):
		text = "it ended before it said where it listens"
	case greets:
		text = fmt.Sprintf("it printed %q to its standard output, where first comes where it listens", printed)
	}
	text = i.redactor.Text(text)
	if words := i.process.lastWords(i.redactor); words != "" {
		text += "; its last words: " + words
	}
	return errors.New("the program does not start as a plugin: " + text)
}

// lastWords gives what a process that was killed or ended wrote to its standard error at last.
func (p *process) lastWords(redactor *base.Redactor) string {
	if p == nil {
		return ""
	}
	select {
	case <-p.done:
	case <-time.After(stopTimeout): // it cannot be killed just now
	}
	return p.words.last(redactor)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
	cut  bool // the first line is not whole
}

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > 2*maxLogLine {
		t.text, t.cut = append([]byte(nil), t.text[len(t.text)-maxLogLine:]...), true
	}
	return len(b), nil
}

// last gives some hundred bytes in one line. A line that is not whole is left out: a secret at the cut would not be recognised.
func (t *tail) last(redactor *base.Redactor) string {
	const most = 500
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(t.text)
	if t.cut {
		_, text, _ = strings.Cut(text, "\n")
	}
	text = strings.Join(strings.Fields(redactor.Text(text)), " ")
	return strings.ToValidUTF8(text[max(0, len(text)-most):], "")
}
