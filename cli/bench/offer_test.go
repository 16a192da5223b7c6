package bench

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Visitors come at their rate though none of those before them is done yet.
func TestVisitorsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under, most atomic.Int64
		r := Offer(t.Context(), Steady(10), 3*time.Second, time.Second, func(context.Context, int) (Outcome, error) {
			most.Store(max(most.Load(), under.Add(1)))
			time.Sleep(10 * time.Second)
			under.Add(-1)
			return Done, nil
		}, nil)
		require.InDelta(t, 30, r.Total.Came, 1)
		require.EqualValues(t, r.Total.Came, most.Load())
		require.Equal(t, r.Total.Came, r.Total.Done)
		require.Equal(t, 10*time.Second, r.Total.P50)
		require.Len(t, r.Slices, 3)
		require.Equal(t, r.Total.Done, r.Slices[2].Done, "the last slice takes what ends after the run")
	})
}

func TestOutcomesAreCountedApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		r := Offer(t.Context(), Spike(10, 5, 5*time.Second), 5*time.Second, time.Second, func(_ context.Context, n int) (Outcome, error) {
			switch n % 3 {
			case 0:
				return Refused, &RefusedError{}
			case 1:
				return Failed, broken
			}
			return Done, nil
		}, nil)
		require.InDelta(t, 4*10+50, r.Total.Came, 2)
		require.InDelta(t, 50, r.Slices[2].Came, 2, "the spike is in the middle")
		require.Equal(t, r.Total.Came, r.Total.Done+r.Total.Refused+r.Total.Failed)
		require.InDelta(t, r.Total.Came/3, r.Total.Refused, 1)
		require.Equal(t, "broken", r.FirstError)
	})
}

func TestTheShopIsLookedAtAtTheEndOfEachSlice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		r := Offer(t.Context(), Steady(10), 25*time.Second, 10*time.Second, func(context.Context, int) (Outcome, error) {
			return Done, nil
		}, func() *Usage { return &Usage{Goroutines: int(time.Since(began).Seconds())} })
		require.Len(t, r.Slices, 3)
		for i, second := range []int{10, 20, 25} {
			require.Equal(t, second, r.Slices[i].Usage.Goroutines)
		}
	})
}
