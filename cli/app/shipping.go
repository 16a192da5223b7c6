package app

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// standardShipping asks the carriers what the cheapest delivery costs and keeps the answers for a minute: the cart shows
// it with every change, and only the checkout, which asks again, charges it.
//
// A fee never falls with the weight of a parcel and never rises with the value of the goods: carriers charge by weight and
// send for nothing from some value on. So what lies between two weights or values that cost the same costs the same, and
// few answers serve all carts. After a minute one cart's answer is asked for again: if it is what was known, all of the
// weight's are believed for another minute, at most ten.
type standardShipping struct {
	carriers checkout.Shipping

	mu   sync.Mutex
	kept map[int]*keptFees // by weight in grams
}

// keptFees are the answers for one weight, by value.
type keptFees struct {
	until time.Time // when to ask again
	end   time.Time // when to forget
	fees  []feeAt
}

type feeAt struct{ value, fee int64 } // cents

const (
	feeLife    = time.Minute
	feesLife   = 10 * time.Minute
	dear       = 10_000_00 // cents: few carts are worth more
	maxFees    = 64        // answers for one weight: a fee with more steps is asked for again
	maxWeights = 1000

	// grid is how far apart the weights are that are asked for: no carrier's prices change between two of them.
	grid = 500 // grams
)

func newStandardShipping(carriers checkout.Shipping) *standardShipping {
	return &standardShipping{carriers: carriers, kept: map[int]*keptFees{}}
}

// Standard gives what the checkout would charge for sending the goods within Germany; nothing while no carrier answers.
// Goods that fit into one parcel are priced by what is known, all others by asking.
func (s *standardShipping) Standard(ctx context.Context, items []pricing.Item) money.Amount {
	grams, value := pricing.Weight(items), pricing.Goods(items)
	if grams <= pricing.ParcelGrams {
		top := max((grams+grid-1)/grid, 1) * grid
		least, ok := s.parcel(ctx, top-grid+1, value)
		most, also := s.parcel(ctx, top, value)
		if ok && also && least == most {
			return least
		}
	}
	fee, _, err := checkout.StandardFee(ctx, s.carriers, items)
	if err != nil {
		slog.WarnContext(ctx, "standard shipping not known", "error", err)
	}
	return fee
}

// parcel gives the fee of one parcel; false when no carrier takes it.
func (s *standardShipping) parcel(ctx context.Context, grams int, value money.Amount) (money.Amount, bool) {
	if fee, ok := s.known(grams, value.Minor); ok {
		return money.Euro(fee), true
	}
	fee, ok := s.ask(ctx, grams, value)
	if !ok || !s.keep(grams, feeAt{value.Minor, fee.Minor}) {
		return fee, ok
	}
	// Between the ends lie nearly all other carts of the weight.
	for _, end := range []int64{0, dear} {
		if f, ok := s.ask(ctx, grams, money.Euro(end)); ok {
			s.keep(grams, feeAt{end, f.Minor})
		}
	}
	return fee, true
}

// known gives what was answered before. When it is time to ask again, the first caller is told nothing.
func (s *standardShipping) known(grams int, value int64) (fee int64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, now := s.kept[grams], time.Now()
	if kept == nil || now.After(kept.end) {
		return 0, false
	}
	if now.After(kept.until) {
		kept.until = now.Add(feeLife)
		return 0, false
	}
	return kept.at(value)
}

// at gives the fee of a value that lies on or between two answers of the same fee.
func (k *keptFees) at(value int64) (fee int64, ok bool) {
	i, found := slices.BinarySearchFunc(k.fees, value, func(f feeAt, v int64) int { return int(f.value - v) })
	switch {
	case found:
		return k.fees[i].fee, true
	case i == 0 || i == len(k.fees) || k.fees[i-1].fee != k.fees[i].fee:
		return 0, false
	}
	return k.fees[i].fee, true
}

// add keeps an answer, and of three of the same fee in a row only the outer two.
func (k *keptFees) add(f feeAt) {
	i, found := slices.BinarySearchFunc(k.fees, f.value, func(k feeAt, v int64) int { return int(k.value - v) })
	if found {
		return
	}
	k.fees = slices.Insert(k.fees, i, f)
	for j := max(i-1, 1); j < min(i+2, len(k.fees)-1); {
		if k.fees[j-1].fee == k.fees[j].fee && k.fees[j].fee == k.fees[j+1].fee {
			k.fees = slices.Delete(k.fees, j, j+1)
			continue
		}
		j++
	}
}

// keep reports whether it is the first answer for the weight: none was known, or what was known is no longer true.
func (s *standardShipping) keep(grams int, f feeAt) (first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, now := s.kept[grams], time.Now()
	if first = kept == nil || now.After(kept.end) || len(kept.fees) >= maxFees || !kept.agrees(f); first {
		if len(s.kept) >= maxWeights {
			clear(s.kept)
		}
		kept = &keptFees{until: now.Add(feeLife), end: now.Add(feesLife)}
		s.kept[grams] = kept
	}
	kept.add(f)
	return first
}

// agrees reports whether an answer is as the others let expect.
func (k *keptFees) agrees(f feeAt) bool {
	fee, known := k.at(f.value)
	return !known || fee == f.fee
}

// ask gives false when no carrier takes it as a parcel, which is not kept.
func (s *standardShipping) ask(ctx context.Context, grams int, value money.Amount) (money.Amount, bool) {
	fee, parcel, err := checkout.StandardFee(ctx, s.carriers, []pricing.Item{{Quantity: 1, Unit: value, WeightGrams: grams}})
	return fee, parcel && err == nil
}
