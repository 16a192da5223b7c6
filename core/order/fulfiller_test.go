package order_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

// shelf holds one order and counts how often it was reached for.
type shelf struct {
	order.Fulfilments
	order   order.Order
	reached int
}

func (s *shelf) Order(context.Context, int64) (*order.Order, error) { return &s.order, nil }

func (s *shelf) Change(context.Context, int64, func(*order.Order) (order.Effects, error)) (*order.Order, error) {
	s.reached++
	return &s.order, nil
}

func TestGoodsOfAnUnprovenStudentStay(t *testing.T) {
	for id, held := range map[int64]bool{7: true, 8: false} {
		s := &shelf{order: order.Order{ID: id, CustomerID: 1}}
		f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy)
		f.Hold(func(_ context.Context, id int64) (bool, error) { return id == 7, nil })
		_, err := f.Pick(t.Context(), id, order.Pick{})
		if !held {
			require.NoError(t, err)
			require.Equal(t, 1, s.reached)
			continue
		}
		require.ErrorIs(t, err, fault.New(fault.Conflict, "order_held"))
		require.Zero(t, s.reached)
	}
}
