package checkout

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// stepped charges a euro for each step of each parcel's weight, and nothing from 100 euro on. Pickup is cheaper and never the standard.
type stepped struct {
	Shipping
	down bool
	step int // grams
}

func (s *stepped) Options(_ context.Context, r ShippingRequest) ([]ShippingOption, error) {
	if s.down {
		return nil, errors.New("no carrier")
	}
	fee := money.Euro(0)
	for _, p := range r.Parcels {
		fee.Minor += int64((p.WeightGrams+s.step-1)/s.step) * 100
	}
	if r.Value.Minor >= 100_00 {
		fee = money.Euro(0)
	}
	return []ShippingOption{{ID: "selfcollector", Pickup: true}, {ID: "parcel", Kind: KindHome, Fee: fee}}, nil
}

func one(grams int, cents int64) []pricing.Item {
	return []pricing.Item{{Quantity: 1, WeightGrams: grams, Unit: money.Euro(cents)}}
}

func TestStandardIsWhatTheCarrierCharges(t *testing.T) {
	s := NewStandard(&stepped{step: 1000})
	for _, cents := range []int64{0, 99_99, 100_00, 200_00} {
		for _, grams := range []int{0, 300, 1000, 1001, 31_500, 31_501, 70_000} {
			want := money.Euro(int64(grams+999) / 1000 * 100)
			if cents >= 100_00 {
				want = money.Euro(0)
			}
			require.Equal(t, want, s.Standard(t.Context(), one(grams, cents)), "%d g, %d cents", grams, cents)
		}
	}
}

func TestStandardWithoutCarriers(t *testing.T) {
	carriers := &stepped{step: 1000, down: true}
	s := NewStandard(carriers)
	require.Equal(t, money.Euro(0), s.Standard(t.Context(), one(20_000, 10)))
	carriers.down = false
	require.Equal(t, money.Euro(2000), s.Standard(t.Context(), one(20_000, 10)))
}

// One piece comes as the cart of it alone says.
func TestAPieceComesByTheStandard(t *testing.T) {
	carriers := &stepped{step: 1000}
	s := NewStandard(carriers)
	for _, grams := range []int{0, 300, 1001, 70_000} {
		o, ok := s.Option(t.Context(), pricing.Item{WeightGrams: grams, Unit: money.Euro(10)})
		require.True(t, ok)
		require.Equal(t, []any{"parcel", s.Standard(t.Context(), one(grams, 10))}, []any{o.ID, o.Fee})
	}
	carriers.down = true
	_, ok := s.Option(t.Context(), pricing.Item{WeightGrams: 300})
	require.False(t, ok)
}
