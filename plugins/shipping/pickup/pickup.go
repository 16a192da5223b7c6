package main

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "pickup"
	version = "1.0.0"
)

// prefix of the options: one for each store, so that what the customer chose names the store. The shop tells
// self-collectors by the word in it.
const prefix = "pickup_selfcollector_"

// holdDays is for how many working days the shop has the goods kept. It is the shop's own number and no setting: another one
// would promise what the shop does not keep.
const holdDays = 5

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// pickup is the shipping provider. Its answers follow from the request and the settings alone.
type pickup struct {
	shipping.Unsupported
	settings atomic.Pointer[settings]
}

func newPlugin() sdk.Plugin {
	p := &pickup{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Shipping: p}
}

func (p *pickup) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.settings.Store(&s)
	return nil
}

// Options gives an option for each store, the nearest first, free of charge. There is none for a parcel that is too
// heavy, nor for an address that names another place to collect a parcel.
func (p *pickup) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	s := p.settings.Load()
	if err := r.Check(); err != nil {
		return shipping.Offer{}, err
	}
	offer := shipping.Offer{Scope: s.scope(r)}
	elsewhere := r.Address.Kind == base.AddressPackstation || r.Address.Kind == base.AddressParcelShop
	if elsewhere || !slices.Contains(s.countries, r.Address.Country) || !s.fits(r.Parcels) {
		return offer, nil
	}
	for i, one := range s.near(r.Address) {
		fill := []string{"{store}", one.name, "{address}", one.line(), "{min}", strconv.Itoa(s.minDays),
			"{max}", strconv.Itoa(s.maxDays), "{hold}", strconv.Itoa(holdDays)}
		offer.Options = append(offer.Options, shipping.Option{
			ID: prefix + one.id, Kind: base.DeliveryPickup, Carrier: "Abholung", Title: texts["title"].Fill(fill...), Hint: texts["hint"].Fill(fill...),
			DeliveryNote: texts["note"].Fill(fill...), Fee: base.Money{Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
			Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 60 + i,
		})
	}
	return offer, nil
}

// scope tells that the order of several stores depends on the postal code.
func (s *settings) scope(r shipping.OptionsRequest) shipping.Scope {
	area := shipping.AreaCountry
	if len(s.stores) > 1 {
		area = shipping.AreaPostalCode
	}
	heaviest, _ := shipping.Weigh(r.Parcels)
	return shipping.Scope{Area: area, HeaviestGrams: s.weights(heaviest)}
}

// weights gives those of a parcel that the stores take as they take this one.
func (s *settings) weights(grams int64) shipping.Range {
	if s.maxGrams == 0 {
		return shipping.Range{}
	}
	return shipping.Side(grams, s.maxGrams+1)
}

func (s *settings) fits(parcels []shipping.Parcel) bool {
	return s.maxGrams == 0 || !slices.ContainsFunc(parcels, func(p shipping.Parcel) bool { return p.WeightGrams > s.maxGrams })
}

// near gives the stores by how much of the postal code they share, which is as near as one comes without a map.
func (s *settings) near(a *base.Address) []store {
	stores := slices.Clone(s.stores)
	slices.SortStableFunc(stores, func(x, y store) int {
		return cmp.Compare(shared(y.postalCode, a.PostalCode), shared(x.postalCode, a.PostalCode))
	})
	return stores
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (s store) line() string {
	return strings.TrimSpace(s.street+" "+s.number) + ", " + s.postalCode + " " + s.city
}

// PickupPoints gives the stores, the nearest first; how far they are is not known.
func (p *pickup) PickupPoints(_ context.Context, r shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	if r.Near == nil {
		return nil, base.CallerFault("invalid_request", "a place to search around is needed", base.FieldError{Name: "near", Code: "required"})
	}
	if r.Kind != base.DeliveryPickup && !strings.HasPrefix(r.OptionID, prefix) {
		return nil, nil
	}
	var points []shipping.PickupPoint
	for _, one := range p.settings.Load().near(r.Near) {
		if len(points) == max(r.Limit, 1) {
			break
		}
		points = append(points, shipping.PickupPoint{ID: one.id, Name: one.name, OpeningHours: one.hours, Address: &base.Address{
			Kind: base.AddressStore, Company: one.name, Street: one.street, StreetNumber: one.number, PostalCode: one.postalCode,
			City: one.city, Country: "DE", PointID: one.id,
		}})
	}
	return points, nil
}
