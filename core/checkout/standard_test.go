package checkout

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// stepped charges a euro for each step of each parcel's weight, and nothing from 100 euro on. Pickup is cheaper and never the standard.
type stepped struct {
	Shipping
	asked  int
	down   bool
	step   int // grams; 0: one fee for all
	dearer int64
}

func (s *stepped) Options(_ context.Context, r ShippingRequest) ([]ShippingOption, error) {
	s.asked++
	if s.down {
		return nil, errors.New("no carrier")
	}
	fee := money.Euro(500)
	if s.step > 0 {
		fee = money.Euro(0)
		for _, p := range r.Parcels {
			fee.Minor += int64((p.WeightGrams+s.step-1)/s.step) * 100
		}
		if r.Value.Minor >= 100_00 {
			fee = money.Euro(0)
		}
	}
	fee.Minor += s.dearer
	return []ShippingOption{{ID: "selfcollector", Pickup: true}, {ID: "parcel", Kind: KindHome, Fee: fee}}, nil
}

func one(grams int, cents int64) []pricing.Item {
	return []pricing.Item{{Quantity: 1, WeightGrams: grams, Unit: money.Euro(cents)}}
}

func TestStandardIsWhatTheCarrierCharges(t *testing.T) {
	s := NewStandard(&stepped{step: 1000})
	for range 2 { // the second round reads what the first one learnt
		for cents := int64(0); cents < 200_00; cents += 507 {
			for _, grams := range []int{0, 300, 1000, 1001, 31_500, 31_501, 70_000} {
				want := money.Euro(int64(grams+999) / 1000 * 100)
				if cents >= 100_00 {
					want = money.Euro(0)
				}
				require.Equal(t, want, s.Standard(t.Context(), one(grams, cents)), "%d g, %d cents", grams, cents)
			}
		}
	}
}

func TestStandardKnowsByFewAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		carriers stepped
		most     int // answers for a thousand carts
	}{
		"one fee":                  {stepped{}, 1},
		"fees by weight and value": {stepped{step: 10_000}, 125},
	} {
		t.Run(name, func(t *testing.T) {
			s := NewStandard(&c.carriers)
			carts := 0
			for grams := 10; grams < pricing.ParcelGrams; grams += 350 {
				for cents := int64(100); cents < 1000_00; cents += 13_77 {
					s.Standard(t.Context(), one(grams, cents))
					s.Standard(t.Context(), append(one(grams, cents), one(pricing.ParcelGrams, 100)...))
					carts += 2
				}
			}
			require.LessOrEqual(t, c.carriers.asked*1000, c.most*carts, "%d carts of one and two parcels", carts)
		})
	}
}

func TestStandardIsAskedForAgain(t *testing.T) {
	carriers := &stepped{}
	s := NewStandard(carriers)
	require.Equal(t, money.Euro(500), s.Standard(t.Context(), one(500, 200_00)))
	require.Equal(t, money.Euro(500), s.Standard(t.Context(), one(700, 20_00)))
	require.Equal(t, 2, carriers.asked)
	carriers.dearer = 50
	for key, kept := range s.carriers.kept {
		kept.until = time.Now().Add(-time.Second)
		s.carriers.kept[key] = kept
	}
	require.Equal(t, money.Euro(550), s.Standard(t.Context(), one(500, 200_00)))
	require.Equal(t, 4, carriers.asked)
}

func TestNoCarrierIsNotRemembered(t *testing.T) {
	carriers := &stepped{step: 1000}
	s := NewStandard(carriers)
	require.Equal(t, money.Euro(100), s.Standard(t.Context(), one(1000, 10)))
	carriers.down = true
	for key, kept := range s.carriers.kept {
		kept.until = time.Now().Add(-time.Second)
		s.carriers.kept[key] = kept
	}
	require.Equal(t, money.Euro(0), s.Standard(t.Context(), one(1000, 10)))
	require.Equal(t, money.Euro(0), s.Standard(t.Context(), one(20_000, 10)))
	carriers.down = false
	require.Equal(t, money.Euro(2000), s.Standard(t.Context(), one(20_000, 10)))
}
