package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Who asks the provider where the order is frozen has begun with it: nobody else does, and nothing is read again before it settles.
func TestWhatIsPaidForAtOnceIsFrozenBegun(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	d := s.guest(map[int64]int{laptop: 1})
	d.AtOnce = time.Minute
	start, err := s.store.Freeze(s.ctx, d)
	require.NoError(t, err)
	require.Equal(t, []any{true, true, checkout.Authorizing}, []any{start.First, start.Alone, start.Attempt.State})
	begun, err := s.attempts.Begin(s.ctx, start.Attempt.ID)
	require.NoError(t, err)
	require.Equal(t, []any{false, start.Version, start.Attempt}, []any{begun.First, begun.Version, begun.Attempt})
	require.InDelta(t, time.Minute, begun.Asked, float64(time.Minute/2), "who froze it is asking")
	again, err := s.store.Freeze(s.ctx, d)
	require.NoError(t, err)
	require.Equal(t, &checkout.Start{Attempt: start.Attempt}, again)
	settled, err := s.attempts.SettleBegun(s.ctx, start, checkout.Result{Outcome: checkout.OutcomePending})
	require.NoError(t, err)
	require.Equal(t, checkout.Pending, settled.State)
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'attempt.waits'`))

	other := s.guest(map[int64]int{laptop: 1})
	start, err = s.store.Freeze(s.ctx, other)
	require.NoError(t, err)
	require.Equal(t, []any{false, false, checkout.Created}, []any{start.First, start.Alone, start.Attempt.State})
}

// Nobody asks for a day: the mark was written while the database's clock was ahead, and nobody waits for the answer.
func TestWhatAWrongClockSaysIsAskedForIsNot(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	d := s.guest(map[int64]int{laptop: 1})
	d.AtOnce = 24 * time.Hour
	start, err := s.store.Freeze(s.ctx, d)
	require.NoError(t, err)
	require.Zero(t, s.begin(start.Attempt.ID).Asked)
}

// The same notebook with a warranty and without one are two lines, and one stock.
func TestOneProductOnTwoLinesIsTakenTogether(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	twice := func(each int) checkout.Draft {
		d := s.guest(map[int64]int{laptop: each})
		insured := d.Attempt.Lines[0]
		insured.WarrantyID, insured.Warranty = 7, money.Euro(4900)
		d.Attempt.Lines = append(d.Attempt.Lines, insured)
		return d
	}
	_, err := s.store.Freeze(s.ctx, twice(3))
	require.Equal(t, "product_sold_out", fault.ReasonOf(err), "three and three of five")
	require.Equal(t, 5, s.available(laptop))
	a := s.freeze(twice(2))
	require.Equal(t, 1, s.available(laptop))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined})
	require.Equal(t, 5, s.available(laptop))
}
