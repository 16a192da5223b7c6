package pluginhost

import (
	"net/url"
	"strings"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
)

func amountOut(a money.Amount) base.Money {
	return base.Money{Minor: a.Minor, Currency: string(a.Currency)}
}

func amountIn(m base.Money) money.Amount {
	return money.Amount{Minor: m.Minor, Currency: money.Currency(m.Currency)}
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
		Phone: a.TelephoneNumber, PostNumber: a.PostNumber,
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

// deliveryKind guesses from the address; a plugin that must know more is asked with the shipping option.
func deliveryKind(a address.Address) base.DeliveryKind {
	switch a.Kind {
	case address.DHLPackstation:
		return base.DeliveryPackstation
	case address.HermesPaketshop:
		return base.DeliveryParcelShop
	}
	return base.DeliveryHome
}

// away refuses an address that a browser must not be sent to.
func away(address string) error {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(address, "\r\n") {
		return nil
	}
	return &base.Error{
		Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: "the address to go to is not an absolute http address",
		OutcomeUnknown: true,
	}
}
