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
func (s settings) check(a *base.Address) (wrong []base.FieldError) {
	add := func(field, code string, is bool) {
		if is {
			wrong = append(wrong, base.FieldError{Name: field, Code: code})
		}
	}
	_, served := s.fees[a.Country]
	add("country", "not_served", !served || a.Country != "DE" && s.billingAbroad == "")
	add("city", "required", strings.TrimSpace(a.City) == "")
	add("city", "too_long", utf8.RuneCountInString(a.City) > maxCity)
	add("postal_code", "required", strings.TrimSpace(a.PostalCode) == "")
	add("postal_code", "invalid", a.PostalCode != "" && (len(a.PostalCode) > 10 || a.Country == "DE" && !germanPostalCode.MatchString(a.PostalCode)))
	add("last_name", "required", strings.TrimSpace(a.LastName+a.Company) == "")
	switch placeOf(a) {
	case "":
		add("point_id", "not_served", true)
		return wrong
	case packstation:
		add("last_name", "required", a.Company != "" && strings.TrimSpace(a.FirstName+a.LastName) == "") // a company has no post number
		add("country", "not_served", a.Country != "DE" && served)
		add("street_number", "invalid", !lockerForm.MatchString(a.StreetNumber))
		add("post_number", "invalid", !postNumberForm.MatchString(a.PostNumber))
		return wrong
	case postfiliale:
		add("last_name", "required", a.Company != "" && strings.TrimSpace(a.FirstName+a.LastName) == "")
		add("country", "not_served", a.Country != "DE" && served)
		add("street_number", "invalid", !retailForm.MatchString(a.StreetNumber))
		add("post_number", "invalid", a.PostNumber != "" && !postNumberForm.MatchString(a.PostNumber))
		return wrong
	}
	add("street", "required", strings.TrimSpace(a.Street) == "")
	add("street", "too_long", utf8.RuneCountInString(a.Street) > maxStreet)
	add("street_number", "too_long", utf8.RuneCountInString(a.StreetNumber) > maxHouse)
	return wrong
}

// consignee writes a checked address as DHL has it.
func consignee(a *base.Address, email string) contact {
	person := strings.TrimSpace(a.FirstName + " " + a.LastName)
	c := contact{PostalCode: a.PostalCode, City: a.City, Country: alpha3[a.Country], Email: email}
	switch placeOf(a) {
	case packstation:
		c.Name, c.PostNumber, c.Email = cut(person, maxName), a.PostNumber, ""
		c.LockerID, _ = strconv.Atoi(a.StreetNumber) // check has seen to its form
		return c
	case postfiliale:
		c.Name, c.PostNumber = cut(person, maxName), a.PostNumber
		c.RetailID, _ = strconv.Atoi(a.StreetNumber)
		return c
	}
	c.Street, c.House = a.Street, a.StreetNumber
	c.Name1 = cut(person, maxName)
	if a.Company != "" {
		c.Name1, c.Name2 = cut(a.Company, maxName), cut(person, maxName)
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

func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
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
