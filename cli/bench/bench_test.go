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

func TestScenariosTakeTurnsAndWarmUpOnce(t *testing.T) {
	var order []string
	visit := func(name string) Scenario {
		return Scenario{Name: name, Alone: true, Do: func(context.Context, int) error {
			if len(order) == 0 || order[len(order)-1] != name {
				order = append(order, name)
			}
			return nil
		}}
	}
	asked := 0
	prepared := visit(Process)
	prepared.Prepare = func(context.Context, int) error { asked++; return nil }
	suite := Suite{scenarios: []Scenario{visit(Workflow), prepared}}
	results, err := suite.Run(t.Context(), nil, Options{Duration: 5 * time.Millisecond, Warmup: time.Millisecond, Turns: 3}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, []string{Workflow, Process, Workflow, Process, Workflow, Process}, order)
	require.Equal(t, 3, asked, "what is used up is made for each turn")
	require.Equal(t, []string{Workflow, Process}, []string{results[0].Name, results[1].Name})
	require.Positive(t, results[1].PerSecond)
}

// What calls leave to be done later counts as time of theirs; it is also waited for before them.
func TestWhatIsPutOffCounts(t *testing.T) {
	const later = 50 * time.Millisecond
	rests := 0
	r := Run(t.Context(), Scenario{
		Name: Checkout,
		Do:   func(context.Context, int) error { return nil },
		Rest: func(context.Context) error { rests++; time.Sleep(later); return nil },
	}, Options{Concurrency: 1, Duration: time.Millisecond})
	require.Equal(t, 2, rests)
	took := float64(r.Calls) / r.PerSecond
	require.GreaterOrEqual(t, took, later.Seconds())
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

func TestWhatIsPreparedIsUsedUpOnce(t *testing.T) {
	var prepared, used atomic.Int64
	r := Run(t.Context(), Scenario{
		Name: "buy",
		Prepare: func(ctx context.Context, workers int) error {
			return each(ctx, workers, 20, func(context.Context, int) error {
				prepared.Add(1)
				return nil
			})
		},
		Do: func(context.Context, int) error {
			if used.Add(1) > 20 {
				return errSpent
			}
			return nil
		},
	}, Options{Concurrency: 4, Duration: time.Minute, Warmup: time.Minute})
	require.EqualValues(t, 20, prepared.Load())
	require.Equal(t, []int{20, 0}, []int{r.Calls, r.Errors}, "and that ends the run")
}

func TestAPreparationThatFailsIsToldAndNothingIsMeasured(t *testing.T) {
	r := Run(t.Context(), Scenario{
		Name: "buy",
		Prepare: func(ctx context.Context, workers int) error {
			return each(ctx, workers, 5, func(context.Context, int) error { return errors.New("sold out") })
		},
		Do: func(context.Context, int) error { panic("not prepared") },
	}, Options{Concurrency: 2, Duration: time.Second})
	require.Equal(t, []any{0, 1, "prepare: sold out"}, []any{r.Calls, r.Errors, r.FirstError})
}

func TestStepsAreComparedByTheirMedianAmongAsManyAtOnce(t *testing.T) {
	results := []Result{
		{Name: Update, Concurrency: 1, PerSecond: 9, P50: 10}, {Name: Step, Concurrency: 1, Baseline: Update, byLatency: true, Calls: 1, PerSecond: 1, P50: 5},
		{Name: Update, Concurrency: 8, PerSecond: 9, P50: 40}, {Name: Step, Concurrency: 8, Baseline: Update, byLatency: true, Calls: 1, PerSecond: 1, P50: 60},
	}
	Compare(results)
	require.Equal(t, []float64{0.5, 1.5}, []float64{results[1].Latency, results[3].Latency})
	require.Zero(t, results[1].Ratio)
}

func TestCompareUsesTheNamedBaseline(t *testing.T) {
	results := []Result{{Name: "select", PerSecond: 200}, {Name: "cart", Baseline: "select", PerSecond: 50}, {Name: "x", Baseline: "gone"}}
	Compare(results)
	require.Equal(t, 0.25, results[1].Ratio)
	require.Zero(t, results[2].Ratio)
}

func TestAloneIsOneWorkerAndWhatItChangedIsPutBack(t *testing.T) {
	var under, back atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	r := Run(ctx, Scenario{
		Name: "price", Alone: true, Within: time.Second,
		Do: func(context.Context, int) error {
			require.EqualValues(t, 1, under.Add(1))
			time.Sleep(time.Millisecond)
			under.Add(-1)
			stop()
			return nil
		},
		Finish: func(ctx context.Context) error {
			back.Add(1)
			return ctx.Err()
		},
	}, Options{Concurrency: 4, Duration: time.Minute})
	require.Equal(t, []any{1, 0, time.Second}, []any{r.Concurrency, r.Errors, r.Within})
	require.GreaterOrEqual(t, r.Slowest, time.Millisecond)
	require.EqualValues(t, 1, back.Load())
	require.Equal(t, "stuck", Run(t.Context(), Scenario{
		Name: "price", Do: func(context.Context, int) error { return nil }, Finish: func(context.Context) error { return errors.New("stuck") },
	}, Options{Concurrency: 1, Duration: time.Millisecond}).FirstError)
}
