package main

import (
	"context"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// The options. Which of them there are follows from the address: a door, a Packstation, or a Postfiliale.
const (
	standard    = "dhl_standard"
	gogreen     = "dhl_gogreen"
	packstation = "dhl_packstation"
	postfiliale = "dhl_postfiliale"
)

// limits are DHL's for a parcel. Anything above is freight.
var limits = shipping.Limits{Grams: 31500, LengthMM: 1200, SideMM: 600}

// Options gives the ways to send there, none when a parcel is too heavy or too large, when there are more than DHL labels in one
// call, or when the country is not served.
func (p *plugin) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	s := p.account.Load().settings
	if err := r.Check(); err != nil {
		return shipping.Offer{}, err
	}
	offer := shipping.Offer{Scope: s.scope(r)}
	fee, served := s.fees[r.Address.Country]
	abroad := r.Address.Country != "DE"
	place := placeOf(r.Address)
	if !served || place == "" || abroad && (s.billingAbroad == "" || place != standard) || !limits.Take(r.Parcels) ||
		len(r.Parcels) > maxParcels {
		return offer, nil
	}
	if !abroad && s.freeFrom > 0 && r.GoodsTotal.Minor >= s.freeFrom {
		fee = 0
	}
	o := shipping.Option{
		ID: place, Kind: kindOf(place), Carrier: "DHL", Title: texts[place+".title"], Hint: texts[place+".hint"],
		Fee: base.Money{Minor: fee, Currency: "EUR"}, MinDays: s.minDays, MaxDays: s.maxDays,
		CashOnDelivery: place == standard && s.collectIBAN != "" && !abroad && len(r.Parcels) == 1,
		Logo:           base.Image{MediaType: "image/svg+xml", Data: logo}, Sort: 10,
	}
	if abroad {
		o.MinDays, o.MaxDays = s.minDaysAbroad, s.maxAbroad
	}
	o.DeliveryNote = texts["note"].Fill("{min}", strconv.Itoa(o.MinDays), "{max}", strconv.Itoa(o.MaxDays))
	offer.Options = []shipping.Option{o}
	if place == standard && !abroad && s.gogreen {
		green := o
		green.ID, green.Title, green.Hint, green.Sort = gogreen, texts[gogreen+".title"], texts[gogreen+".hint"], 20
		green.Fee.Minor += s.gogreenSurcharge
		offer.Options = append(offer.Options, green)
	}
	return offer, nil
}

// scope tells that fees depend on the country and on the value of the goods. What is offered for a parcel shop depends on which
// one it is.
func (s *settings) scope(r shipping.OptionsRequest) shipping.Scope {
	if r.Address.Kind == base.AddressParcelShop {
		return shipping.Scope{}
	}
	return shipping.Scope{
		Area: shipping.AreaCountry, HeaviestGrams: limits.Range(r.Parcels), GoodsTotal: shipping.Side(r.GoodsTotal.Minor, s.freeFrom),
	}
}

// placeOf gives the plain option for an address, "" for another carrier's parcel shop or a store.
func placeOf(a *base.Address) string {
	switch a.Kind {
	case base.AddressUnspecified, base.AddressPostal:
		return standard
	case base.AddressPackstation:
		return packstation
	case base.AddressParcelShop:
		if locationForm.MatchString(a.PointID) || a.PointID == "" && strings.EqualFold(a.Street, "Postfiliale") {
			return postfiliale
		}
	}
	return ""
}

func kindOf(option string) base.DeliveryKind {
	switch option {
	case packstation:
		return base.DeliveryPackstation
	case postfiliale:
		return base.DeliveryParcelShop
	}
	return base.DeliveryHome
}

// suits reports whether an option goes to an address.
func suits(option string, a *base.Address) bool {
	place := placeOf(a)
	return option == place || option == gogreen && place == standard && a.Country == "DE"
}
