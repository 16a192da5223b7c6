package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
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
		r := Offer(t.Context(), steady(10), 3*time.Second, time.Second, func(context.Context, int) (Outcome, error) {
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
			switch n % 4 {
			case 0:
				return Refused, &RefusedError{}
			case 1:
				return Failed, broken
			case 2:
				return SoldOut, &AnswerError{}
			}
			return Done, nil
		}, nil)
		require.InDelta(t, 4*10+50, r.Total.Came, 2)
		require.InDelta(t, 50, r.Slices[2].Came, 2, "the spike is in the middle")
		require.Equal(t, r.Total.Came, r.Total.Done+r.Total.Refused+r.Total.SoldOut+r.Total.Failed)
		require.InDelta(t, r.Total.Came/4, r.Total.Refused, 1)
		require.InDelta(t, r.Total.Came/4, r.Total.SoldOut, 1)
		require.Equal(t, []Failure{{Reason: "broken", Count: r.Total.Failed, First: "broken"}}, r.Failures)
	})
}

// However many reasons there are, a run keeps a few, and counts the rest.
func TestReasonsOfFailuresAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := Offer(t.Context(), steady(100), 2*time.Second, time.Second, func(_ context.Context, n int) (Outcome, error) {
			if n < 50 {
				return Failed, &AnswerError{Method: "GET", Path: fmt.Sprintf("/api/product/fjell-%d", n), Status: 404, Reason: "product_not_found"}
			}
			return Failed, fmt.Errorf("reason %d", n)
		}, nil)
		require.Len(t, r.Failures, mostReasons+1)
		kept := 0
		for _, f := range r.Failures {
			kept += f.Count
		}
		require.Equal(t, r.Total.Failed, kept)
		require.Equal(t, otherReasons, r.Failures[0].Reason, "the most frequent first")
		require.Equal(t, "GET /api/product/...: 404 product_not_found", r.Failures[1].Reason)
		require.Equal(t, 50, r.Failures[1].Count)
		require.Contains(t, r.Failures[1].First, "/api/product/fjell-")
	})
}

// A visitor who finds a product sold out met a right answer; another refusal of the same status is a failure.
func TestSoldOutIsNoFailure(t *testing.T) {
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sold":
			w.WriteHeader(http.StatusConflict)
			_, _ = w.Write([]byte(`{"error":{"code":"conflict","reason":"product_sold_out"}}`))
		case "/full":
			w.WriteHeader(http.StatusConflict)
			_, _ = w.Write([]byte(`{"error":{"code":"conflict","reason":"cart_full"}}`))
		case "/busy":
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	defer door.Close()
	v := &visitor{client: newClient(door.Listener.Addr().String(), 1)}
	for _, c := range []struct {
		path   string
		want   Outcome
		reason string
	}{
		{"/sold", SoldOut, "POST /sold: 409 product_sold_out"},
		{"/full", Failed, "POST /full: 409 cart_full"},
		{"/busy", Refused, "/busy: refused, there is too much to do"},
		{"/elsewhere", Failed, "POST /elsewhere: 502"},
	} {
		outcome, err := outcomeOf(v.post(t.Context(), c.path, struct{}{}, nil))
		require.Equal(t, c.want, outcome, c.path)
		require.Equal(t, c.reason, reasonOf(err))
	}
	door.Close()
	late := &visitor{client: newClient(door.Listener.Addr().String(), 1)}
	outcome, err := outcomeOf(late.get(t.Context(), "/", nil))
	require.Equal(t, Failed, outcome)
	require.Equal(t, "dial: connect: connection refused", reasonOf(err), "the same whatever the port")
}

func TestTheShopIsLookedAtAtTheEndOfEachSlice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		r := Offer(t.Context(), steady(10), 25*time.Second, 10*time.Second, func(context.Context, int) (Outcome, error) {
			return Done, nil
		}, func() *Usage { return &Usage{Goroutines: int(time.Since(began).Seconds())} })
		require.Len(t, r.Slices, 3)
		for i, second := range []int{10, 20, 25} {
			require.Equal(t, second, r.Slices[i].Usage.Goroutines)
		}
	})
}

// steady is a rate that does not change.
func steady(perSecond float64) Rate { return func(time.Duration) float64 { return perSecond } }
