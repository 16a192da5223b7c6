package pluginhost

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

// One failure is a chance. A row of them is something that an operator has to know of, though the process is well.
func TestCallsThatFailAgainAndAgainAreTold(t *testing.T) {
	var a ailments
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	gone := base.ProviderFault("http_404", errors.New("not found"))
	for n := range ailingAfter {
		require.Empty(t, a.problem())
		require.Equal(t, n == ailingAfter-1, a.note("options", gone, now))
		require.False(t, a.note("track", nil, now))
	}
	require.Equal(t, "its last 5 calls of options failed, since 2026-11-24 13:00: http_404 (fault of the provider)", a.problem())
	require.True(t, a.note("options", nil, now))
	require.Empty(t, a.problem())
}

func TestWhatIsTurnedAwayIsTriedMoreAndMoreSeldom(t *testing.T) {
	var a ailments
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	require.False(t, turnedAway(a.of(callDeliver), now))
	require.True(t, a.note(callDeliver, base.ProviderFault("http_403", errors.New("forbidden")), now), "the first is told: the next is no better")
	for range 100 {
		a.note(callDeliver, base.ProviderFault("http_403", errors.New("forbidden")), now)
		require.True(t, turnedAway(a.of(callDeliver), now.Add(turnedAwayPause-1)))
		require.False(t, turnedAway(a.of(callDeliver), now.Add(longestTurnedAway)))
	}
	require.True(t, turnedAway(a.of(callDeliver), now.Add(longestTurnedAway-1)))
	require.Contains(t, a.problem(), "turns away what is delivered since 2026-11-24 13:00 (http_403)")

	a = ailments{}
	a.note(callDeliver, base.ProviderFault("http_400", errors.New("bad")), now)
	require.False(t, turnedAway(a.of(callDeliver), now), "that was about the batch")
}
