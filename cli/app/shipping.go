package app

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

// standardShipping asks the carriers what the cheapest delivery costs and keeps the answers for a minute: the cart shows
// it with every change, and only the checkout, which asks again, charges it.
//
// A fee never rises with the value of the goods: carriers charge by weight and send for nothing from some value on. So a
// value between two that cost the same costs the same, and few answers serve all carts.
type standardShipping struct {
	carriers checkout.Shipping

	mu   sync.Mutex
	kept map[int64]*keptFees // by started kilogram
}

// keptFees are the answers for one weight, by value.
type keptFees struct {
	until time.Time
	fees  []feeAt
}

type feeAt struct{ value, fee int64 } // cents

const (
	feeLife  = time.Minute
	maxFees  = 64   // answers for one weight: a fee with more steps is asked for again
	maxKilos = 1000 // weights
)

func newStandardShipping(carriers checkout.Shipping) *standardShipping {
	return &standardShipping{carriers: carriers, kept: map[int64]*keptFees{}}
}

// Standard gives the fee of a parcel in Germany, by started kilogram and value; nothing while no carrier answers.
func (s *standardShipping) Standard(ctx context.Context, weightGrams int, value money.Amount) money.Amount {
	kilos := int64(weightGrams+999) / 1000
	s.mu.Lock()
	kept := s.kept[kilos]
	if kept != nil && time.Now().Before(kept.until) {
		if fee, ok := kept.at(value.Minor); ok {
			s.mu.Unlock()
			return money.Euro(fee)
		}
	}
	s.mu.Unlock()
	fee, ok := s.ask(ctx, kilos, value)
	if ok {
		s.keep(kilos, feeAt{value.Minor, fee.Minor})
	}
	return fee
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

func (s *standardShipping) keep(kilos int64, f feeAt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.kept[kilos]
	if kept == nil || time.Now().After(kept.until) || len(kept.fees) >= maxFees {
		if len(s.kept) >= maxKilos {
			clear(s.kept)
		}
		kept = &keptFees{until: time.Now().Add(feeLife)}
		s.kept[kilos] = kept
	}
	kept.add(f)
}

// ask gives false when no carrier answers, which is not kept.
func (s *standardShipping) ask(ctx context.Context, kilos int64, value money.Amount) (money.Amount, bool) {
	options, err := s.carriers.Options(ctx, checkout.ShippingRequest{
		To: address.Address{CountryID: address.Germany}, Value: value, Lang: catalog.German,
		Parcels: []checkout.Parcel{{WeightGrams: int(kilos * 1000), Value: value}},
	})
	if err != nil {
		slog.WarnContext(ctx, "standard shipping not known", "error", err)
	}
	for _, o := range options { // the cheapest first
		if !o.Pickup {
			return o.Fee, true
		}
	}
	return money.Euro(0), false
}
