package cmd

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"
)

// progressBar redraws one line on a terminal. Anywhere else, as on one that cannot, and when silent, it draws nothing.
type progressBar struct {
	out   *os.File
	shown bool
	mute  bool
}

func newProgressBar(out *os.File, silent bool) *progressBar {
	return &progressBar{out: out, mute: silent || !term.IsTerminal(int(out.Fd())) || os.Getenv("TERM") == "dumb"}
}

// show draws done of total with a note behind it.
func (b *progressBar) show(done, total int64, note string) {
	if b.mute || total == 0 {
		return
	}
	const width = 30
	full := int(min(done*width/total, width))
	b.shown = true
	_, _ = fmt.Fprintf(b.out, "\r\033[K%s%s %3d %%  %s", strings.Repeat("█", full), strings.Repeat("░", width-full), min(done*100/total, 100), note)
}

// clear takes the line away again.
func (b *progressBar) clear() {
	if b.shown {
		_, _ = fmt.Fprint(b.out, "\r\033[K")
	}
}
