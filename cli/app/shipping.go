package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

// standardShipping asks the carriers what the cheapest delivery costs and keeps the answer for a minute: the cart shows
// it with every change, and only the checkout, which asks again, charges it.
type standardShipping struct {
	carriers checkout.Shipping

	mu   sync.Mutex
	kept map[shippingKey]keptFee
}

type shippingKey struct{ kilos, euros int64 }

type keptFee struct {
	fee   money.Amount
	until time.Time
}

const (
	feeLife  = time.Minute
	feeRetry = 2 * time.Second
	maxFees  = 10_000
)

func newStandardShipping(carriers checkout.Shipping) *standardShipping {
	return &standardShipping{carriers: carriers, kept: map[shippingKey]keptFee{}}
}

// Standard gives the fee of a parcel in Germany, by started kilogram and full euro of value; nothing while no carrier
// answers.
func (s *standardShipping) Standard(ctx context.Context, weightGrams int, value money.Amount) money.Amount {
	key := shippingKey{kilos: int64(weightGrams+999) / 1000, euros: value.Minor / 100}
	now := time.Now()
	s.mu.Lock()
	kept, ok := s.kept[key]
	s.mu.Unlock()
	if ok && now.Before(kept.until) {
		return kept.fee
	}
	fee, life := s.ask(ctx, key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) >= maxFees {
		clear(s.kept)
	}
	s.kept[key] = keptFee{fee: fee, until: now.Add(life)}
	return fee
}

func (s *standardShipping) ask(ctx context.Context, key shippingKey) (money.Amount, time.Duration) {
	options, err := s.carriers.Options(ctx, checkout.ShippingRequest{
		To: address.Address{CountryID: address.Germany}, WeightGrams: int(key.kilos * 1000),
		Value: money.Euro(key.euros * 100), Lang: catalog.German,
	})
	if err != nil {
		slog.WarnContext(ctx, "standard shipping not known", "error", err)
	}
	for _, o := range options { // the cheapest first
		if !o.Pickup {
			return o.Fee, feeLife
		}
	}
	return money.Euro(0), feeRetry
}
