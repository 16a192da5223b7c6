package devstack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// Console shows progress: on a terminal a line per part at work, redrawn in place; elsewhere plain lines, with what takes
// longer than a second announced before it is done.
type Console struct {
	out   io.Writer
	width func() int // of the terminal now, whose window may be made narrower; 0: not one

	mu     sync.Mutex
	active []*line
	drawn  int // lines on the screen that the next drawing replaces
	stop   chan struct{}
	ended  chan struct{}
}

type line struct {
	part, text string
	began      time.Time
	announced  time.Time
}

const frame = 100 * time.Millisecond

var spinner = []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

// NewConsole writes progress to out until Close.
func NewConsole(out *os.File) *Console {
	c := &Console{out: out, width: func() int { return 0 }, stop: make(chan struct{}), ended: make(chan struct{})}
	if fd := int(out.Fd()); term.IsTerminal(fd) && os.Getenv("TERM") != "dumb" {
		c.width = func() int {
			width, _, _ := term.GetSize(fd)
			return width
		}
	}
	go c.run()
	return c
}

// Close stops drawing.
func (c *Console) Close() {
	close(c.stop)
	<-c.ended
}

// Begin announces that a part is being started.
func (c *Console) Begin(part string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active = append(c.active, &line{part: part, began: time.Now()})
}

// Say tells what the part is doing.
func (c *Console) Say(part, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.active, func(l *line) bool { return l.part == part })
	switch {
	case i < 0:
		c.print(fmt.Sprintf("  %s: %s", part, text))
	default:
		c.active[i].text = text
	}
}

// Done announces that a part is up, or why it is not.
func (c *Console) Done(part string, took time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active = slices.DeleteFunc(c.active, func(l *line) bool { return l.part == part })
	mark := "✓"
	switch {
	case errors.Is(err, context.Canceled):
		mark = "–"
	case err != nil:
		mark = "✗"
	}
	c.print(fmt.Sprintf("%s %-20s %6.1f s", mark, part, took.Seconds()))
}

// Note prints a line that belongs to no part at work.
func (c *Console) Note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.print(fmt.Sprintf("! "+format, args...))
}

func (c *Console) run() {
	defer close(c.ended)
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-c.stop:
			c.mu.Lock()
			c.erase()
			c.mu.Unlock()
			return
		case <-tick.C:
			c.mu.Lock()
			if width := c.width(); width > 0 {
				c.draw(spinner[n%len(spinner)], width)
			} else {
				c.announce()
			}
			c.mu.Unlock()
		}
	}
}

// print writes a lasting line above the ones that are redrawn.
func (c *Console) print(text string) {
	c.erase()
	_, _ = fmt.Fprintln(c.out, text)
}

func (c *Console) erase() {
	if c.drawn > 0 {
		_, _ = fmt.Fprintf(c.out, "\x1b[%dA\x1b[J", c.drawn)
		c.drawn = 0
	}
}

func (c *Console) draw(spin rune, width int) {
	c.erase()
	for _, l := range c.active {
		text := []rune(fmt.Sprintf("%c %-20s %6.1f s  %s", spin, l.part, time.Since(l.began).Seconds(), l.text))
		_, _ = fmt.Fprintln(c.out, strings.TrimRight(string(text[:min(len(text), width-1)]), " "))
	}
	c.drawn = len(c.active)
}

// announce tells a log what is at work: after a second, and then now and again.
func (c *Console) announce() {
	const again = 10 * time.Second
	for _, l := range c.active {
		if time.Since(l.began) < time.Second || time.Since(l.announced) < again {
			continue
		}
		l.announced = time.Now()
		_, _ = fmt.Fprintln(c.out, strings.TrimRight(fmt.Sprintf("… %-20s %6.1f s  %s", l.part, time.Since(l.began).Seconds(), l.text), " "))
	}
}
