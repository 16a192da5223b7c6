package checkout

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// knownOffers answers what Standard asks the carriers from what they offered before.
//
// A carrier's fee never falls with the weight of a parcel and never rises with the value of the goods: carriers charge by
// weight and send for nothing from some value on. So where lighter parcels of dearer goods and heavier ones of cheaper goods
// begin with the same option at the same fee, all between them do, and few answers serve all carts. Where they do not,
// the half around what is asked for is looked at in the same way. An answer holds for a minute: only the
// checkout, which asks for itself, charges.
type knownOffers struct {
	Shipping

	mu   sync.Mutex
	kept map[string]keptOffer
}

type keptOffer struct {
	until   time.Time
	options []ShippingOption
}

const (
	offerLife = time.Minute
	maxOffers = 4096
	halvings  = 24        // after which the carriers are asked for the very goods
	dear      = 10_000_00 // cents: few carts are worth more
)

// Options gives options that agree with those of the carriers in the one that a delivery begins with and its fee, and in
// whether they take the goods as parcels.
func (k *knownOffers) Options(ctx context.Context, r ShippingRequest) ([]ShippingOption, error) {
	if r.Value.Minor < 0 || r.Value.Minor > dear {
		return k.Shipping.Options(ctx, r)
	}
	b := boundsOf(r)
	for range halvings {
		least, err := k.at(ctx, r, b.light, b.worth)
		if err != nil {
			return nil, err
		}
		most, err := k.at(ctx, r, b.heavy, b.cheap)
		if err != nil || beginAlike(least, most) {
			return most, err
		}
		// What is in between tells whether weight, value or both make the difference.
		between, err := k.at(ctx, r, b.light, b.cheap)
		if err != nil {
			return nil, err
		}
		if !beginAlike(least, between) {
			b.halveValue(r.Value.Minor)
		}
		if !beginAlike(between, most) {
			b.halveWeights(r.Parcels)
		}
	}
	return k.Shipping.Options(ctx, r)
}

// at asks for parcels of these weights and goods of that value, if that is not known.
func (k *knownOffers) at(ctx context.Context, r ShippingRequest, grams []int, cents int64) ([]ShippingOption, error) {
	key := offerKey(grams, cents)
	now := time.Now()
	if options, ok := k.get(key, now); ok {
		return options, nil
	}
	r.Value = money.Euro(cents)
	r.Parcels = make([]Parcel, len(grams))
	for i := range grams {
		r.Parcels[i] = Parcel{WeightGrams: grams[i], Value: money.Euro(cents / int64(len(grams)))}
	}
	options, err := k.Shipping.Options(ctx, r)
	k.put(key, keptOffer{now.Add(offerLife), options})
	return options, err
}

// get is silent about what is out of date, once: who notices asks, all others are answered meanwhile.
func (k *knownOffers) get(key string, now time.Time) ([]ShippingOption, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, ok := k.kept[key]
	if ok && now.After(kept.until) {
		k.kept[key] = keptOffer{now.Add(offerLife), kept.options}
		return nil, false
	}
	return kept.options, ok
}

// put forgets what was known where nobody offers anything now.
func (k *knownOffers) put(key string, offer keptOffer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(offer.options) == 0 {
		delete(k.kept, key)
		return
	}
	if len(k.kept) >= maxOffers {
		clear(k.kept)
	}
	k.kept[key] = offer
}

func offerKey(grams []int, cents int64) string {
	key := strconv.AppendInt(make([]byte, 0, 64), cents, 10)
	for _, g := range grams {
		key = strconv.AppendInt(append(key, ' '), int64(g), 10)
	}
	return string(key)
}

// beginAlike reports whether a delivery begins with the same option at the same fee, and both are or are not for parcels.
func beginAlike(a, b []ShippingOption) bool {
	i, j := standard(a), standard(b)
	switch {
	case i < 0 || j < 0:
		return i == j
	case a[i].ID != b[j].ID || a[i].Fee != b[j].Fee:
		return false
	}
	return takesParcels(a) == takesParcels(b)
}

// bounds are weights and values with those of a request between them, its parcels in their order.
type bounds struct {
	light, heavy []int
	cheap, worth int64
}

// boundsOf gives wide ones. No bounds reach over the weight that a parcel is packed to.
func boundsOf(r ShippingRequest) bounds {
	b := bounds{light: make([]int, len(r.Parcels)), heavy: make([]int, len(r.Parcels)), worth: dear}
	for i, p := range r.Parcels {
		b.light[i], b.heavy[i] = 0, pricing.ParcelGrams
		for b.heavy[i] < p.WeightGrams {
			b.light[i], b.heavy[i] = b.heavy[i]+1, 2*b.heavy[i]
		}
	}
	return b
}

func (b *bounds) halveValue(cents int64) {
	if middle := (b.cheap + b.worth) / 2; cents <= middle {
		b.worth = middle
	} else {
		b.cheap = middle + 1
	}
}

func (b *bounds) halveWeights(parcels []Parcel) {
	b.light, b.heavy = slices.Clone(b.light), slices.Clone(b.heavy)
	for i, p := range parcels {
		if middle := (b.light[i] + b.heavy[i]) / 2; p.WeightGrams <= middle {
			b.heavy[i] = middle
		} else {
			b.light[i] = middle + 1
		}
	}
}
