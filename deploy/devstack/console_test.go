package devstack

import (
	"bytes"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A window that is made narrower while the first build runs: a line that wrapped would be left behind by every drawing.
func TestTheConsoleFollowsItsWindow(t *testing.T) {
	var width atomic.Int64
	width.Store(80)
	var out bytes.Buffer
	c := &Console{out: &out, width: func() int { return int(width.Load()) }, stop: make(chan struct{}), ended: make(chan struct{})}
	go c.run()
	c.Begin("Storefront build")
	c.Say("Storefront build", "compiling all of it, which takes a while")
	drawn := func() string {
		c.mu.Lock()
		defer c.mu.Unlock()
		return out.String()
	}
	require.Eventually(t, func() bool { return strings.Contains(drawn(), "a while") }, 10*time.Second, time.Millisecond)
	width.Store(30)
	before := len(drawn()) + 200 // one that was begun may still be as wide
	require.Eventually(t, func() bool { return len(drawn()) > before+200 }, 10*time.Second, time.Millisecond)
	c.Close()
	for _, line := range strings.Split(out.String()[before:], "\n")[1:] {
		line = regexp.MustCompile(`\x1b\[\d*[AJ]`).ReplaceAllString(line, "")
		require.Less(t, len([]rune(line)), 30, line)
	}
}
