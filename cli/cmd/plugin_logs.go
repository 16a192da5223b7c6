package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

func newPluginLogs(s *session) *cobra.Command {
	lines, follow := 0, false
	c := &cobra.Command{
		Use:     "logs NAME",
		Short:   "Show what a plugin, and its host about it, logged on this machine",
		Long:    "Shows the last lines of what a plugin, and its host about it, logged on this machine. With -o json it is one list; with -f as well, a value a line.",
		Args:    cobra.ExactArgs(1),
		Example: "  kontor plugin logs paypal -f",
		RunE: func(c *cobra.Command, args []string) error {
			if lines < 0 {
				return usageError{errors.New("--lines takes 0 or more")}
			}
			cfg, err := s.load()
			if err != nil {
				return err
			}
			files := journals{dir: app.PluginLogs(cfg), plugin: args[0], read: map[string]int64{}}
			list, err := files.next()
			if err != nil {
				return err
			}
			if len(list) == 0 && !follow {
				return fault.New(fault.NotFound, "plugin_log_empty")
			}
			list = list[max(0, len(list)-lines):]
			if s.out.json && !follow {
				texts := make([]json.RawMessage, len(list))
				for i, l := range list {
					texts[i] = json.RawMessage(l.text)
				}
				return s.out.value(texts)
			}
			s.printLog(list)
			for follow {
				if !pause(c.Context(), logInterval) {
					return nil
				}
				if list, err = files.next(); err != nil {
					return err
				}
				s.printLog(list)
			}
			return nil
		},
	}
	c.Flags().IntVarP(&lines, "lines", "n", 100, "how many of the last lines")
	c.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what comes, until interrupted")
	return c
}

// logInterval is how often a log that is followed is read.
const logInterval = 300 * time.Millisecond

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// logLine is a line of a plugin's log.
type logLine struct {
	time time.Time
	text string // JSON as it was written
}

// journals reads the logs that the processes of this machine keep of a plugin.
type journals struct {
	dir    string
	plugin string
	read   map[string]int64 // how far, by file
}

// next gives the lines since the last call, by time.
func (j journals) next() ([]logLine, error) {
	var list []logLine
	ours := regexp.MustCompile(`^` + regexp.QuoteMeta(j.plugin) + `-\d+\.log(\.1)?$`)
	files, err := os.ReadDir(j.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, file := range files {
		if !ours.MatchString(file.Name()) {
			continue
		}
		more, err := j.linesOf(filepath.Join(j.dir, file.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	slices.SortStableFunc(list, func(a, b logLine) int { return a.time.Compare(b.time) })
	return list, nil
}

func (j journals) linesOf(path string) ([]logLine, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() < j.read[path] {
		j.read[path] = 0 // a full file gave way to a new one
	}
	if _, err := file.Seek(j.read[path], io.SeekStart); err != nil {
		return nil, err
	}
	var list []logLine
	for reader := bufio.NewReader(file); ; {
		text, err := reader.ReadString('\n')
		if err != nil {
			return list, nil // a line that is still being written is read next time
		}
		j.read[path] += int64(len(text))
		var l struct{ Time time.Time }
		if json.Unmarshal([]byte(text), &l) == nil {
			list = append(list, logLine{l.Time, strings.TrimSpace(text)})
		}
	}
}

// printLog writes lines for people, or for programs that follow as they are.
func (s *session) printLog(list []logLine) {
	for _, l := range list {
		if s.out.json {
			_, _ = fmt.Fprintln(s.out.out, escaped(l.text))
			continue
		}
		fields := map[string]any{}
		if json.Unmarshal([]byte(l.text), &fields) != nil {
			continue
		}
		text := fmt.Sprintf("%s %-5v %v", l.time.In(clock.Germany).Format("2006-01-02 15:04:05.000"), fields["level"], fields["msg"])
		for _, known := range []string{"time", "level", "msg", "plugin"} {
			delete(fields, known)
		}
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			text += fmt.Sprintf(" %s=%v", key, fields[key])
		}
		s.out.line("%s", strings.ReplaceAll(text, "\n", "\n  ")) // a plugin's text is no line of its own
	}
}
