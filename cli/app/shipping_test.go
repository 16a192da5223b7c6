package app

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// stepped charges by weight, and nothing from 100 euro on. Pickup is cheaper and never the standard.
type stepped struct {
	checkout.Shipping
	asked  int
	down   bool
	dearer int64
}

func (s *stepped) Options(_ context.Context, r checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	s.asked++
	if s.down {
		return nil, errors.New("no carrier")
	}
	fee := money.Euro(int64(r.Parcels[0].WeightGrams+999) / 1000 * 100)
	if r.Value.Minor >= 100_00 {
		fee = money.Euro(0)
	}
	fee.Minor += s.dearer
	return []checkout.ShippingOption{{ID: "selfcollector", Pickup: true}, {ID: "parcel", Kind: checkout.KindHome, Fee: fee}}, nil
}

func one(grams int, cents int64) []pricing.Item {
	return []pricing.Item{{Quantity: 1, WeightGrams: grams, Unit: money.Euro(cents)}}
}

func TestStandardShippingIsWhatTheCarrierCharges(t *testing.T) {
	s := newStandardShipping(&stepped{})
	for _, step := range []int64{7, 5} { // rising values extend what is known, the second round reads it
		for cents := int64(0); cents < 200_00; cents += step {
			for _, grams := range []int{300, 1000, 1001} {
				want := money.Euro(int64(grams+999) / 1000 * 100)
				if cents >= 100_00 {
					want = money.Euro(0)
				}
				require.Equal(t, want, s.Standard(t.Context(), one(grams, cents)), "%d g, %d cents", grams, cents)
			}
		}
	}
}

func TestStandardShippingLearnsSteps(t *testing.T) {
	carriers := &stepped{}
	s := newStandardShipping(carriers)
	for _, cents := range []int64{99_99, 100_00, 50_00, 150_00, 1, 99_98, 9_999_00} {
		s.Standard(t.Context(), one(500, cents))
	}
	require.Equal(t, 8, carriers.asked, "the ends and both sides of the step, for the least and the most of half a kilogram")
}

func TestStandardShippingIsAskedForAgain(t *testing.T) {
	carriers := &stepped{}
	s := newStandardShipping(carriers)
	over := func() {
		s.kept[1].until, s.kept[500].until = time.Now().Add(-time.Second), time.Now().Add(-time.Second)
	}
	s.Standard(t.Context(), one(500, 200_00))
	require.Equal(t, 6, carriers.asked)
	over()
	for range 3 {
		require.Equal(t, money.Euro(0), s.Standard(t.Context(), one(500, 200_00)))
	}
	require.Equal(t, 8, carriers.asked, "one cart's answer is enough to believe the others")
	carriers.dearer = 50
	over()
	require.Equal(t, money.Euro(50), s.Standard(t.Context(), one(500, 200_00)))
	require.Equal(t, money.Euro(150), s.Standard(t.Context(), one(500, 0)), "what changed is learnt anew")
}

func TestNoCarrierIsNotRemembered(t *testing.T) {
	carriers := &stepped{down: true}
	s := newStandardShipping(carriers)
	require.Equal(t, money.Euro(0), s.Standard(t.Context(), one(500, 10)))
	carriers.down = false
	require.Equal(t, money.Euro(100), s.Standard(t.Context(), one(1000, 10)))
}
