package provider

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTurnsOfOneKeyDoNotOverlap(t *testing.T) {
	var turns Turns
	var within, most int // guarded by the turn alone, as the race detector sees
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			done, err := turns.Take(t.Context(), "key")
			if err != nil {
				return
			}
			within++
			most = max(most, within)
			within--
			done()
		})
	}
	all.Wait()
	require.Equal(t, 1, most)
	require.Empty(t, turns.taken, "nothing is kept for a key that nobody uses")
}

func TestTurnsOfOtherKeysDoNotWait(t *testing.T) {
	var turns Turns
	one, err := turns.Take(t.Context(), "one")
	require.NoError(t, err)
	two, err := turns.Take(t.Context(), "two")
	require.NoError(t, err)
	two()
	one()
}

func TestTurnIsNotWaitedForAfterTheCall(t *testing.T) {
	var turns Turns
	done, err := turns.Take(t.Context(), "key")
	require.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = turns.Take(ended, "key")
	require.ErrorIs(t, err, context.Canceled)
	done()
	again, err := turns.Take(t.Context(), "key")
	require.NoError(t, err)
	again()
}
