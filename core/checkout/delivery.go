package checkout

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Delivery is one of the parts in which an order is sent. Goods that no carrier takes as a parcel are a delivery of
// their own beside the others.
type Delivery struct {
	ID      int            `json:"id"` // 1 is the first
	Option  ShippingOption `json:"option"`
	Lines   []int          `json:"lines"`   // positions in the attempt's lines
	Parcels []Parcel       `json:"parcels"` // as they were priced
}

// delivery is a part of the goods with what the carriers offer for it.
type delivery struct {
	items   []int // positions in the snapshot's items
	parcels []Parcel
	offered []ShippingOption
	options []ShippingOption // of those offered, the ones that go with the payment method
	option  ShippingOption   // chosen, else the standard one; zero when there is none
}

func newDelivery(snap *Snapshot, items []int) *delivery {
	return &delivery{items: items, parcels: pricing.Pack(snap.priced(), items)}
}

// deliveries splits the goods and asks the carriers for each part. It is one delivery, and one question, unless the
// carriers refuse to take everything in parcels. Before the address is known there is nothing to ask.
func (s *Service) deliveries(ctx context.Context, snap *Snapshot) ([]*delivery, error) {
	if len(snap.Items) == 0 {
		return nil, nil
	}
	all := make([]int, len(snap.Items))
	for i := range all {
		all[i] = i
	}
	whole := []*delivery{newDelivery(snap, all)}
	if snap.Checkout.DeliveryAddress() == nil {
		return whole, nil
	}
	if err := s.ask(ctx, snap, whole...); err != nil || takesParcels(whole[0].offered) {
		return whole, err
	}
	bulky, err := s.bulky(ctx, snap)
	if err != nil {
		return nil, err
	}
	parcels := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return bulky[snap.Items[i].WeightGrams] })
	freight := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !bulky[snap.Items[i].WeightGrams] })
	if len(parcels) == 0 || len(freight) == 0 {
		return whole, nil
	}
	parts := []*delivery{newDelivery(snap, parcels), newDelivery(snap, freight)}
	return parts, s.ask(ctx, snap, parts...)
}

// bulky gives the weights of single units that no carrier takes as a parcel. Who takes a parcel takes a lighter one: the
// heaviest that is packed stands for all lighter units, and only where nobody takes that one is each of them asked about.
// No value goes with the question, so that it is the same for many carts and its answer is known.
func (s *Service) bulky(ctx context.Context, snap *Snapshot) (map[int]bool, error) {
	weights := map[int]bool{}
	for _, item := range snap.Items {
		weights[item.WeightGrams] = true
	}
	if len(weights) < 2 {
		return nil, nil
	}
	var light, heavy []int
	for grams := range weights {
		if grams < pricing.ParcelGrams {
			light = append(light, grams)
		} else {
			heavy = append(heavy, grams)
		}
	}
	if len(light) > 0 && !weights[pricing.ParcelGrams] {
		heavy = append(heavy, pricing.ParcelGrams)
	}
	bulky, err := s.refused(ctx, snap, heavy)
	if err == nil && bulky[pricing.ParcelGrams] {
		var more map[int]bool
		more, err = s.refused(ctx, snap, light)
		maps.Copy(bulky, more)
	}
	return bulky, err
}

// refused tells which weights no carrier takes as a parcel.
func (s *Service) refused(ctx context.Context, snap *Snapshot, weights []int) (map[int]bool, error) {
	units := make([]*delivery, len(weights))
	for i, grams := range weights {
		units[i] = &delivery{parcels: []Parcel{{WeightGrams: grams, Value: money.Euro(0)}}}
	}
	if err := s.ask(ctx, &Snapshot{Checkout: snap.Checkout}, units...); err != nil {
		return nil, err
	}
	refused := map[int]bool{}
	for i, u := range units {
		refused[weights[i]] = !takesParcels(u.offered)
	}
	return refused, nil
}

// ask fills in what is offered for each part, all at once.
func (s *Service) ask(ctx context.Context, snap *Snapshot, parts ...*delivery) error {
	c := snap.Checkout
	errs := make([]error, len(parts))
	var wg sync.WaitGroup
	for n, d := range parts {
		wg.Go(func() {
			d.offered, errs[n] = s.shipping.Options(ctx, ShippingRequest{
				To: *c.DeliveryAddress(), Business: c.Business, Parcels: d.parcels, Value: pricing.Goods(snap.priced()), Lang: c.Lang,
			})
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// reaches reports whether the carriers take the address for the options that are chosen: what they offer is for a whole
// country, and what is sold has to leave. It asks all at once, and a carrier that does not answer is taken at its word.
func (s *Service) reaches(ctx context.Context, p *priced) bool {
	c := p.snapshot.Checkout
	to := *c.DeliveryAddress()
	to.TelephoneNumber = cmp.Or(to.TelephoneNumber, c.Phone)
	var refused atomic.Bool
	var wg sync.WaitGroup
	for _, d := range p.deliveries {
		if d.option.Plugin == "" {
			continue // there is nobody to ask
		}
		wg.Go(func() {
			if v, err := s.shipping.Validate(ctx, d.option, to); err == nil && !v.Deliverable {
				refused.Store(true)
			}
		})
	}
	wg.Wait()
	return !refused.Load()
}

// takesParcels reports whether a carrier brings parcels; a store that hands them out does not count.
func takesParcels(options []ShippingOption) bool {
	return slices.ContainsFunc(options, func(o ShippingOption) bool { return !o.Pickup && o.Kind != KindFreight })
}

// freeze gives the delivery of that number as the attempt keeps it.
func (d *delivery) freeze(id int) Delivery {
	return Delivery{ID: id, Option: d.option, Lines: d.items, Parcels: d.parcels}
}
