package pluginhost

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// offerLife is how long a carrier's offer holds. One customer's checkout asks for the same again and again, and all carts ask for
// much the same.
const (
	offerLife = 30 * time.Second
	maxOffers = 4096
)

// keptOffers remembers what carriers offered. An offer holds as long as the same process runs: one that is down, suspended or
// replaced is never answered for. The shop must not change the options that it is given.
type keptOffers struct {
	mu     sync.Mutex
	offers map[audience][]keptOffer
	kept   int
}

// audience is whom an offer is made to: all that it depends on besides weights and value.
type audience struct {
	by        *instance
	area      shipping.Area
	country   int
	kind      address.Kind
	zipCode   string
	point     string // whose place it is decides who brings it there, whatever the scope says
	business  bool
	lang      catalog.Lang
	parcels   int
	requested requestDigest // of an offer for its request alone
}

// requestDigest stands for a request, which has personal data.
type requestDigest [sha256.Size]byte

type keptOffer struct {
	until   time.Time
	scope   shipping.Scope
	options []checkout.ShippingOption
}

// load is what the ranges of a scope are about.
type load struct{ heaviest, total, value int64 }

func loadOf(r checkout.ShippingRequest) load {
	l := load{value: r.Value.Minor}
	for _, p := range r.Parcels {
		l.heaviest, l.total = max(l.heaviest, int64(p.WeightGrams)), l.total+int64(p.WeightGrams)
	}
	return l
}

func (l load) within(s shipping.Scope) bool {
	return s.HeaviestGrams.Has(l.heaviest) && s.TotalGrams.Has(l.total) && s.GoodsTotal.Has(l.value)
}

// question is a request with what offers are found by.
type question struct {
	checkout.ShippingRequest
	load   load
	digest func() (requestDigest, bool) // false where it cannot be told from others
}

func questionOf(r checkout.ShippingRequest) question {
	return question{r, loadOf(r), sync.OnceValues(func() (requestDigest, bool) {
		text, err := json.Marshal(r)
		return sha256.Sum256(text), err == nil
	})}
}

// in gives the audience of a carrier's offers for the area; ok is false where nothing can be kept.
func (q question) in(area shipping.Area, by *instance) (a audience, ok bool) {
	a = audience{by: by, area: area}
	switch area {
	case shipping.AreaUnspecified:
		a.requested, ok = q.digest()
		return a, ok
	case shipping.AreaPostalCode:
		a.zipCode = q.To.ZipCode // of a cart none yet, which is a place like others
	case shipping.AreaCountry:
	default:
		return audience{}, false
	}
	a.country, a.kind, a.point = q.To.CountryID, q.To.Kind, q.To.PointID
	a.business, a.lang, a.parcels = q.Business, q.Lang, len(q.Parcels)
	return a, true
}

// areas in the order in which they are looked for: the digest of a request costs most.
var areas = []shipping.Area{shipping.AreaCountry, shipping.AreaPostalCode, shipping.AreaUnspecified}

// get gives what the carrier offers, if that is known. It is silent about what is out of date, once: who notices asks, all
// others are answered meanwhile.
func (k *keptOffers) get(by *instance, q question, now time.Time) (options []checkout.ShippingOption, ok bool) {
	for _, area := range areas {
		a, known := q.in(area, by)
		if !known {
			continue
		}
		if options, found, fresh := k.at(a, q.load, now); found {
			return options, fresh
		}
	}
	return nil, false
}

func (k *keptOffers) at(a audience, l load, now time.Time) (options []checkout.ShippingOption, found, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := slices.IndexFunc(k.offers[a], func(o keptOffer) bool { return l.within(o.scope) })
	if n < 0 {
		return nil, false, false
	}
	o := &k.offers[a][n]
	if fresh = !now.After(o.until); !fresh {
		o.until = now.Add(offerLife)
	}
	return o.options, true, fresh
}

// put keeps an offer for all that it holds for, in place of what was known of that. Where the scope says nothing of use, as one
// that the request itself is not in, it is for the request alone.
func (k *keptOffers) put(by *instance, q question, scope shipping.Scope, options []checkout.ShippingOption, now time.Time) {
	k.forget(by, q)
	a, ok := q.in(scope.Area, by)
	if !ok || scope.Area == shipping.AreaUnspecified || !q.load.within(scope) {
		scope = shipping.Scope{}
		a, ok = q.in(scope.Area, by)
	}
	if !ok {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.offers == nil || k.kept >= maxOffers {
		k.offers, k.kept = map[audience][]keptOffer{}, 0
	}
	k.offers[a] = append(k.offers[a], keptOffer{now.Add(offerLife), scope, options})
	k.kept++
}

// forget drops what would answer the question.
func (k *keptOffers) forget(by *instance, q question) {
	for _, area := range areas {
		if a, ok := q.in(area, by); ok {
			k.drop(a, q.load)
		}
	}
}

func (k *keptOffers) drop(a audience, l load) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.offers[a]
	left := slices.DeleteFunc(known, func(o keptOffer) bool { return l.within(o.scope) })
	k.kept -= len(known) - len(left)
	if len(left) == 0 {
		delete(k.offers, a)
		return
	}
	k.offers[a] = left
}
