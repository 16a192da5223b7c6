package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

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
