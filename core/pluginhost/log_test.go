package pluginhost

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A plugin may have much to say for a moment. One that never ends is kept to a few lines until it has come to rest.
func TestAFloodInTheLogRunsDry(t *testing.T) {
	p, now := pace{log: slog.New(slog.DiscardHandler)}, time.Now()
	second := func(lines int) (kept int) {
		for range lines {
			if p.keeps(now) {
				kept++
			}
		}
		now = now.Add(time.Second)
		return kept
	}
	require.Equal(t, maxLogLines, second(maxLogLines+1))
	require.Equal(t, maxLogLines/2, second(maxLogLines))
	for range 10 {
		second(maxLogLines)
	}
	require.Equal(t, minLogLines, second(maxLogLines))
	for range 10 {
		require.Equal(t, 1, second(1))
	}
	require.Equal(t, maxLogLines, second(maxLogLines))
}
