package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
)

// alpha3 are the countries of the European Union, which need no customs papers.
var alpha3 = map[string]string{
	"AT": "AUT", "BE": "BEL", "BG": "BGR", "CY": "CYP", "CZ": "CZE", "DE": "DEU", "DK": "DNK", "EE": "EST", "ES": "ESP",
	"FI": "FIN", "FR": "FRA", "GR": "GRC", "HR": "HRV", "HU": "HUN", "IE": "IRL", "IT": "ITA", "LT": "LTU", "LU": "LUX",
	"LV": "LVA", "MT": "MLT", "NL": "NLD", "PL": "POL", "PT": "PRT", "RO": "ROU", "SE": "SWE", "SI": "SVN", "SK": "SVK",
}

var (
	germanPostalCode = regexp.MustCompile(`^[0-9]{5}$`)
	lockerForm       = regexp.MustCompile(`^[1-9][0-9]{2}$`)
	retailForm       = regexp.MustCompile(`^(40[1-9]|4[1-9][0-9]|[5-9][0-9]{2})$`)
	postNumberForm   = regexp.MustCompile(`^[0-9]{6,10}$`)
)

// Lengths that DHL takes.
const (
	maxName   = 50
	maxStreet = 50
	maxHouse  = 10
	maxCity   = 40
)

// check gives what DHL would refuse, by the names of the wire.
func (s settings) check(a *base.Address) (wrong base.Misfits) {
	_, served := s.fees[a.Country]
	wrong.Add(!served || a.Country != "DE" && s.billingAbroad == "", "country", "not_served")
	wrong.Add(strings.TrimSpace(a.City) == "", "city", "required")
	wrong.Add(utf8.RuneCountInString(a.City) > maxCity, "city", "too_long")
	wrong.Add(strings.TrimSpace(a.PostalCode) == "", "postal_code", "required")
	wrong.If(a.PostalCode != "" && (len(a.PostalCode) > 10 || a.Country == "DE" && !germanPostalCode.MatchString(a.PostalCode)), "postal_code")
	wrong.Add(strings.TrimSpace(a.LastName+a.Company) == "", "last_name", "required")
	switch placeOf(a) {
	case "":
		wrong.Add(true, "point_id", "not_served")
		return wrong
	case packstation:
		wrong.Add(a.Company != "" && strings.TrimSpace(a.FirstName+a.LastName) == "", "last_name", "required") // a company has no post number
		wrong.Add(a.Country != "DE" && served, "country", "not_served")
		wrong.If(!lockerForm.MatchString(a.StreetNumber), "street_number")
		wrong.If(!postNumberForm.MatchString(a.PostNumber), "post_number")
		return wrong
	case postfiliale:
		wrong.Add(a.Company != "" && strings.TrimSpace(a.FirstName+a.LastName) == "", "last_name", "required")
		wrong.Add(a.Country != "DE" && served, "country", "not_served")
		wrong.If(!retailForm.MatchString(a.StreetNumber), "street_number")
		wrong.If(a.PostNumber != "" && !postNumberForm.MatchString(a.PostNumber), "post_number")
		return wrong
	}
	wrong.Add(strings.TrimSpace(a.Street) == "", "street", "required")
	wrong.Add(utf8.RuneCountInString(a.Street) > maxStreet, "street", "too_long")
	wrong.Add(utf8.RuneCountInString(a.StreetNumber) > maxHouse, "street_number", "too_long")
	return wrong
}

// consignee writes a checked address as DHL has it.
func consignee(a *base.Address, email string) contact {
	person := strings.TrimSpace(a.FirstName + " " + a.LastName)
	c := contact{PostalCode: a.PostalCode, City: a.City, Country: alpha3[a.Country], Email: email}
	switch placeOf(a) {
	case packstation:
		c.Name, c.PostNumber, c.Email = base.Cut(person, maxName), a.PostNumber, ""
		c.LockerID, _ = strconv.Atoi(a.StreetNumber) // check has seen to its form
		return c
	case postfiliale:
		c.Name, c.PostNumber = base.Cut(person, maxName), a.PostNumber
		c.RetailID, _ = strconv.Atoi(a.StreetNumber)
		return c
	}
	c.Street, c.House = a.Street, a.StreetNumber
	c.Name1 = base.Cut(person, maxName)
	if a.Company != "" {
		c.Name1, c.Name2 = base.Cut(a.Company, maxName), base.Cut(person, maxName)
	}
	return c
}

// sender writes who sends a parcel: the shop, or a consumer who sends goods back from a street in Germany. Of anyone else the
// shop stays the sender, because Parcel DE takes no other address there.
func (s settings) sender(a *base.Address) contact {
	if a == nil || a.Country != "DE" || placeOf(a) != standard || len(s.check(a)) > 0 {
		return s.shipper
	}
	return consignee(a, "")
}

// decimalAmount is money as DHL writes it: a JSON number with two places.
type decimalAmount base.Money

// MarshalJSON writes the number digit by digit; it never is a floating-point number.
func (a decimalAmount) MarshalJSON() ([]byte, error) {
	if a.Minor < 0 || len(a.Currency) != 3 {
		return nil, fmt.Errorf("amount %d %q", a.Minor, a.Currency)
	}
	return json.Marshal(struct {
		Currency string          `json:"currency"`
		Value    json.RawMessage `json:"value"`
	}{a.Currency, fmt.Appendf(nil, "%d.%02d", a.Minor/100, a.Minor%100)})
}
