package pluginhost

import (
	"errors"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
)

func amountOut(a money.Amount) base.Money {
	return base.Money{Minor: a.Minor, Currency: string(a.Currency)}
}

func amountIn(m base.Money) money.Amount {
	return money.Amount{Minor: m.Minor, Currency: money.Currency(m.Currency)}
}

// feeIn gives a fee; false for one that no total can be made with: of another currency, below zero, or beyond all sense.
func feeIn(m base.Money) (money.Amount, bool) {
	const most = 1_000_000_00
	fee := amountIn(m)
	return fee, (fee.Currency == money.EUR || fee == money.Amount{}) && fee.Minor >= 0 && fee.Minor <= most
}

// limitIn gives a smallest or largest total, a zero amount for none; false for one of another currency, which no total can be
// held against.
func limitIn(m base.Money) (money.Amount, bool) {
	limit := amountIn(m)
	return limit, limit.Currency == money.EUR || limit == money.Amount{}
}

func textIn(t base.Text) catalog.Text { return catalog.Text{DE: t["de"], EN: t["en"]} }

func locale(l catalog.Lang) string {
	if l == catalog.English {
		return "en-GB"
	}
	return "de-DE"
}

func addressOut(a address.Address, phone string) *base.Address {
	out := &base.Address{
		Kind: base.AddressPostal, Company: a.Company, FirstName: a.FirstName, LastName: a.LastName, Street: a.StreetName,
		StreetNumber: a.StreetNumber, PostalCode: a.ZipCode, City: a.CityName, Country: countries[a.CountryID],
		Phone: a.TelephoneNumber, PostNumber: a.PostNumber, PointID: a.PointID,
	}
	if out.Phone == "" {
		out.Phone = phone
	}
	switch a.Kind {
	case address.DHLPackstation:
		out.Kind, out.Street = base.AddressPackstation, ""
	case address.HermesPaketshop:
		out.Kind = base.AddressParcelShop
	}
	return out
}

// deliveryKind gives the kind that the customer chose, or what follows from the address before they did.
func deliveryKind(k checkout.DeliveryKind, a address.Address) base.DeliveryKind {
	for wire, kind := range deliveryKinds {
		if kind == k {
			return wire
		}
	}
	switch a.Kind {
	case address.DHLPackstation:
		return base.DeliveryPackstation
	case address.HermesPaketshop:
		return base.DeliveryParcelShop
	}
	return base.DeliveryHome
}

// addressIn gives nil for none and for an address in a country that the shop does not know.
func addressIn(a *base.Address) *address.Address {
	if a == nil || countryNumbers[a.Country] == 0 {
		return nil
	}
	out := address.Address{
		Company: a.Company, FirstName: a.FirstName, LastName: a.LastName, StreetName: a.Street,
		StreetNumber: a.StreetNumber, ZipCode: a.PostalCode, CityName: a.City, CountryID: countryNumbers[a.Country],
		TelephoneNumber: a.Phone, PostNumber: a.PostNumber, PointID: a.PointID, Kind: address.Delivery,
	}
	switch a.Kind {
	case base.AddressPackstation:
		out.Kind, out.StreetName = address.DHLPackstation, "Packstation"
	case base.AddressParcelShop:
		out.Kind = address.HermesPaketshop
	}
	return &out
}

// away refuses an address that a browser must not be sent to.
func away(address string) error { return refusedPage(base.CheckAway(address)) }

// refusedPage makes a plugin's bad answer of what is wrong with where it sends a browser.
func refusedPage(err error) error {
	if err != nil {
		return &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: err.Error(), OutcomeUnknown: true}
	}
	return nil
}

// onward is away, but for none, which leads nowhere else than before.
func onward(address string) error {
	if address == "" {
		return nil
	}
	return away(address)
}

// unsupported reports whether a plugin says that it does not do such a thing, which is no failure where only some do.
func unsupported(err error) bool {
	var e *base.Error
	return errors.As(err, &e) && e.Code == base.CodeNotSupported
}
