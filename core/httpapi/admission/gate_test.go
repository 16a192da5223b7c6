package admission

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWhatDoesNotFitIsRefusedAtOnce(t *testing.T) {
	g := New(Options{Limit: 2, Queue: 0, Patience: time.Hour})
	leave, err := g.Enter(t.Context(), Browse)
	require.NoError(t, err)
	_, err = g.Enter(t.Context(), Buy)
	require.NoError(t, err)
	_, err = g.Enter(t.Context(), Buy)
	require.ErrorIs(t, err, ErrFull)
	leave()
	_, err = g.Enter(t.Context(), Browse)
	require.NoError(t, err)
}

// queued starts callers that wait, and gives what became of each, by name.
type queued struct {
	mu    sync.Mutex
	order []string // who was let in
	out   map[string]error
}

func (q *queued) enter(ctx context.Context, g *Gate, name string, rank Rank) {
	_, err := g.Enter(ctx, rank)
	q.mu.Lock()
	defer q.mu.Unlock()
	if err == nil {
		q.order = append(q.order, name)
		return
	}
	q.out[name] = err
}

func TestBuyersGoFirstAndTakeTheRoomOfLookers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{Limit: 1, Queue: 3, Patience: time.Hour})
		leave, err := g.Enter(t.Context(), Browse)
		require.NoError(t, err)
		q := &queued{out: map[string]error{}}
		for _, who := range []struct {
			name string
			rank Rank
		}{{"looker 1", Browse}, {"looker 2", Browse}, {"shopper", Shop}, {"buyer 1", Buy}, {"buyer 2", Buy}, {"looker 3", Browse}} {
			go q.enter(t.Context(), g, who.name, who.rank)
			synctest.Wait() // so that they come in this order
		}
		require.Equal(t, map[string]error{"looker 2": ErrFull, "looker 1": ErrFull, "looker 3": ErrFull}, q.out, "the newest looker makes room first")
		for range 4 {
			leave()
			synctest.Wait()
		}
		require.Equal(t, []string{"buyer 1", "buyer 2", "shopper"}, q.order)
		inside, waiting := g.Load()
		require.Zero(t, inside)
		require.Zero(t, waiting)
	})
}

func TestNobodyWaitsLongerThanPatienceOrTheCallerDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{Limit: 1, Queue: 8, Patience: time.Second})
		leave, err := g.Enter(t.Context(), Browse)
		require.NoError(t, err)
		began := time.Now()
		_, err = g.Enter(t.Context(), Buy)
		require.ErrorIs(t, err, ErrFull)
		require.Equal(t, time.Second, time.Since(began))
		short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, err = g.Enter(short, Buy)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		leave()
		_, err = g.Enter(t.Context(), Browse)
		require.NoError(t, err, "who gave up holds no place")
	})
}

// However callers come, wait and give up, no more than the limit are inside and no place is lost.
func TestManyAtOnceKeepTheLimit(t *testing.T) {
	const limit = 4
	g := New(Options{Limit: limit, Queue: 16, Patience: time.Millisecond})
	var mu sync.Mutex
	inside, most, admitted := 0, 0, 0
	count := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		inside += n
		most = max(most, inside)
		admitted += max(n, 0)
	}
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			for range 200 {
				leave, err := g.Enter(t.Context(), Rank(i)%ranks)
				if err != nil {
					continue
				}
				count(1)
				count(-1)
				leave()
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, most, limit)
	require.Positive(t, admitted)
	left, waiting := g.Load()
	require.Zero(t, left)
	require.Zero(t, waiting)
}
