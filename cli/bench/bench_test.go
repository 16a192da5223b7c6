package bench

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRunCountsCallsAndErrorsApart(t *testing.T) {
	var n atomic.Int64
	r := Run(t.Context(), Scenario{Name: "half", Do: func(context.Context, int) error {
		if n.Add(1)%2 == 0 {
			return errors.New("refused")
		}
		return nil
	}}, Options{Concurrency: 3, Duration: 20 * time.Millisecond})

	require.InDelta(t, r.Calls, r.Errors, 3)
	require.EqualValues(t, n.Load(), r.Calls+r.Errors)
	require.Equal(t, "refused", r.FirstError)
	require.Positive(t, r.PerSecond)
}

func TestQuantiles(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(i+1))
	}
	require.EqualValues(t, 51, quantile(times, 50))
	require.EqualValues(t, 96, quantile(times, 95))
	require.EqualValues(t, 100, quantile(times, 100))
	require.Zero(t, quantile(nil, 50))
}

func TestCompareUsesTheNamedBaseline(t *testing.T) {
	results := []Result{{Name: "select", PerSecond: 200}, {Name: "cart", Baseline: "select", PerSecond: 50}, {Name: "x", Baseline: "gone"}}
	Compare(results)
	require.Equal(t, 0.25, results[1].Ratio)
	require.Zero(t, results[2].Ratio)
}
